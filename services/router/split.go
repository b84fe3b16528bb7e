package router

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A kind is what one segment of a text does.
type kind int

const (
	tells kind = iota + 1 // states something
	asks                  // wants to know something
	idle                  // greets, thanks, announces
)

// A segment is a sentence or a clause that stands for itself.
type segment struct {
	start, end int // bytes in the text
	kind       kind
	reason     string // why it asks
}

// split cuts a text into segments and says what each does. Where a note and a
// question share a sentence, it is cut between them.
func split(text string) []segment {
	var out []segment
	for _, s := range sentences(text) {
		at := text[s.start:s.end]
		if idling(at) {
			s.kind = idle
			out = append(out, s)
			continue
		}
		if cut, rest := seam(at); cut > 0 {
			left := segment{start: s.start, end: s.start + cut, kind: tells}
			right := segment{start: s.start + rest, end: s.end, kind: asks, reason: "The other part asks something."}
			out = append(out, left, right)
			continue
		}
		s.kind = tells
		if reason, ok := question(at); ok {
			s.kind, s.reason = asks, reason
		}
		out = append(out, s)
	}
	return out
}

// sentences cuts a text at line ends and after closing marks that are followed
// by a blank. Marks in numbers, abbreviations and quotes don't close anything.
func sentences(text string) []segment {
	var out []segment
	start, quoted := 0, false
	add := func(end int) {
		part := text[start:end]
		trimmed := strings.TrimSpace(part)
		if trimmed != "" {
			first := start + strings.Index(part, trimmed)
			out = append(out, segment{start: first, end: first + len(trimmed)})
		}
		start = end
	}
	for i, r := range text {
		switch r {
		case '\n':
			quoted = false
			add(i)
		case '"', '“', '”':
			quoted = !quoted
		case '.', '!', '?', '…', ';':
			next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
			if quoted || !unicode.IsSpace(next) || r == '.' && abbreviated(text[start:i]) {
				continue
			}
			add(i + utf8.RuneLen(r))
		}
	}
	add(len(text))
	return out
}

// abbreviated reports whether a point after s belongs to an abbreviation.
func abbreviated(s string) bool {
	word := strings.ToLower(s[strings.LastIndexAny(s, " \t\n(")+1:])
	return abbreviations[word]
}

var abbreviations = wordSet("vs approx dr mr mrs ms st e.g i.e etc min hr hrs a.m p.m no jan feb mar apr jun jul aug sep sept oct nov dec")

// seam returns where a sentence goes over from a note to a question: the end of
// the one and the start of the other. Zero means that it doesn't.
func seam(sentence string) (end, start int) {
	if _, asking := opening(sentence); asking || leadIn(sentence) {
		return 0, 0
	}
	marked := strings.HasSuffix(strings.TrimRight(unquoted(sentence), " "), "?")
	words := spans(sentence)
	for i := 1; i < len(words); i++ {
		w := words[i]
		joined := joiners[strings.ToLower(sentence[w.start:w.end])]
		first := i
		if joined && i+1 < len(words) {
			first = i + 1
		}
		rest := sentence[words[first].start:]
		gap := sentence[words[i-1].end:w.start]
		hard := strings.ContainsAny(gap, ",;:–—") || strings.Contains(gap, " - ")
		if !hard && !joined && !(marked && i >= 2) {
			continue
		}
		if !hard && embeds[strings.ToLower(sentence[words[i-1].start:words[i-1].end])] {
			continue
		}
		if _, ok := opening(rest); !ok || !hard && !joined && !inverted(rest) || tag(rest) {
			continue
		}
		left := strings.TrimRight(sentence[:w.start], " ,;:–—-")
		if !states(left) {
			return 0, 0
		}
		return len(left), words[first].start
	}
	return 0, 0
}

// joiners may stand between a note and a question.
var joiners = wordSet("and but so also plus")

// embeds are words after which a question's form is part of a statement: "asked
// how", "know why".
var embeds = wordSet("asked ask asks know knew knows wonder wondered told tell said say see about of on learn learned learnt forgot remember understand sure me realized realised noticed idea matter")

// leadIn reports whether a sentence begins with a phrase that only leads into
// its main clause: "in March, how often …", "if I run more, will …".
func leadIn(sentence string) bool {
	w := lowWords(sentence)
	return len(w) > 0 && leads[w[0]]
}

var leads = wordSet("if when in on during since for given considering based between compared looking according from over within after before until at by as assuming while whenever excluding except including")

// states reports whether a clause says something worth keeping.
func states(clause string) bool {
	words := lowWords(clause)
	kept := 0
	for _, w := range words {
		if !fillers[w] {
			kept++
		}
	}
	return kept > 0 && !idling(clause) && !justTime(clause)
}

// tag reports whether a question only asks for agreement: "…, right?".
func tag(rest string) bool {
	return tags[strings.Trim(strings.ToLower(rest), " ?!.")]
}

var tags = map[string]bool{"right": true, "ok": true, "okay": true, "no": true, "huh": true, "eh": true, "you know": true,
	"isn't it": true, "wasn't it": true, "isnt it": true, "don't you think": true, "who knows": true, "why not": true, "what else": true, "so what": true}

// A piece is the place of one word.
type piece struct{ start, end int }

// spans returns the places of the words of a text.
func spans(text string) []piece {
	var out []piece
	start := -1
	for i, r := range text {
		in := unicode.IsLetter(r) || unicode.IsDigit(r) || (r == '\'' || r == '’') && start >= 0
		switch {
		case in && start < 0:
			start = i
		case !in && start >= 0:
			out = append(out, piece{start, i})
			start = -1
		}
	}
	if start >= 0 {
		out = append(out, piece{start, len(text)})
	}
	return out
}

// lowWords returns the words of a text in lower case, with plain apostrophes.
func lowWords(text string) []string {
	pieces := spans(text)
	out := make([]string, len(pieces))
	for i, p := range pieces {
		out[i] = strings.ReplaceAll(strings.ToLower(text[p.start:p.end]), "’", "'")
	}
	return out
}

// unquoted returns the text without what stands in double quotes.
func unquoted(text string) string {
	var b strings.Builder
	quoted := false
	for _, r := range text {
		switch r {
		case '"', '“', '”':
			quoted = !quoted
		default:
			if !quoted {
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}
