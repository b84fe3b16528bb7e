package router

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

// recent is what was kept last, and from when one looks back at it.
type recent struct {
	entries []*commonv1.Entry // newest first
	ref     timespan.Ref
}

func recentOf(req *pb.RouteRequest) recent {
	zone, err := time.LoadLocation(req.GetContext().GetTimeZone())
	if err != nil {
		zone = time.UTC // the service has refused it
	}
	return recent{req.GetRecent(), timespan.Ref{
		Now: req.GetContext().GetNow().AsTime().In(zone), WeekStart: timespan.WeekStart(req.GetContext().GetWeekStart()),
	}}
}

// How long after an entry a text may tell a value of it anew.
const (
	// atOnce: the value alone says enough. Who measures something writes the next
	// value hours later.
	atOnce = 15 * time.Minute
	// soon: a word for its subject says enough.
	soon = 30 * time.Minute
)

// lately is how many days ago an entry lies at most of which a sentence on its
// subject tells anew, if it names no day. Much happens each week again.
const lately = 5

// What it says that an entry tells something else.
const (
	probable = 0.5
	evident  = 0.8 // with a value in common, or the day on which the entry lies
)

// A restatement is a text that may tell anew what an entry tells: "oats were 60 g"
// after "80g oats with blueberries".
type restatement struct {
	figures  []figure
	times    []timespan.Span
	subject  []string // stems of the words that could name what it is about
	moved    bool     // it says of what day it is, and no more
	definite bool     // it says something of it: "oats were", rather than "60 g oats"
	several  bool     // more than one of its clauses has values: it tells what was
	vouched  bool     // it says what told it: "watch says 6h20"
}

// restated tells how much speaks for it that a text tells anew what an entry tells.
// What is told again and again, such as a weight, is new each time, unless the text
// names a day that has been or a value that stands there.
func (r recent) restated(text string) float64 {
	if len(r.entries) == 0 || comparing.MatchString(text) || instead.MatchString(text) && !definite.MatchString(text) {
		return 0
	}
	t := r.restatement(text)
	most, again := 0.0, 0
	for _, e := range r.entries {
		if e.GetCorrection() {
			continue
		}
		w, of := r.weigh(t, e)
		most = max(most, w)
		if of {
			again++
		}
	}
	if again > 1 && most <= probable {
		return 0
	}
	return max(most, r.renamed(text))
}

// restatement reads a text: what its clauses with values say.
func (r recent) restatement(text string) restatement {
	times := timespan.Scan(text, r.ref)
	rest := timespan.Strip(text, times)
	t := restatement{times: r.ofValues(text, times), vouched: vouching.MatchString(text)}
	if t.vouched {
		rest = witness.ReplaceAllString(rest, "")
	}
	said := false
	for _, clause := range clauseEnd.Split(rest, -1) {
		values := figures(clause)
		about := contentStems(besides(clause, values))
		if len(values) == 0 && (said || len(about) == 0) {
			continue
		}
		said = true
		t.several = t.several || len(values) > 0 && len(t.figures) > 0
		t.figures, t.subject = append(t.figures, values...), append(t.subject, about...)
		if len(values) > 0 || len(t.figures) == 0 {
			t.definite = definite.MatchString(clause)
		}
	}
	t.moved = len(t.figures) == 0 && len(t.times) == 1 && t.definite && len(t.subject) > 0
	return t
}

// ofValues returns the times in the first sentence that has a value besides them; all, if none
// has. "Squat 140 kg. Odd, that was easy on Friday" tells nothing of Friday's value.
func (r recent) ofValues(text string, times []timespan.Span) []timespan.Span {
	for _, s := range sentencesOf(text) {
		if len(figures(timespan.Strip(s.text, timespan.Scan(s.text, r.ref)))) > 0 {
			return slices.DeleteFunc(slices.Clone(times), func(t timespan.Span) bool { return t.Offset < s.start || t.Offset >= s.end })
		}
	}
	return times
}

var (
	// witness is what told a value.
	witness = regexp.MustCompile(`(?i)^.*?\b(?:says|said|shows|showed|has|counted|tells)\b`)
	// comparing is what puts a text beside another day or thing than it tells of.
	comparing = regexp.MustCompile(`(?i)\b(?:(?:than|as|since|vs|versus|against|instead of) (?:\pL+ )?(?:last|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|week|usual|before)\b|(?:less|more|fewer|better|worse|faster|slower|longer|shorter|heavier|lighter|higher|lower) than\b|same as\b|(?:up|down) from\b|compared)`)
	// instead tells what was done in the place of something: "5 km instead of the gym".
	instead   = regexp.MustCompile(`(?i)\binstead of\b`)
	clauseEnd = regexp.MustCompile(`[,;.!?–—]+(?:\s+|$)|\s[-–—]\s|\b(?:because|but)\b`)
	// definite says something of what it names, "oats were" and "the Meiers paid",
	// rather than that it was: "shop took £340".
	definite = regexp.MustCompile(`(?i)\b(?:was|were|is|are|cost)\b|['’]s (?:at|on|in|only|actually)\b|['’]s \d|→|->|\b(?:the|my|our|['’]s)\s.*\b(?:had|paid|gave|came|got|ran|did|made|scored|took|went|lasted|counted)\b|\S \d+ (?:had|gave|paid|got|did)\b`)
	// vouching says what told a value.
	vouching = regexp.MustCompile(`(?i)\b(?:says|said|shows|showed|has|had|counted|tells)\s+(?:only\s+)?\d`)
)

// besides returns a clause without its values.
func besides(clause string, values []figure) string {
	for _, f := range slices.Backward(values) {
		clause = clause[:f.start] + " " + clause[f.end:]
	}
	return clause
}

// weigh tells how much speaks for it that a text tells anew what an entry tells, and
// whether the entry is of the text's subject although the text names no day.
func (r recent) weigh(t restatement, e *commonv1.Entry) (weight float64, again bool) {
	if t.moved {
		return r.weighDay(t, e)
	}
	was := figures(e.GetText())
	fresh := lacking(t.figures, was)
	if len(fresh) != 1 || t.several {
		return 0, false
	}
	kin := slices.DeleteFunc(lacking(was, t.figures), func(f figure) bool { return !f.kin(fresh[0]) })
	at := r.distance(t, e)
	held := holding(e.GetText(), t.subject)
	again = held > 0 && held == len(t.subject) && at.near && !at.named && at.gap > soon
	switch {
	case len(kin) == 0 || at.elsewhere:
		return 0, again
	case len(t.subject) > 0:
		return t.weighSubject(held, len(fresh), at), again
	}
	alike := slices.ContainsFunc(kin, fresh[0].alike)
	sized := slices.ContainsFunc(kin, fresh[0].nearInSize)
	return weighValue(at.days, at.named && (fresh[0].unit != "" || alike), sized && at.gap <= atOnce || t.vouched || alike && at.gap <= soon), again
}

// A distance is how far an entry is from a text that may tell it anew.
type distance struct {
	gap       time.Duration // since it was written
	days      int           // since its day
	named     bool          // the text names its day
	elsewhere bool          // the text names other days
	near      bool          // its day is named, or none is and it is of late
}

func (r recent) distance(t restatement, e *commonv1.Entry) distance {
	d := distance{gap: r.ref.Now.Sub(e.GetTime().AsTime()), days: r.daysSince(e)}
	named, dated := r.reaches(e, t.times)
	d.named, d.elsewhere = named, dated && !named
	d.near = named || !dated && d.days <= lately
	return d
}

// weighSubject weighs a value of a subject of which an entry has so many words, where
// so many of the text's values are new to it.
func (t restatement) weighSubject(held, fresh int, at distance) float64 {
	known := t.definite && at.near
	switch {
	case 2*held < len(t.subject):
		return 0
	case at.named && at.days > 0, known && len(t.figures) > fresh:
		return evident
	case at.gap <= soon && held == len(t.subject), known, at.days == 0 && held > 1:
		return probable
	}
	return 0
}

// weighValue weighs a value without a subject: it is about an entry of another day if
// that is named, and about one of today if little time or much likeness is between.
func weighValue(days int, named, close bool) float64 {
	if days > 0 && named || days == 0 && close {
		return probable
	}
	return 0
}

// weighDay weighs another day for what an entry tells: "cinema was monday".
func (r recent) weighDay(t restatement, e *commonv1.Entry) (weight float64, again bool) {
	if holding(e.GetText(), t.subject) < len(t.subject) || r.daysSince(e) > lately || strings.Contains(e.GetText(), t.times[0].Text) {
		return 0, false
	}
	return probable, true
}

// daysSince returns how many days ago an entry lies.
func (r recent) daysSince(e *commonv1.Entry) int {
	day, err := notes.ParseDay(e.GetDate())
	if err != nil {
		return lately + 1
	}
	return notes.DayOf(r.ref.Now).Sub(day)
}

// longest is of how many days a time is at most by which somebody means an entry.
const longest = 7

// lacking returns the figures that are none of others.
func lacking(fs, others []figure) []figure {
	return slices.DeleteFunc(slices.Clone(fs), func(f figure) bool { return slices.ContainsFunc(others, f.same) })
}

// haveValueOf reports whether an entry of late, or of a day that the whole text names, has a value that
// a part of it has: as a figure, by its words, or as the digits of another, "14" in "6-14".
func (r recent) haveValueOf(text, whole string) bool {
	values, digits, words := figures(text), written.FindAllString(text, -1), search.Tokens(text)
	times := timespan.Scan(whole, r.ref)
	return slices.ContainsFunc(r.entries, func(e *commonv1.Entry) bool {
		if named, _ := r.reaches(e, times); !named && r.daysSince(e) > lately {
			return false
		}
		said := search.Tokens(e.GetText())
		return len(lacking(values, figures(e.GetText()))) < len(values) ||
			slices.ContainsFunc(written.FindAllString(e.GetText(), -1), func(n string) bool {
				return slices.Contains(digits, strings.TrimSuffix(n, ":00"))
			}) ||
			!slices.ContainsFunc(words, func(w search.Token) bool {
				return !slices.ContainsFunc(said, func(t search.Token) bool { return t.Folded == w.Folded })
			})
	})
}

// haveNameOf reports whether an entry has a word of a text that could name something, or begins
// one with it: "free" for "freestyle".
func (r recent) haveNameOf(text string) bool {
	words := search.Tokens(text)
	return slices.ContainsFunc(r.entries, func(e *commonv1.Entry) bool {
		return slices.ContainsFunc(search.Tokens(e.GetText()), func(t search.Token) bool {
			return slices.ContainsFunc(words, func(w search.Token) bool {
				return !search.Stopword(w.Stem) && (t.Stem == w.Stem || strings.HasPrefix(t.Folded, w.Folded))
			})
		})
	})
}

// written is a number as it is written, or a time of day.
var written = regexp.MustCompile(`\d+(?:[.,:]\d+)*`)

// reaches reports whether an entry lies on a day that a text names, and whether it
// names any. A night is told on the morning after.
func (r recent) reaches(e *commonv1.Entry, times []timespan.Span) (named, dated bool) {
	day, err := notes.ParseDay(e.GetDate())
	for _, t := range times {
		days := t.Range
		if n := days.Days(); n == 0 || n > longest || n > 1 && days.Contains(notes.DayOf(r.ref.Now)) {
			continue
		}
		if strings.HasSuffix(strings.ToLower(t.Text), "night") {
			days.Start, days.End = days.Start.AddDays(1), days.End.AddDays(1)
		}
		named, dated = named || err == nil && days.Contains(day), true
	}
	return named, dated
}

// swapped puts one word in the place of another: "pear, not apple".
var swapped = regexp.MustCompile(`(?i)([\pL'’ -]+?),?\s+(?:and\s+)?(?:not|rather than)\s+([\pL'’ -]+)[.!]*$`)

// withOne names who was there, beside which "5 km, not with Tom" names nobody else.
var withOne = regexp.MustCompile(`(?i)\bwith `)

// renamed tells how much speaks for it that a text puts another word in the place of
// one of the day's entries.
func (r recent) renamed(text string) float64 {
	m := swapped.FindStringSubmatch(text)
	if m == nil || withOne.MatchString(m[2]) && !withOne.MatchString(m[1]) {
		return 0
	}
	right, wrong := contentStems(m[1]), contentStems(m[2])
	if len(wrong) > 0 && slices.ContainsFunc(r.entries, func(e *commonv1.Entry) bool {
		return r.daysSince(e) == 0 && holding(e.GetText(), wrong) == len(wrong) && holding(e.GetText(), right) < len(right)
	}) {
		return probable
	}
	return 0
}

// contentStems returns the stems of the words of a text that could name something.
func contentStems(text string) []string {
	var out []string
	for _, t := range search.Tokens(content(text)) {
		if !measuring[t.Folded] {
			out = append(out, t.Stem)
		}
	}
	return out
}

// measuring are words for what is told of a thing, or how; its entry need not have
// them.
var measuring = wordSet("bill total amount count result results official time number value only got had gave paid took came went up down out end another think deserves part one both counted please kindly")

// holding returns how many of some stems a text has.
func holding(text string, stems []string) int {
	have := map[string]bool{}
	for _, t := range search.Tokens(text) {
		have[t.Stem] = true
		have[t.Folded+"s"] = true // "rdls"
	}
	n := 0
	for _, stem := range stems {
		if have[stem] {
			n++
		}
	}
	return n
}
