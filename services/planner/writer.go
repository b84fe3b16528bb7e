package planner

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/textfold"
	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"google.golang.org/protobuf/proto"
)

const (
	byDate         = commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_DATE_RANGE
	byKeyword      = commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_KEYWORD
	byTopic        = commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TOPIC
	byQuestion     = commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_QUESTION
	byObservations = commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_OBSERVATIONS
	byTasks        = commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TASKS
)

// What one instruction holds at most, as the contract bounds it.
const (
	mostKeywords = 64
	longWord     = 200
	longQuestion = 4096
	mostPrefer   = 32
)

// A writer collects instructions and leaves out those that the run has had.
type writer struct {
	out  []*commonv1.RetrievalInstruction
	seen map[string]bool
	left int // how many there was no room for
}

func newWriter(history []*commonv1.RetrievalAttempt) *writer {
	w := &writer{seen: map[string]bool{}}
	for _, a := range history {
		w.seen[key(a.GetInstruction())] = true
	}
	return w
}

// key is the same for two instructions that look for the same.
func key(in *commonv1.RetrievalInstruction) string {
	in = proto.CloneOf(in)
	in.Id, in.Purpose, in.SubQueryIds, in.GapId = 0, "", nil, ""
	in.Topic = textfold.Fold(in.GetTopic())
	for i, k := range in.GetKeywords() {
		in.Keywords[i] = textfold.Fold(k)
	}
	slices.Sort(in.GetKeywords())
	b, err := proto.MarshalOptions{Deterministic: true}.Marshal(in)
	if err != nil {
		return in.String() // it has text that is not UTF-8, and is made of nothing else
	}
	return string(b)
}

// add numbers an instruction and keeps it, unless the run has had it.
func (w *writer) add(in *commonv1.RetrievalInstruction) {
	k := key(in)
	if w.seen[k] {
		return
	}
	w.seen[k] = true
	if len(w.out) == mostInstructions {
		w.left++
		return
	}
	in.Id = int32(len(w.out) + 1)
	w.out = append(w.out, in)
}

func (w *writer) read(r notes.Range, purpose string) {
	w.add(&commonv1.RetrievalInstruction{Strategy: byDate, DateRange: dateRange(r), Purpose: purpose})
}

func (w *writer) topic(name string, r notes.Range, purpose string) {
	if name == "" || len(name) > longWord {
		return
	}
	w.add(&commonv1.RetrievalInstruction{Strategy: byTopic, Topic: name, DateRange: dateRange(r), Purpose: purpose})
}

// keywords asks for notes with one of some words, and for what later notes say of those of them
// that plan something for the days named.
func (w *writer) keywords(words []string, r notes.Range, purpose string, named ...notes.Range) {
	words = slices.DeleteFunc(slices.Clone(words), func(k string) bool { return strings.TrimSpace(k) == "" || len(k) > longWord })
	if len(words) == 0 {
		return
	}
	w.add(&commonv1.RetrievalInstruction{
		Strategy: byKeyword, Keywords: words[:min(len(words), mostKeywords)], DateRange: dateRange(r), Purpose: purpose, Prefer: preferred(named),
	})
}

// question asks for what bears on a text, best first; the days favour notes and
// leave none out. For its general words what they cover is looked for as well.
func (w *writer) question(text string, general []*commonv1.Subject, prefer []notes.Range, form *commonv1.QueryForm, purpose string) {
	in := &commonv1.RetrievalInstruction{
		Strategy: byQuestion, Question: clipped(text, longQuestion), AnswerType: answerType(form), Order: orderOf(form), Purpose: purpose,
	}
	if len(general) > 0 {
		in.Selection = &commonv1.Selection{Subjects: general}
	}
	in.Prefer = preferred(prefer)
	w.add(in)
}

// preferred returns some days, each once.
func preferred(days []notes.Range) []*commonv1.DateRange {
	var out []*commonv1.DateRange
	for _, r := range days {
		if d := dateRange(r); d != nil && len(out) < mostPrefer && !slices.ContainsFunc(out, func(have *commonv1.DateRange) bool { return proto.Equal(have, d) }) {
			out = append(out, d)
		}
	}
	return out
}

func (w *writer) observations(s *commonv1.Selection, r notes.Range, purpose string) {
	w.add(&commonv1.RetrievalInstruction{Strategy: byObservations, Selection: s, DateRange: dateRange(r), Purpose: purpose})
}

// tasks asks for the tasks that a form is about, as a domain declares them.
func (w *writer) tasks(domain string, f *commonv1.QueryForm) {
	w.add(&commonv1.RetrievalInstruction{
		Strategy: byTasks, Selection: &commonv1.Selection{Domain: domain}, Form: f, Purpose: "The tasks that it asks for.",
	})
}

// dateRange returns nil for a range that is open at both ends.
func dateRange(r notes.Range) *commonv1.DateRange {
	if r.IsZero() {
		return nil
	}
	return &commonv1.DateRange{Start: r.Start.String(), End: r.End.String()}
}

// clipped is the beginning of a text that is too long.
func clipped(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}
