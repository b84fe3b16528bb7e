package router

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The words by which people ask, request and correct are data: see words/.
//
//go:embed words/*.txt
var wordFiles embed.FS

// A form is one way to begin a clause: a list of steps, each of which takes one
// word.
type form []step

// A step of a form takes one of its words; nil words take any.
type step struct {
	words    map[string]bool
	shapes   []shape // any word of one of these too
	optional bool
	gap      bool // up to maxGap words of any kind
	end      bool // no word may follow
}

const maxGap = 3

// forms are the forms of one section, by their first word. Those that begin
// with any word stand under "".
type forms map[string][]form

// match returns how many words the first form that fits takes, or 0.
func (f forms) match(words []string) int {
	if len(words) == 0 {
		return 0
	}
	for _, list := range [][]form{f[words[0]], f[""]} {
		for _, form := range list {
			if n, ok := form.match(words); ok {
				return n
			}
		}
	}
	return 0
}

func (f form) match(words []string) (int, bool) {
	if len(f) == 0 {
		return 0, true
	}
	switch s := f[0]; {
	case s.end:
		return 0, len(words) == 0
	case s.gap:
		for skip := range min(maxGap, len(words)) + 1 {
			if n, ok := f[1:].match(words[skip:]); ok {
				return skip + n, true
			}
		}
		return 0, false
	case len(words) > 0 && s.takes(words[0]):
		if n, ok := f[1:].match(words[1:]); ok {
			return n + 1, true
		}
		fallthrough
	default:
		if s.optional {
			return f[1:].match(words)
		}
		return 0, false
	}
}

func (s step) takes(word string) bool {
	return s.words == nil || s.words[word] || slices.ContainsFunc(s.shapes, func(is shape) bool { return is(word) })
}

// A section is the lines under one heading of a word file.
type section struct {
	heading string
	lines   []string
}

// orderedSections reads a file of lines under [headings]; "#" begins a comment
// line.
func orderedSections(name string) []section {
	text, err := wordFiles.ReadFile("words/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	var out []section
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]"):
			out = append(out, section{heading: line[1 : len(line)-1]})
		default:
			last := &out[len(out)-1]
			last.lines = append(last.lines, line)
		}
	}
	return out
}

// sections returns the lines of a word file by their headings.
func sections(name string) map[string][]string {
	out := map[string][]string{}
	for _, s := range orderedSections(name) {
		out[s.heading] = append(out[s.heading], s.lines...)
	}
	return out
}

// A vocabulary is the word classes by name.
type vocabulary struct {
	class map[string]map[string]bool
	shape map[string]shape
}

func newVocabulary() vocabulary {
	class := map[string]map[string]bool{}
	for name, lines := range sections("classes.txt") {
		class[name] = wordSet(strings.Join(lines, " "))
	}
	addVerbs(class)
	return vocabulary{class, shapes(class)}
}

// addVerbs adds the forms of the verbs: "base", "past" and "participle", those in
// -ed apart, and of the bases the "activity" and the "modal" ones.
func addVerbs(class map[string]map[string]bool) {
	verbs := sections("verbs.txt")
	for name, lines := range map[string][]string{"base": verbs["regular"], "activity": verbs["activity"], "modal": verbs["modal"]} {
		class[name] = wordSet(strings.Join(lines, " "))
	}
	class["participle"] = map[string]bool{}
	for verb := range strings.FieldsSeq(strings.Join(verbs["irregular"], " ")) {
		forms := strings.Split(verb, "/")
		class["base"][forms[0]], class["past"][forms[1]], class["participle"][forms[len(forms)-1]] = true, true, true
	}
}

// is reports whether a word is of a class, as listed or by its shape.
func (v vocabulary) is(class, word string) bool {
	return v.class[class][word] || v.shape[class] != nil && v.shape[class](word)
}

// compile makes forms of lines. The files are part of the program, so a line
// that can't be read is a fault of the program.
func compile(lines []string, v vocabulary) forms {
	out := forms{}
	for _, line := range lines {
		var f form
		for _, field := range strings.Fields(line) {
			f = append(f, compileStep(field, line, v))
		}
		for _, first := range f.firsts() {
			out[first] = append(out[first], f)
		}
	}
	return out
}

func compileStep(field, line string, v vocabulary) step {
	switch field {
	case "...":
		return step{gap: true}
	case "$":
		return step{end: true}
	}
	s := step{words: map[string]bool{}, optional: strings.HasSuffix(field, "?")}
	for word := range strings.SplitSeq(strings.TrimSuffix(field, "?"), "|") {
		class, isClass := strings.CutPrefix(word, "$")
		switch {
		case !isClass:
			s.words[word] = true
		case class == "word":
			s.words = nil
			return s
		default:
			if is := v.shape[class]; is != nil {
				s.shapes = append(s.shapes, is)
			} else if v.class[class] == nil {
				panic(fmt.Sprintf("router: %q: there is no class %q", line, class))
			}
			maps.Copy(s.words, v.class[class])
		}
	}
	return s
}

// firsts returns the words by which a form can begin, "" for any.
func (f form) firsts() []string {
	var out []string
	for _, s := range f {
		if s.words == nil || s.shapes != nil {
			return append(out, "")
		}
		for w := range s.words {
			out = append(out, w)
		}
		if !s.optional {
			break
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}
