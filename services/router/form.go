package router

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A language is what the router knows of the way people write: its word files,
// compiled.
type language struct {
	forms map[string]forms // by their sections of question.txt and grammar.txt
	cues  []cue
	vocabulary
}

// english is the language of the word files.
var english = sync.OnceValue(func() *language {
	l := &language{forms: map[string]forms{}, vocabulary: newVocabulary()}
	parts := map[string]string{}
	for _, s := range slices.Concat(sections("grammar.txt"), sections("question.txt")) {
		if s.heading != "parts" {
			l.forms[s.heading] = compile(s.lines, parts, l.vocabulary)
			continue
		}
		for _, line := range s.lines {
			name, alternatives, _ := strings.Cut(line, " = ")
			parts["{"+name+"}"] = alternatives
		}
	}
	for _, s := range sections("cues.txt") {
		number, where, _ := strings.Cut(s.heading, " | ")
		l.cues = append(l.cues, cue{weightOf(number), where, compile(s.lines, parts, l.vocabulary)})
	}
	return l
})

// weightOf reads a weight of a word file.
func weightOf(number string) float64 {
	w, err := strconv.ParseFloat(number, 64)
	if err != nil {
		panic(fmt.Sprintf("router: %q is no weight", number))
	}
	return w
}

// The words by which people ask, request and correct are data: see words/.
//
//go:embed words/*.txt
var wordFiles embed.FS

// A form is one way to begin a clause: a list of steps.
type form []step

// A step of a form takes one word, unless it says otherwise.
type step struct {
	is       func(word string, known func(string) bool) bool
	optional bool
	gap      int  // takes up to so many words of any kind
	end      bool // no word may follow
}

// forms are the forms of one section, by their first word. Those that begin
// with any word stand under "".
type forms map[string][]form

// match returns how many words the first form of a section takes that fits the
// beginning of words, or 0.
func (j judge) match(section string, words []string) int {
	return j.forms[section].match(words, j.known)
}

func (f forms) match(words []string, known func(string) bool) int {
	if len(words) == 0 {
		return 0
	}
	for _, first := range []string{words[0], ""} {
		for _, form := range f[first] {
			if n, ok := form.match(words, known); ok {
				return n
			}
		}
	}
	return 0
}

func (f form) match(words []string, known func(string) bool) (int, bool) {
	if len(f) == 0 {
		return 0, true
	}
	s := f[0]
	if s.end {
		return 0, len(words) == 0
	}
	if s.gap == 0 && len(words) > 0 && s.is(words[0], known) {
		if n, ok := f[1:].match(words[1:], known); ok {
			return n + 1, true
		}
	}
	if s.gap == 0 && !s.optional {
		return 0, false
	}
	for skip := range min(s.gap, len(words)) + 1 {
		if n, ok := f[1:].match(words[skip:], known); ok {
			return skip + n, true
		}
	}
	return 0, false
}

// A section is the lines under one heading of a word file.
type section struct {
	heading string
	lines   []string
}

// sections reads a file of lines under [headings]; "#" begins a comment
// line.
func sections(name string) []section {
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

// classes returns the words of a file by their headings.
func classes(name string) map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for _, s := range sections(name) {
		out[s.heading] = wordSet(strings.Join(s.lines, " "))
	}
	return out
}

// A vocabulary is the word classes by name.
type vocabulary struct {
	class map[string]map[string]bool
	shape map[string]shape
}

func newVocabulary() vocabulary {
	class := classes("classes.txt")
	addVerbs(class)
	for _, words := range class {
		for w := range maps.Clone(words) {
			if name, ok := strings.CutPrefix(w, "$"); ok {
				delete(words, w)
				maps.Copy(words, class[name])
			}
		}
	}
	return vocabulary{class, shapes(class)}
}

// addVerbs adds the forms of the verbs: "base", "past" and "participle", those in
// -ed apart, and of the bases the "activity" and the "modal" ones.
func addVerbs(class map[string]map[string]bool) {
	verbs := classes("verbs.txt")
	class["base"], class["activity"], class["modal"] = verbs["regular"], verbs["activity"], verbs["modal"]
	class["participle"] = map[string]bool{}
	for verb := range verbs["irregular"] {
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
func compile(lines []string, parts map[string]string, v vocabulary) forms {
	out := forms{}
	for _, line := range lines {
		if name := part.FindString(line); name != "" {
			for alternative := range strings.SplitSeq(parts[name], " / ") {
				more := compile([]string{strings.Replace(line, name, alternative, 1)}, parts, v)
				for first, list := range more {
					out[first] = append(out[first], list...)
				}
			}
			continue
		}
		var f form
		for _, field := range strings.Fields(line) {
			f = append(f, compileStep(field, line, v))
		}
		for _, first := range v.firsts(line) {
			out[first] = append(out[first], f)
		}
	}
	return out
}

func compileStep(field, line string, v vocabulary) step {
	switch field {
	case "...":
		return step{gap: 3}
	case "*":
		return step{gap: maxClause}
	case "$":
		return step{end: true}
	}
	wanted, refused, _ := strings.Cut(strings.TrimSuffix(field, "?"), "!")
	is, not := v.oneOf(wanted, line), v.oneOf(refused, line)
	return step{optional: strings.HasSuffix(field, "?"), is: func(w string, known func(string) bool) bool {
		return (wanted == "" || is(w, known)) && (refused == "" || !not(w, known))
	}}
}

// oneOf returns what tells the words and classes of "a|$b".
func (v vocabulary) oneOf(names, line string) func(string, func(string) bool) bool {
	words, shapes, anyKnown, anyWord := map[string]bool{}, []shape{}, false, false
	for name := range strings.SplitSeq(names, "|") {
		class, isClass := strings.CutPrefix(name, "$")
		switch {
		case !isClass:
			words[name] = true
		case class == "word":
			anyWord = true
		case class == "known":
			anyKnown = true
		default:
			if is := v.shape[class]; is != nil {
				shapes = append(shapes, is)
			} else if v.class[class] == nil {
				panic(fmt.Sprintf("router: %q: there is no class %q", line, class))
			}
			maps.Copy(words, v.class[class])
		}
	}
	return func(w string, known func(string) bool) bool {
		return anyWord || words[w] || slices.ContainsFunc(shapes, func(is shape) bool { return is(w) }) || anyKnown && known(w)
	}
}

// firsts returns the words by which the form of a line can begin, "" for any.
func (v vocabulary) firsts(line string) []string {
	words := map[string]bool{}
	for field := range strings.FieldsSeq(line) {
		bare, optional := strings.CutSuffix(field, "?")
		wanted, _, _ := strings.Cut(bare, "!")
		for name := range strings.SplitSeq(wanted, "|") {
			class, isClass := strings.CutPrefix(name, "$")
			switch {
			case name == "" || name == "*" || name == "..." || class == "word" || class == "known" || isClass && v.shape[class] != nil:
				return []string{""}
			case isClass:
				maps.Copy(words, v.class[class])
			default:
				words[name] = true
			}
		}
		if !optional {
			break
		}
	}
	return slices.Collect(maps.Keys(words))
}

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}
