package parser

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
)

// doubted reports whether a correction may mean something else than the value that it would
// change. Then the user is asked: data that is changed wrongly is worse than data that stays.
func (c claim) doubted(in *input, ex *extract.Extractor, text string, best *candidate) bool {
	if c.after == nil || len(best.changes) == 0 {
		return false
	}
	h := newHunt(in, ex, c)
	if !c.pointsAtChange(h, best) || c.standsBeside(h, best) {
		return true
	}
	return in.req.GetChosenEntryId() == "" && (c.forgotten(in, text, best) || c.namesAnother(in, best))
}

// rememberedDays is how many days ago an entry lies at most that a text changes which names
// no day and does not say that it corrects.
const rememberedDays = 5

// announced is how a text says that it corrects, or that it speaks of what is known: "the run".
var announced = regexp.MustCompile(`(?i)` + announcing[:len(announcing)-1] + `+|\b(?:correct\pL*|typo|wrong\pL*|mis\pL+|should|meant|wrote|written|typed|logged|noted|recorded|entered|i(?:['’]d| had| have)? (?:said|put)|change|replace|fix|update|edit|instead of)\b|^\W*(?:the|my|our|that|this|those|these)\b`)

// forgotten reports whether a text that does not say that it corrects, nor what day it speaks of,
// would change an old entry: "ran 6 km, not 5" tells of today.
func (c claim) forgotten(in *input, text string, best *candidate) bool {
	day, err := notes.ParseDay(best.entry.GetDate())
	if err != nil || notes.DayOf(in.writtenAt).Sub(day) <= rememberedDays || announced.MatchString(text) || c.deictic {
		return false
	}
	return len(c.spans(in)) == 0
}

// beneficiary is what a value is for, or whom it is with: "shoes" in "40 € on shoes".
var beneficiary = regexp.MustCompile(`\b(?:on|for) (?:(?:the|my|our|some|new) )*(\p{Ll}+)|\bwith (\p{Lu}\pL*)`)

// namesAnother reports whether a correction names what the value is for, or whom it is with, and
// the entry has no such word: "45 € on books" is no price of shoes.
func (c claim) namesAnother(in *input, best *candidate) bool {
	from, to := c.around()
	told := strip(c.rest, c.spans(in), from, to)
	held := wordsOf(best.entry.GetText(), best.subject)
	for _, m := range beneficiary.FindAllStringSubmatch(told, -1) {
		name := strings.ToLower(m[1] + m[2])
		stem := search.Stem(name)
		if !search.Stopword(stem) && !saying()[stem] && !held[stem] && !held[strings.TrimSuffix(name, "s")] {
			return true
		}
	}
	return false
}

// pointsAtChange reports whether a correction fits one value of the entry's text alone, and whether
// that is the one that it would change: of "5 km, then 3 km with Ann" the
// words "with Ann" mean the 3.
func (c claim) pointsAtChange(h *hunt, best *candidate) bool {
	if !c.after.telling() || c.after.form != isNumber {
		return true
	}
	text := best.entry.GetText()
	kind := quantity.Dimension(c.after.unit)
	alike := slices.DeleteFunc(quantity.Scan(text), func(q quantity.Quantity) bool {
		return q.Unit == "" || quantity.Dimension(q.Unit) != kind
	})
	if len(alike) < 2 {
		return true
	}
	was := func(q quantity.Quantity) bool { return c.before == nil || same(q.Value, c.before.number) }
	meant := slices.DeleteFunc(slices.Clone(c.wordedAlike(text, alike)), func(q quantity.Quantity) bool { return !was(q) })
	if len(meant) == 0 {
		return !slices.ContainsFunc(alike, was) // the words mean one that was another
	}
	alike = slices.DeleteFunc(alike, func(q quantity.Quantity) bool { return !was(q) })
	for _, fits := range []func(f extract.Field) bool{c.after.slips, c.after.comparable} {
		if kept := slices.DeleteFunc(slices.Clone(meant), func(q quantity.Quantity) bool {
			return !fits(extract.Field{Numeric: true, Value: q.Value, Unit: q.Unit, Quantity: true})
		}); len(kept) > 0 {
			meant = kept
		}
	}
	changed := func(q quantity.Quantity) bool { return changedValues(h, best, q) > 0 }
	if !slices.ContainsFunc(alike, changed) {
		return h.chosen() // it was corrected before
	}
	return !slices.ContainsFunc(meant, func(q quantity.Quantity) bool { return changedValues(h, best, q) < len(meant) })
}

// standsBeside reports whether another entry tells what is right beside a value that could have been
// meant: with "ran 4 km, then 3 km" the words "the run was 4 km" may speak of its second run.
func (c claim) standsBeside(h *hunt, best *candidate) bool {
	if h.chosen() || c.before != nil || !c.after.telling() || c.after.form != isNumber {
		return false
	}
	return slices.ContainsFunc(h.entries(), func(e *commonv1.Entry) bool {
		if e == best.entry {
			return false
		}
		right, another := false, false
		for _, q := range quantity.Scan(e.GetText()) {
			if q.Unit == "" || quantity.Dimension(q.Unit) != quantity.Dimension(c.after.unit) {
				continue
			}
			f := extract.Field{Numeric: true, Value: q.Value, Unit: q.Unit, Quantity: true}
			v, ok := c.after.in(f)
			right = right || ok && same(v, q.Value)
			another = another || ok && !same(v, q.Value) && c.after.comparable(f)
		}
		return right && another
	})
}

// comparable reports whether a term is so near to what a field holds that it could be meant for it:
// the size of a value tells little of which one is meant.
func (t *term) comparable(f extract.Field) bool {
	v, ok := t.in(f)
	return ok && v <= 5*f.Value && f.Value <= 5*v
}

// wordedAlike keeps the quantities of a text in whose parts of it most words of the correction
// stand, all if no words do. What leads a quantity leads those after it that have nothing of their
// own before them: "ran" in "ran 5 km, then 3 km".
func (c claim) wordedAlike(text string, alike []quantity.Quantity) []quantity.Quantity {
	told := wordsOf(c.rest)
	content := func(part string) []search.Token {
		return slices.DeleteFunc(search.Tokens(part), func(t search.Token) bool {
			return numeral(t) || search.Stopword(t.Stem) || saying()[t.Stem]
		})
	}
	most, meant, leading := 0, alike, []search.Token(nil)
	for i, q := range alike {
		from, to := 0, len(text)
		if i > 0 {
			from = partEnd(text, alike[i-1].End, q.Start)
		}
		if i+1 < len(alike) {
			to = partEnd(text, q.End, alike[i+1].Start)
		}
		if before := content(text[from:q.Start]); len(before) > 0 {
			leading = before
		}
		n := 0
		for _, t := range slices.Concat(leading, content(text[q.End:to])) {
			if told[t.Stem] {
				n++
			}
		}
		switch {
		case n > most:
			most, meant = n, []quantity.Quantity{q}
		case n == most && n > 0:
			meant = append(meant, q)
		}
	}
	return meant
}

// partMark ends what a text says with one of its values.
var partMark = regexp.MustCompile(`(?i)[,;:.!?]\s|\n|\s(?:and|then|und|dann|y|luego)\s`)

// partEnd returns where the part of a text ends to which the first of two values belongs.
func partEnd(text string, first, second int) int {
	if m := partMark.FindStringIndex(text[first:second]); m != nil {
		return first + m[0]
	}
	return second
}

// changedValues counts the values of a quantity of an entry's text that a candidate changes.
func changedValues(h *hunt, best *candidate, q quantity.Quantity) int {
	n := 0
	for _, f := range h.fields(best.entry) {
		v, ok := quantity.Convert(q.Value, q.Unit, f.Unit)
		if f.Numeric && ok && same(v, f.Value) && slices.ContainsFunc(best.changes, func(x *pb.FieldChange) bool {
			return x.GetPath() == f.Path || strings.HasPrefix(x.GetPath(), f.Path+".")
		}) {
			n++
		}
	}
	return n
}

const saysOfDays = "It tells values of several days. Write one correction for each day."

// tellsDays reports whether clauses of a text tell values of different days, so that a value of
// one may be taken for that of another: "yesterday's run was 5 km, today's 7 km".
func tellsDays(in *input, text string) bool {
	ref := timespan.Ref{Now: in.writtenAt, WeekStart: in.weekStart}
	spans := timespan.Scan(text, ref)
	var told notes.Range
	from := 0
	for _, m := range append(mark.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		var day notes.Range
		for _, s := range spans {
			if s.Offset >= from && s.Offset < m[0] && s.Range.Days() == 1 {
				day = s.Range
			}
		}
		valued := strings.ContainsAny(timespan.Strip(text[from:m[0]], timespan.Scan(text[from:m[0]], ref)), "0123456789")
		if from = m[1]; day.IsZero() || !valued {
			continue
		}
		if !told.IsZero() && told != day {
			return true
		}
		told = day
	}
	return false
}

// withoutDateNumbers leaves out the numbers that belong to a date: the 2 of "on 2 January" is no value.
func withoutDateNumbers(in *input, text string, values []term) []term {
	spans := timespan.Scan(text, timespan.Ref{Now: in.writtenAt, WeekStart: in.weekStart})
	return slices.DeleteFunc(values, func(t term) bool {
		return t.form == isNumber && t.clock == "" && slices.ContainsFunc(spans, func(s timespan.Span) bool {
			return s.Range.Days() > 0 && s.Offset <= t.start && t.end <= s.Offset+len(s.Text) && strings.ContainsFunc(s.Text, unicode.IsLetter)
		})
	})
}
