package sentencesplit

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Part is a stretch of a text, in bytes; End is excluded.
type Part struct{ Start, End int }

// In returns the words of the part.
func (p Part) In(text string) string { return text[p.Start:p.End] }

// A Manner is how a text is written.
type Manner int

const (
	// Jotted is how people write notes and questions: a sentence may begin with a small
	// letter, and ends at a semicolon too.
	Jotted Manner = iota
	// Composed is how answers are written: a small letter goes on with a sentence, and so
	// does what stands behind a semicolon.
	Composed
)

// SplitText returns the sentences of a text, each with the space behind it. They follow
// each other without a gap, from the text's beginning to its end.
func SplitText(text string, manner Manner) []Part {
	s := splitter{text: text, manner: manner, leads: true, quoted: FindQuotations(text)}
	for s.at < len(text) {
		s.step()
	}
	if s.start < len(text) {
		if len(s.out) > 0 && strings.TrimSpace(text[s.start:]) == "" {
			s.out[len(s.out)-1].End = len(text)
		} else {
			s.out = append(s.out, Part{s.start, len(text)})
		}
	}
	return s.out
}

// TrimmedParts returns the sentences of a text that are not blank, without the space
// around them.
func TrimmedParts(text string, manner Manner) []Part {
	var out []Part
	for _, p := range SplitText(text, manner) {
		words := strings.TrimLeftFunc(p.In(text), unicode.IsSpace)
		start := p.End - len(words)
		if words = strings.TrimRightFunc(words, unicode.IsSpace); words != "" {
			out = append(out, Part{start, start + len(words)})
		}
	}
	return out
}

// Sentences returns the words of TrimmedParts.
func Sentences(text string, manner Manner) []string {
	var out []string
	for _, p := range TrimmedParts(text, manner) {
		out = append(out, p.In(text))
	}
	return out
}

// A splitter goes through a text once.
type splitter struct {
	text   string
	manner Manner
	quoted []Part // from the place where it is
	start  int    // of the sentence
	leads  bool   // the sentence begins its line
	at     int
	out    []Part
}

const (
	marks = ".!?…;؟।۔։።\u037e"
	// wide marks need no blank behind them.
	wide = "。！？｡"
	// closers close what was open before a mark.
	closers = "\"'”’“»)]}*_」』）"
)

// step takes the next character, mark with all that closes behind it, or quotation.
func (s *splitter) step() {
	for len(s.quoted) > 0 && s.quoted[0].Start < s.at {
		s.quoted = s.quoted[1:]
	}
	if len(s.quoted) > 0 && s.quoted[0].Start == s.at {
		s.quotation(s.quoted[0])
		return
	}
	r, size := rune(s.text[s.at]), 1
	if r >= utf8.RuneSelf {
		r, size = utf8.DecodeRuneInString(s.text[s.at:])
	}
	switch {
	case r == '\n':
		wrapped := s.wraps()
		if s.at++; !wrapped {
			s.cut(s.at)
		}
	case isOf(marks, r) || isOf(wide, r):
		s.mark(s.at, s.at+size)
	default:
		s.at += size
	}
}

// quotation passes over a quotation. Its last mark may end the sentence.
func (s *splitter) quotation(q Part) {
	s.at = q.End
	inside := strings.TrimRight(s.text[q.Start:q.End], closers)
	if last, size := utf8.DecodeLastRuneInString(inside); isOf(marks+wide, last) && len(inside) > size {
		end := s.closed(q.End)
		if s.followed(end, Composed) && (last != '.' || !s.shortens(q.Start+len(inside)-size, end)) {
			s.cut(end)
		}
	}
}

// mark passes over the mark from one place to another, and cuts behind it if it ends the
// sentence.
func (s *splitter) mark(from, to int) {
	r, _ := utf8.DecodeRuneInString(s.text[from:])
	end := to
	for end < len(s.text) { // "?!", "..."
		next, size := utf8.DecodeRuneInString(s.text[end:])
		if !isOf(marks+wide, next) {
			break
		}
		end += size
	}
	alone, run := end == to, s.text[from:end]
	s.at = end
	// A quotation that opens right here is none of what closes.
	bare := end
	if len(s.quoted) == 0 || s.quoted[0].Start != end {
		end = s.closed(end)
	}
	manner := s.manner
	if end > bare {
		manner = Composed // within brackets: "walked (why not?) to the shop"
	}
	switch {
	case alone && isOf(wide, r):
		s.cut(end)
		return
	case !s.followed(end, manner):
		return
	case strings.HasSuffix(run, ";") && s.manner == Composed && !s.asksInGreek(from):
		return
	case alone && r == '.' && s.shortens(from, end):
		return
	case (run == "…" || strings.HasPrefix(run, "..")) && s.leavesOut(from, end):
		return
	case s.timeFollows(run, end):
		return
	}
	s.cut(end)
}

// closed returns where the marks end that close something at a place.
func (s *splitter) closed(at int) int {
	for at < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[at:])
		if !isOf(closers, r) {
			break
		}
		at += size
	}
	return at
}

// followed reports whether what follows a mark may begin a sentence.
func (s *splitter) followed(at int, manner Manner) bool {
	rest := s.text[at:]
	next, _ := utf8.DecodeRuneInString(rest)
	if rest == "" {
		return true
	}
	if !unicode.IsSpace(next) {
		return false // 7.5, example.org
	}
	next, _ = utf8.DecodeRuneInString(strings.TrimLeft(rest, " \t\r\u00a0\u202f"))
	switch {
	case next == '\n':
		return true
	case isOf(marks+wide+")]}”»", next) && next != '…' && next != '.':
		return false // "Pourquoi ?", "! !"
	}
	return manner == Jotted || !unicode.IsLower(next)
}

// asksInGreek reports whether the semicolon at a place is a question mark.
func (s *splitter) asksInGreek(at int) bool {
	before, _ := utf8.DecodeLastRuneInString(s.text[:at])
	return unicode.Is(unicode.Greek, before)
}

// leavesOut reports whether an ellipsis stands for words that were left out, with a
// blank before it: "the pump … was replaced".
func (s *splitter) leavesOut(from, end int) bool {
	before := s.text[s.start:from]
	last, _ := utf8.DecodeLastRuneInString(before)
	rest := strings.TrimLeft(s.text[end:], " \t")
	return (strings.TrimSpace(before) == "" || unicode.IsSpace(last) || last == '[') && rest != "" && rest[0] != '\n' && rest[0] != '\r'
}

// timeFollows reports whether a time follows that belongs to what was done in it:
// "8 miles! 1:24:10", "first 10k without stopping!! 58:10".
func (s *splitter) timeFollows(run string, end int) bool {
	rest := strings.TrimLeft(s.text[end:], " \t")
	return stopwatch(rest) || strings.HasPrefix(run, "!!") && minutes(rest)
}

// narrowest is the length from which on a line may be one that was broken to fit a page,
// in bytes.
const narrowest = 60

// wraps reports whether the line break at hand stands within a sentence: the next line
// goes on with a small letter, and if people jotted it down, the line is long.
func (s *splitter) wraps() bool {
	r, _ := utf8.DecodeRuneInString(s.text[s.at+1:])
	return unicode.IsLower(r) && (s.manner == Composed || s.at-1-strings.LastIndexByte(s.text[:s.at], '\n') >= narrowest)
}

// cut ends the sentence at a place, with the space behind it. What is blank is part of
// what follows.
func (s *splitter) cut(end int) {
	closed := end
	for end < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[end:])
		if !unicode.IsSpace(r) {
			break
		}
		end += size
	}
	s.at = end
	if strings.TrimSpace(s.text[s.start:end]) != "" {
		s.out = append(s.out, Part{s.start, end})
		s.start, s.leads = end, strings.HasSuffix(s.text[:closed], "\n") || strings.Contains(s.text[closed:end], "\n")
	}
}

func isOf(set string, r rune) bool { return strings.ContainsRune(set, r) }

// minutes reports whether a text begins with minutes and seconds, and nothing else in
// its sentence: "6:30 coffee" tells an hour.
func minutes(text string) bool {
	h := digits(text)
	if h == 0 || h > 2 || len(text) < h+3 || text[h] != ':' || digits(text[h+1:]) < 2 {
		return false
	}
	return len(text) == h+3 || isOf(".,!)\n", rune(text[h+3]))
}

// stopwatch reports whether a text begins with hours, minutes and seconds.
func stopwatch(text string) bool {
	h := digits(text)
	return h > 0 && h <= 2 && len(text) >= h+6 && text[h] == ':' && text[h+3] == ':' &&
		digits(text[h+1:]) >= 2 && digits(text[h+4:]) >= 2
}

// digits returns how many digits a text begins with.
func digits(text string) int {
	n := 0
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	return n
}
