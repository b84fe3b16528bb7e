package config

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/weft-mesh/weft/kit/safefile"
	"github.com/weft-mesh/weft/kit/slip"
)

const (
	envPrefix = "WEFT_"
	// envFile names the file, as --config does. It is no setting.
	envFile = "WEFT_CONFIG"
	// maxFile is the longest file that is read, in bytes, of settings or of a key.
	maxFile = 64 << 10
)

// A Source says where a configuration is read from.
type Source struct {
	// Path is the YAML file. Empty: the one that WEFT_CONFIG names, or
	// weft/config.yaml in the XDG folder, where it may be missing.
	Path string
	// Env is the environment as os.Environ returns it. Nil is an empty one.
	Env []string
	// Overrides come from the command line and win over everything.
	Overrides []Override
}

// An Override is a setting from the command line.
type Override struct {
	Path  string // of the setting: "api.listen"
	Value string
	Flag  string // as the user wrote it, for messages: "--listen"; empty: --set PATH
}

// File returns the file that Load reads, and whether someone asked for exactly
// this one, so that it must be there.
func (s Source) File() (path string, asked bool) {
	if s.Path != "" {
		return s.Path, true
	}
	env := environment(s.Env)
	if p := env.get(envFile); p != "" {
		return p, true
	}
	return filepath.Join(env.configHome(), "weft", "config.yaml"), false
}

// Load returns the configuration of a source. If anything is wrong with it the
// error is an *InvalidError that names all of it.
func Load(s Source) (*Config, error) {
	env := environment(s.Env)
	l := &loader{config: defaults(env), home: env.home()}
	l.all = settings(l.config)
	l.file(s.File())
	l.environment(env)
	for _, o := range s.Overrides {
		l.override(o)
	}
	problems := append(l.problems, l.config.check()...)
	if err := invalid(problems); err != nil {
		return nil, err
	}
	return l.config, nil
}

// Set gives the setting with the path a value, as a flag does. The value is
// not checked against other settings; Validate does that.
func (c *Config) Set(path, value string) error {
	l := &loader{config: c, all: settings(c), home: environment(os.Environ()).home()}
	l.override(Override{Path: path, Value: value})
	return invalid(l.problems)
}

// A loader puts values into a configuration and gathers what is wrong.
type loader struct {
	config   *Config
	all      []setting
	home     string
	problems []Problem
}

func (l *loader) problem(path string, from Origin, format string, args ...any) {
	l.problems = append(l.problems, Problem{path, from, fmt.Sprintf(format, args...)})
}

func (l *loader) file(path string, asked bool) {
	data, err := safefile.Read(path, maxFile)
	if errors.Is(err, fs.ErrNotExist) && !asked {
		return
	}
	from := Origin{Kind: FromFile, Name: path}
	if err != nil {
		reason := err
		if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
			reason = pathErr.Err
		}
		l.problem("", from, "can't read the file: %v", reason)
		return
	}
	l.yaml(data, from)
}

func (l *loader) environment(env environment) {
	byName := make(map[string]setting, len(l.all))
	names := make([]string, 0, len(l.all))
	for _, s := range l.all {
		byName[s.env()] = s
		names = append(names, s.env())
	}
	for name, value := range env.all() {
		if !strings.HasPrefix(name, envPrefix) || name == envFile || value == "" {
			continue
		}
		from := Origin{Kind: FromEnv, Name: name}
		if s, ok := l.stepOf(name); ok {
			l.assign(s, from, "", value)
		} else if s, ok := byName[name]; ok {
			l.assign(s, from, "", value)
		} else if strings.HasPrefix(name, stepsEnv()) {
			l.problem("", from, "no such setting; use %sGRAPH_STATE_ and one of %s", stepsEnv(), strings.ToUpper(strings.Join(stepFields(), ", ")))
		} else if near, ok := typo(name, names); ok {
			l.problem("", from, "no such setting; did you mean %s?", near)
		}
	}
}

// typo returns the name that an unknown variable was probably meant to be.
// Others are left alone: clusters and test rigs set WEFT_ variables of their
// own, such as WEFT_ROUTER_SERVICE_HOST.
func typo(name string, names []string) (string, bool) {
	near := slip.Nearest(name, names)
	return near, near != "" && slip.Distance(name, near) <= 2
}

func (l *loader) override(o Override) {
	from := Origin{Kind: FromFlag, Name: o.Flag}
	if from.Name == "" {
		from.Name = "--set " + o.Path
	}
	s, ok := l.find(o.Path)
	if !ok {
		l.problem("", from, "there is no setting %q%s", o.Path, suggest(o.Path, l.all))
		return
	}
	l.assign(s, from, "", o.Value)
}

// assign gives s the value that text means, if it means one. Relative paths
// start at base, or at the working directory if base is empty.
func (l *loader) assign(s setting, from Origin, base, text string) {
	if err := s.set(text); err != nil {
		l.problem(s.path, from, "%v", err)
		return
	}
	l.settle(s, from, base)
}

// assignList does for the items of a list what assign does for a text.
func (l *loader) assignList(s setting, from Origin, base string, items []string) {
	s.value.Set(reflect.ValueOf(items))
	l.settle(s, from, base)
}

func (l *loader) settle(s setting, from Origin, base string) {
	switch s.kind {
	case "path":
		s.eachString(func(p string) string { return l.expand(p, base) })
	case "secret":
		s.eachString(func(v string) string { return l.expandSecret(v, base) })
	case "pairs":
		s.eachString(func(v string) string {
			name, value, found := strings.Cut(v, "=")
			if !found {
				return v
			}
			return name + "=" + l.expandSecret(value, base)
		})
	}
	if l.config.origins == nil {
		l.config.origins = map[string]Origin{}
	}
	l.config.origins[s.path] = from
}

// expandSecret makes the path of a secret's file absolute.
func (l *loader) expandSecret(v, base string) string {
	if p, ok := strings.CutPrefix(v, "file:"); ok {
		return "file:" + l.expand(p, base)
	}
	return v
}

// expand makes an absolute path of one that a person wrote.
func (l *loader) expand(p, base string) string {
	if p == "" {
		return ""
	}
	if rest, ok := strings.CutPrefix(p, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		return filepath.Join(l.home, rest)
	}
	if !filepath.IsAbs(p) {
		p = filepath.Join(base, p)
	}
	if abs, err := filepath.Abs(p); err == nil {
		return abs
	}
	return p
}

// all yields the names and values of the environment.
func (e environment) all() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, line := range e {
			if name, value, ok := strings.Cut(line, "="); ok && !yield(name, value) {
				return
			}
		}
	}
}
