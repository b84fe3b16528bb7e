package config

import (
	"reflect"
	"slices"
	"strings"
)

// A setting is one leaf of the configuration: its path, what the tags say of
// it, and the field that holds it.
type setting struct {
	path  string
	names []string // the parts of the path, which may have dots themselves
	doc   string
	kind  string   // "path", "addr", "secret", "pairs" or ""
	enum  []string // allowed values, none for any
	min   string   // smallest allowed value, "" for any
	max   string   // largest allowed value, "" for any
	value reflect.Value
	// optional settings have no default: they are there where somebody sets them.
	optional bool
}

// name returns the last part of the path.
func (s setting) name() string { return s.names[len(s.names)-1] }

// words returns the allowed values as one would list them. That a setting may be
// empty goes without saying.
func (s setting) words() string {
	return strings.TrimPrefix(strings.Join(s.enum, ", "), ", ")
}

// env returns the name of the environment variable that sets s.
func (s setting) env() string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(s.path, ".", "_"))
}

func (s setting) isList() bool { return s.value.Kind() == reflect.Slice }

// set gives s the value that text means. Items of a list are separated by
// commas.
func (s setting) set(text string) error {
	if !s.isList() {
		return parse(s.value, text)
	}
	var items []string
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	s.value.Set(reflect.ValueOf(items))
	return nil
}

// settings returns every leaf of c in the order of the fields.
func settings(c *Config) []setting {
	return collect(reflect.ValueOf(c).Elem(), setting{}, nil)
}

func collect(v reflect.Value, parent setting, all []setting) []setting {
	for _, s := range fields(v, parent) {
		switch s.value.Kind() {
		case reflect.Struct:
			all = collect(s.value, s, all)
		case reflect.Map:
			switch m := s.value.Interface().(type) {
			case Steps:
				all = collectSteps(m, s, all)
			case ToolServers:
				all = collectServers(m, s, all)
			case ToolOperations:
				all = collectOperations(m, s, all)
			}
		default:
			all = append(all, s)
		}
	}
	return all
}

// fields returns the settings and the sections that are directly in v.
func fields(v reflect.Value, parent setting) (all []setting) {
	if of, ok := v.Addr().Interface().(section); ok {
		for _, n := range of.named() {
			s := parent.child(n.name, "")
			s.value = n.value
			all = append(all, s)
		}
		return all
	}
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if name, ok := field.Tag.Lookup("yaml"); ok {
			s := parent.child(name, field.Tag)
			s.value = v.Field(i)
			all = append(all, s)
		}
	}
	return all
}

// child returns the setting below s. What a child does not say itself, it has
// from its parent: so PerAgent gets its words from where it is used.
func (s setting) child(name string, tag reflect.StructTag) setting {
	c := setting{path: name, names: append(slices.Clone(s.names), name), doc: s.doc, kind: s.kind, enum: s.enum, min: s.min, max: s.max, optional: s.optional}
	if s.path != "" {
		c.path = s.path + "." + name
	}
	if doc, ok := tag.Lookup("doc"); ok {
		c.doc = doc
	}
	if kind, ok := tag.Lookup("kind"); ok {
		c.kind = kind
	}
	if enum, ok := tag.Lookup("enum"); ok {
		c.enum = strings.Split(enum, "|")
	}
	if minimum, ok := tag.Lookup("min"); ok {
		c.min = minimum
	}
	if maximum, ok := tag.Lookup("max"); ok {
		c.max = maximum
	}
	return c
}

// find returns the setting with a path.
func find(all []setting, path string) (setting, bool) {
	i := slices.IndexFunc(all, func(s setting) bool { return s.path == path })
	if i < 0 {
		return setting{}, false
	}
	return all[i], true
}

func paths(all []setting) []string {
	names := make([]string, len(all))
	for i, s := range all {
		names[i] = s.path
	}
	return names
}

// eachString replaces every string of s, be it one or a list.
func (s setting) eachString(f func(string) string) {
	if !s.isList() {
		s.value.SetString(f(s.value.String()))
		return
	}
	for i := range s.value.Len() {
		item := s.value.Index(i)
		item.SetString(f(item.String()))
	}
}
