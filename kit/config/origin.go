package config

import (
	"strconv"
	"strings"
)

// A Kind says what gave a setting its value.
type Kind string

// What can give a setting its value; FromDefault is when nothing did.
const (
	FromDefault Kind = ""
	FromFile    Kind = "file" // a line of the file
	FromEnv     Kind = "env"  // a variable of the environment
	FromFlag    Kind = "flag" // the command line
)

// An Origin says where a value comes from.
type Origin struct {
	Kind Kind
	Name string // file, variable or flag
	Line int    // line in the file, 0 if it is about the whole
}

// String returns the origin as one would point at it: "weft.yaml:12",
// "WEFT_API_LISTEN", "--set api.listen", "default".
func (o Origin) String() string {
	switch {
	case o.Kind == FromDefault:
		return "default"
	case o.Kind == FromFile && o.Line > 0:
		return o.Name + ":" + strconv.Itoa(o.Line)
	}
	return o.Name
}

// Origin returns where the value of a setting comes from; of a section, where that of
// its first setting does that has one.
func (c *Config) Origin(path string) Origin {
	if from, ok := c.origins[path]; ok {
		return from
	}
	for _, s := range settings(c) {
		if from, ok := c.origins[s.path]; ok && strings.HasPrefix(s.path, path+".") {
			return from
		}
	}
	return Origin{}
}
