package config

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
)

// Print writes the configuration as YAML that Load reads. With origins a
// comment after each value says where it comes from.
func (c *Config) Print(w io.Writer, origins bool) error {
	var b strings.Builder
	var open []string // sections that the line before was in
	for _, s := range settings(c) {
		if !c.has(s) {
			continue
		}
		sections, name := s.names[:len(s.names)-1], s.name()
		for depth, section := range sections {
			if depth < len(open) && open[depth] == section {
				continue
			}
			fmt.Fprintf(&b, "%s%s:\n", indent(depth), section)
			open = append(open[:min(depth, len(open))], section)
		}
		open = open[:len(sections)]
		line := indent(len(sections)) + name + ": " + s.yaml()
		if origins {
			line = fmt.Sprintf("%-44s # %s", line, c.Origin(s.path))
		}
		b.WriteString(line + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func indent(depth int) string { return strings.Repeat("  ", depth) }

// yaml returns the value as it stands in a file.
func (s setting) yaml() string {
	if s.isList() {
		items := make([]string, s.value.Len())
		for i := range items {
			item := hideURL(s.value.Index(i).String())
			if s.kind == "pairs" {
				item = hidePair(item)
			}
			items[i] = quote(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	text := hideURL(format(s.value))
	if s.kind == "secret" {
		text = hide(text)
	}
	if s.value.Type().Kind() == stringKind {
		return quote(text)
	}
	return text
}

// quote writes a string so that YAML reads the same string.
func quote(s string) string {
	out, err := yaml.MarshalWithOptions(s, yaml.Flow(true), yaml.JSON())
	if err != nil { // strings can always be written
		return fmt.Sprintf("%q", s)
	}
	return strings.TrimSpace(string(out))
}

// secrets are where a URL, or one of several in a text, has a secret: after a user, as
// the user alone (a token of NATS), and in parameters.
var secrets = []*regexp.Regexp{
	regexp.MustCompile(`([a-zA-Z][a-zA-Z0-9+.-]*://[^\s/?#@:]*:)[^\s/?#@]+(@)`),
	regexp.MustCompile(`((?:nats|tls|wss?)://)[^\s/?#@:]+(@)`),
	regexp.MustCompile(`(?i)([?&][a-z_-]*(?:password|passwd|secret|token|key|sig)=)[^\s&#,]+()`),
}

// hideURL returns a text without the secrets of URLs in it.
func hideURL(text string) string {
	for _, s := range secrets {
		text = s.ReplaceAllString(text, "${1}hidden${2}")
	}
	return text
}

// hide returns a secret as it may be shown: where it comes from, never the key.
func hide(secret string) string {
	if secret == "" || strings.HasPrefix(secret, "file:") || fromEnvironment.MatchString(secret) {
		return secret
	}
	return "(hidden)"
}
