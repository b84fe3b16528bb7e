package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/weft-mesh/weft/kit/safefile"
)

// An Edit is a change of single values of a configuration file. Comments, order and
// all other lines stay.
type Edit struct {
	File          string
	Before, After string
	items         []Item
}

// PlanEdit returns what a file would hold with values set in it, and writes nothing.
// A file that doesn't exist counts as an empty one.
func PlanEdit(file string, items ...Item) (Edit, error) {
	if linked, err := filepath.EvalSymlinks(file); err == nil {
		file = linked // a link to the file stays one
	}
	raw, err := safefile.Read(file, maxFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Edit{}, err
	}
	e := Edit{file, string(raw), string(raw), items}
	for _, i := range slices.Backward(items) { // a new key goes to the top of its block
		if e.After, err = withValue(e.After, i); err != nil {
			return Edit{}, fmt.Errorf("%s: %w; set %s to %s there yourself", file, err, i.Path, quote(i.Value))
		}
	}
	return e, nil
}

// Write writes the file whole or not at all. It refuses to write what would not be
// a configuration with these values and the others as they were. Of the environment
// only what says where a person's files are counts.
func (e Edit) Write(env []string) error {
	env = slices.DeleteFunc(slices.Clone(env), func(pair string) bool { return strings.HasPrefix(pair, envPrefix) })
	return replaceChecked(e.File, e.After, func(path string) error {
		got, err := Load(Source{Path: path, Env: env})
		if err != nil {
			return err
		}
		want := Source{Path: e.File, Env: env}
		if e.Before == "" {
			want = Source{Env: append(env, "XDG_CONFIG_HOME="+filepath.Join(filepath.Dir(path), "none"))}
		}
		for _, i := range e.items {
			want.Overrides = append(want.Overrides, Override{Path: i.Path, Value: i.Value})
		}
		meant, err := Load(want)
		if err != nil {
			return err
		}
		got.origins, meant.origins = nil, nil
		if !reflect.DeepEqual(got, meant) {
			return errors.New("its form is one that can't be changed by a program; set the values there yourself")
		}
		return nil
	})
}

// replaceChecked writes a configuration file if a check of its text at another path
// finds nothing wrong.
func replaceChecked(file, text string, check func(path string) error) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), ".weft-*.yaml")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(tmp.Name()) }()
	_, err = tmp.WriteString(text)
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	if err := check(tmp.Name()); err != nil {
		return fmt.Errorf("%s was left as it is, because with that it would be wrong: %w", file, err)
	}
	if info, err := os.Stat(file); err == nil {
		if err := os.Chmod(tmp.Name(), info.Mode().Perm()); err != nil {
			return err
		}
	}
	return os.Rename(tmp.Name(), file)
}

// withValue is a file's text with one setting of a single value set.
func withValue(text string, item Item) (string, error) {
	var lines []string
	if text != "" {
		lines = strings.Split(strings.TrimRight(text, "\n"), "\n")
	}
	parts := strings.Split(item.Path, ".")
	start, end, indent := 0, len(lines), 0
	for depth, part := range parts {
		at, own := findKey(lines[start:end], part, indent)
		if at < 0 {
			return joinLines(slices.Insert(lines, insertAt(lines, start, end, depth), nested(parts[depth:], item.Value, own)...)), nil
		}
		at += start
		key, rest, comment := partLine(lines[at])
		last := depth == len(parts)-1
		stop := blockEnd(lines, at, end, own)
		switch {
		case last && (rest == "" && stop > at+1 && hasContent(lines[at+1:stop]) || strings.ContainsAny(firstByte(rest), "|>&*!")):
			return "", fmt.Errorf("line %d has more than a single value", at+1)
		case last:
			lines[at] = key + " " + quote(item.Value) + comment
			return joinLines(lines), nil
		case strings.HasPrefix(rest, "{"):
			flow, err := withFlowValue(rest, parts[depth+1:], item.Value)
			if err != nil {
				return "", fmt.Errorf("line %d can't be changed by a program", at+1)
			}
			lines[at] = key + " " + flow + comment
			return joinLines(lines), nil
		case rest == "null" || rest == "~":
			lines[at] = key + comment
		case rest != "":
			return "", fmt.Errorf("line %d is not a block of settings", at+1)
		}
		start, end, indent = at+1, stop, own+2
	}
	return "", errors.New("it has no such setting")
}

// findKey returns the line of a key in a block, -1 if it has none, and the indent of
// the block's keys; usual is that of a block without keys.
func findKey(block []string, key string, usual int) (at, indent int) {
	indent = -1
	for i, l := range block {
		if !hasContent([]string{l}) {
			continue
		}
		if indent < 0 {
			indent = indented(l)
		}
		if name, _, ok := strings.Cut(strings.TrimSpace(l), ":"); ok && indented(l) == indent && strings.Trim(name, `"'`) == key {
			return i, indent
		}
	}
	if indent < 0 {
		indent = usual
	}
	return -1, indent
}

// insertAt is where a new key of a block goes: below the line that opens the block, and
// at the end of the file on the first level.
func insertAt(lines []string, start, end, depth int) int {
	if depth > 0 {
		return start
	}
	for end > 0 && strings.TrimSpace(lines[end-1]) == "" {
		end--
	}
	return end
}

// blockEnd is where the block below a line ends, at which keys have an indent.
func blockEnd(lines []string, at, end, indent int) int {
	for i := at + 1; i < end; i++ {
		if hasContent(lines[i:i+1]) && indented(lines[i]) <= indent {
			return i
		}
	}
	return end
}

// hasContent reports whether lines hold anything but blanks, comments and the mark of a
// document's beginning.
func hasContent(lines []string) bool {
	return slices.ContainsFunc(lines, func(l string) bool {
		l = strings.TrimSpace(l)
		return l != "" && l != "---" && !strings.HasPrefix(l, "#")
	})
}

// nested are the lines of a new setting.
func nested(parts []string, value string, indent int) []string {
	var out []string
	for i, part := range parts {
		out = append(out, strings.Repeat(" ", indent+2*i)+part+":")
	}
	out[len(out)-1] += " " + quote(value)
	return out
}

// partLine parts a line into its key with the colon, its value and its comment.
func partLine(line string) (key, value, comment string) {
	colon := strings.Index(line, ":") + 1
	key, value = line[:colon], line[colon:]
	quoted := rune(0)
	for i, r := range value {
		switch {
		case quoted != 0:
			if r == quoted {
				quoted = 0
			}
		case r == '"' || r == '\'':
			quoted = r
		case r == '#' && i > 0 && (value[i-1] == ' ' || value[i-1] == '\t'):
			value = value[:i]
			return key, strings.TrimSpace(value), line[colon+len(strings.TrimRight(value, " \t")):]
		}
	}
	return key, strings.TrimSpace(value), ""
}

// withFlowValue is a mapping of one line with a value set.
func withFlowValue(flow string, parts []string, value string) (string, error) {
	var m yaml.MapSlice
	if err := yaml.Unmarshal([]byte(flow), &m); err != nil {
		return "", err
	}
	out, err := yaml.MarshalWithOptions(setNested(m, parts, value), yaml.Flow(true), yaml.JSON())
	return strings.TrimSpace(string(out)), err
}

func setNested(m yaml.MapSlice, parts []string, value string) yaml.MapSlice {
	i := slices.IndexFunc(m, func(i yaml.MapItem) bool { return i.Key == parts[0] })
	if i < 0 {
		i = len(m)
		m = append(m, yaml.MapItem{Key: parts[0]})
	}
	if len(parts) == 1 {
		m[i].Value = value
		return m
	}
	inner, _ := m[i].Value.(yaml.MapSlice) // anything else is no section, and is refused when the file is checked
	if plain, ok := m[i].Value.(map[string]any); ok {
		for k, v := range plain {
			inner = append(inner, yaml.MapItem{Key: k, Value: v})
		}
	}
	m[i].Value = setNested(inner, parts[1:], value)
	return m
}

func joinLines(lines []string) string { return strings.Join(lines, "\n") + "\n" }

func firstByte(text string) string { return text[:min(len(text), 1)] }
