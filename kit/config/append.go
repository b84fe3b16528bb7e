package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// An Item is a value of a list.
type Item struct {
	Path  string // of the list, such as "planning.calendars"
	Value string
}

// Append adds values to lists of a configuration file, which is made if there is none, and
// leaves all else in it as it is. Nothing is written if the file would not be a
// configuration then.
func Append(file string, items ...Item) error {
	before, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	text := string(before)
	for _, i := range items {
		if text, err = appended(text, i); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return replaceChecked(file, text, func(path string) error {
		_, err := Load(Source{Path: path, Env: os.Environ()})
		return err
	})
}

// appended is a file with one more value in a list that is a block of lines.
func appended(text string, item Item) (string, error) {
	section, name, _ := strings.Cut(item.Path, ".")
	value := quote(item.Value)
	var lines []string
	if text != "" {
		lines = strings.Split(strings.TrimRight(text, "\n"), "\n")
	}
	at := slices.IndexFunc(lines, func(l string) bool { return strings.TrimRight(l, " \t\r") == section+":" })
	if at < 0 {
		if slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, section+":") }) {
			return "", fmt.Errorf("%s is not a block of lines; add %s to %s there yourself", section, value, item.Path)
		}
		lines = append(lines, section+":", "  "+name+":", "    - "+value)
		return strings.Join(lines, "\n") + "\n", nil
	}
	end := at + 1
	for end < len(lines) && (strings.TrimSpace(lines[end]) == "" || indented(lines[end]) > 0 || strings.HasPrefix(lines[end], "#")) {
		end++
	}
	list := -1
	for i := at + 1; i < end; i++ {
		if key := strings.TrimSpace(lines[i]); key == name+":" {
			list = i
		} else if strings.HasPrefix(key, name+":") {
			return "", fmt.Errorf("%s is not a block of lines; add %s there yourself", item.Path, value)
		}
	}
	if list < 0 {
		return strings.Join(slices.Insert(lines, at+1, "  "+name+":", "    - "+value), "\n") + "\n", nil
	}
	last, deep := list, indented(lines[list])+2
	for i := list + 1; i < end && (strings.TrimSpace(lines[i]) == "" || indented(lines[i]) >= indented(lines[list])); i++ {
		if !strings.HasPrefix(strings.TrimSpace(lines[i]), "- ") {
			if indented(lines[i]) == indented(lines[list]) && strings.TrimSpace(lines[i]) != "" {
				break // the next setting
			}
			continue
		}
		last, deep = i, indented(lines[i])
	}
	return strings.Join(slices.Insert(lines, last+1, strings.Repeat(" ", deep)+"- "+value), "\n") + "\n", nil
}

func indented(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
