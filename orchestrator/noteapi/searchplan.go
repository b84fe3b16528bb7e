package noteapi

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
)

// What one search looks for is bounded; what is left out is said in a warning.
const (
	keywordsMax = 64 // different words; the contract of the retriever allows no more
	spansMax    = 16 // spans of time, each a search of its own; nobody names so many
)

// A searchPlan is what a search tries, one after the other until something is found.
type searchPlan struct {
	tries    []try
	warnings []string // what of the text is left out
}

// A try is a search, and what the user is told if only this one found something.
type try struct {
	instruction *commonv1.RetrievalInstruction
	instead     string
}

var quoted = regexp.MustCompile(`"([^"]+)"`)

// planSearch makes a plan of the words of a search. Time expressions favour their
// days, unless the caller gave a range of days. What has to hold, a range or words
// that must be there, is let go of where nothing holds it: first the range.
func planSearch(text string, ref timespan.Ref, req *orchestratorv1.SearchEntriesRequest) searchPlan {
	var plan searchPlan
	var named []*commonv1.DateRange
	if req.GetDateRange() == nil {
		if spans := timespan.Scan(text, ref); len(spans) > 0 {
			text, named = timespan.Strip(text, spans), days(spans)
		}
	}
	if n := len(named); n > spansMax {
		plan.warnings = append(plan.warnings, fmt.Sprintf("The search names %d time spans; only the first %d were used.", n, spansMax))
		named = named[:spansMax]
	}
	phrases, words := keywords(text)
	must := phrases
	if req.GetMatchAll() {
		must = append(must, words...)
	}
	if n := len(phrases) + len(words); n > keywordsMax {
		plan.warnings = append(plan.warnings, fmt.Sprintf("The search has %d different words; only the first %d were used.", n, keywordsMax))
		must = must[:min(len(must), keywordsMax)]
	}
	question := strings.TrimSpace(excerpt.Of(text, excerpt.Question))
	add := func(must []string, within *commonv1.DateRange, instead string) {
		plan.tries = append(plan.tries, try{&commonv1.RetrievalInstruction{
			Id: 1, Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_QUESTION,
			Question: question, Keywords: must, Prefer: named, DateRange: within,
		}, instead})
	}
	within := req.GetDateRange()
	add(must, within, "")
	if within != nil {
		add(must, nil, fmt.Sprintf("No entry %s matches; these are from other days.", when(within)))
	}
	if len(must) > 0 {
		missing := fmt.Sprintf("No entry has %s; these come closest.", list(must, "and"))
		add(nil, within, missing)
		if within != nil {
			add(nil, nil, missing)
		}
	}
	return plan
}

// notices tells what the user should know of what was found: words that no entry
// has, and days that were named and hold nothing of what was looked for.
func notices(res *retrieverv1.RetrieveResponse, in *commonv1.RetrievalInstruction) []string {
	var out []string
	for _, m := range res.GetMissing() {
		notice := fmt.Sprintf("No entry has the word %q.", m.GetWord())
		if like := m.GetLike(); len(like) > 0 {
			notice = fmt.Sprintf("No entry has the word %q; did you mean %s?", m.GetWord(), list(like[:min(len(like), likeMax)], "or"))
		}
		out = append(out, notice)
	}
	elsewhere, there := false, false
	for _, e := range res.GetEntries() {
		if len(e.GetTerms()) > 0 {
			there = there || ofDays(e.GetEntry().GetDate(), in.GetPrefer())
			elsewhere = true
		}
	}
	if elsewhere && !there && len(in.GetPrefer()) > 0 {
		out = append(out, fmt.Sprintf("No entry from those days (%s) has these words; entries from other days do.", when(in.GetPrefer()[0])))
	}
	return append(out, res.GetWarnings()...)
}

// likeMax is how many words are offered in place of one.
const likeMax = 3

// ofDays reports whether a day lies in one of the ranges.
func ofDays(date string, ranges []*commonv1.DateRange) bool {
	day, err := notes.ParseDay(date)
	if err != nil {
		return false
	}
	for _, r := range ranges {
		if parsed, err := notes.ParseRange(r.GetStart(), r.GetEnd()); err == nil && parsed.Contains(day) {
			return true
		}
	}
	return false
}

func when(r *commonv1.DateRange) string {
	switch start, end := r.GetStart(), r.GetEnd(); {
	case start == end:
		return "of " + start
	case start == "":
		return "until " + end
	case end == "":
		return "since " + start
	default:
		return "from " + start + " to " + end
	}
}

// list writes words as a person would: "a", "b" and "c"; of many, the first few.
func list(words []string, conjunction string) string {
	const most = 5
	quoted := make([]string, 0, most+1)
	for _, w := range words[:min(len(words), most)] {
		quoted = append(quoted, strconv.Quote(w))
	}
	if more := len(words) - most; more > 0 {
		quoted = append(quoted, fmt.Sprintf("%d more", more))
	}
	last := len(quoted) - 1
	if last == 0 {
		return quoted[0]
	}
	return strings.Join(quoted[:last], ", ") + " " + conjunction + " " + quoted[last]
}

// days returns the days of spans, each range once, in their order.
func days(spans []timespan.Span) []*commonv1.DateRange {
	seen := make(map[notes.Range]bool, len(spans))
	var out []*commonv1.DateRange
	for _, s := range spans {
		if !seen[s.Range] {
			seen[s.Range] = true
			out = append(out, &commonv1.DateRange{Start: s.Range.Start.String(), End: s.Range.End.String()})
		}
	}
	return out
}

// keywords returns what to look for, each once: "phrases in quotes" and words. Words
// that say nothing are left out, unless there is nothing else.
func keywords(text string) (phrases, words []string) {
	seen := map[string]bool{}
	add := func(to *[]string, word string) {
		if word = strings.TrimSpace(word); word != "" && len(word) <= 200 && !seen[word] {
			seen[word] = true
			*to = append(*to, word)
		}
	}
	for _, m := range quoted.FindAllStringSubmatch(text, -1) {
		add(&phrases, m[1])
	}
	tokens := search.Tokens(quoted.ReplaceAllString(text, " "))
	for _, t := range tokens {
		if !search.Stopword(t.Stem) {
			add(&words, t.Text)
		}
	}
	if len(phrases)+len(words) == 0 {
		for _, t := range tokens {
			add(&words, t.Text)
		}
	}
	return phrases, words
}
