package render

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// Explanation returns what would be done with an input.
func Explanation(style screen.Style, r *orchestratorv1.RunReport) string {
	t := table{style: style}
	t.row("taken for", takenFor(r))
	t.row("says", oneLine(r.GetAnswer()))
	t.row("note", oneLine(r.GetLogPortion()))
	t.row("question", oneLine(r.GetQueryPortion()))
	t.row("corrects", oneLine(r.GetCorrectionTarget()))
	t.row("domains", strings.Join(r.GetDomains(), ", "))
	for _, span := range r.GetTimeRanges() {
		t.row("time", TimeRange(span))
	}
	if f := r.GetForm(); f != nil {
		t.row("asks for", Form(f))
	}
	for _, q := range r.GetSubQueries() {
		t.row("part", fmt.Sprintf("%d. %s", q.GetId(), oneLine(q.GetQuestion())))
	}
	if len(r.GetSubQueries()) > 1 {
		t.row("parts are", enumWord(r.GetDependency().String(), "DEPENDENCY_TYPE_"))
	}
	for _, i := range r.GetInstructions() {
		t.row("look up", Instruction(i))
	}
	for _, b := range r.GetBackground() {
		t.row("models see", backgroundSize(b))
	}
	for _, q := range r.GetQuestions() {
		t.row("would ask", oneLine(q.GetText()))
	}
	out := t.String()
	if r.GetEntry() != nil {
		out += kept(style, r)
	}
	return out
}

func takenFor(r *orchestratorv1.RunReport) string {
	kind := map[commonv1.InputType]string{
		commonv1.InputType_INPUT_TYPE_LOG:        "a note",
		commonv1.InputType_INPUT_TYPE_QUERY:      "a question",
		commonv1.InputType_INPUT_TYPE_BOTH:       "a note and a question",
		commonv1.InputType_INPUT_TYPE_CORRECTION: "a correction",
		commonv1.InputType_INPUT_TYPE_TALK:       "small talk",
		commonv1.InputType_INPUT_TYPE_ACTION:     "something to do, of which a plan is proposed",
	}[r.GetInputType()]
	if q := r.GetQueryType(); q != commonv1.QueryType_QUERY_TYPE_UNSPECIFIED {
		kind += " (" + enumWord(q.String(), "QUERY_TYPE_") + ")"
	}
	return kind
}

// TimeRange returns a resolved time expression: its words, its days, and what
// was assumed.
func TimeRange(t *commonv1.TimeRange) string {
	out := span(t.GetStart(), t.GetEnd())
	if t.GetText() != "" {
		out = "“" + oneLine(t.GetText()) + "” is " + out
	}
	if t.GetStartHour() != t.GetEndHour() {
		out += fmt.Sprintf(", %02d:00 to %02d:00", t.GetStartHour(), t.GetEndHour())
	}
	if t.GetAssumed() {
		out += " (assumed)"
	}
	return out
}

func span(start, end string) string {
	switch {
	case start == "" && end == "":
		return "any day"
	case start == end:
		return start
	case start == "":
		return "until " + end
	case end == "":
		return "since " + start
	}
	return start + " to " + end
}

// Instruction returns one thing that the retriever is to look up.
func Instruction(i *commonv1.RetrievalInstruction) string {
	var what string
	switch i.GetStrategy() {
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_DATE_RANGE:
		what = "everything"
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_KEYWORD:
		joint := " or "
		if i.GetMatchAll() {
			joint = " and "
		}
		what = "the words " + oneLine(strings.Join(i.GetKeywords(), joint))
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TOPIC:
		what = "notes on " + oneLine(i.GetTopic())
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_PATTERN:
		what = "files like " + oneLine(i.GetPattern())
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_QUESTION:
		what = "the best for " + oneLine(i.GetQuestion())
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_OBSERVATIONS:
		what = "the values of " + Selection(i.GetSelection())
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TASKS:
		what = "the tasks that it asks for"
	}
	out := what + ", " + span(i.GetDateRange().GetStart(), i.GetDateRange().GetEnd())
	if i.GetPurpose() != "" {
		out += ": " + oneLine(i.GetPurpose())
	}
	return out
}

// backgroundSize returns how much of a text models are told beside the notes.
func backgroundSize(b *commonv1.BackgroundSize) string {
	what := "the context page"
	if b.GetKind() != commonv1.BackgroundKind_BACKGROUND_KIND_CONTEXT_PAGE {
		what = enumWord(b.GetKind().String(), "BACKGROUND_KIND_") + " of " + oneLine(b.GetDomain())
	}
	if b.GetOmittedBytes() > 0 {
		return fmt.Sprintf("%s, the first %d of %d bytes", what, b.GetBytes(), b.GetBytes()+b.GetOmittedBytes())
	}
	return fmt.Sprintf("%s, %d bytes", what, b.GetBytes())
}

// enumWord returns an enum's value as a word: "QUERY_TYPE_INSIGHT" is "insight".
func enumWord(name, prefix string) string {
	return strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, prefix), "_", " "))
}

// A table is rows of a name and a value. Empty values are left out, and a name
// that repeats is written once.
type table struct {
	style screen.Style
	rows  [][2]string
}

func (t *table) row(name, value string) {
	if value != "" {
		t.rows = append(t.rows, [2]string{name, value})
	}
}

func (t *table) String() string {
	widest := 0
	for _, r := range t.rows {
		widest = max(widest, len(r[0]))
	}
	pad := strings.Repeat(" ", widest+2)
	var out strings.Builder
	last := ""
	for _, r := range t.rows {
		name := r[0]
		if name == last {
			name = ""
		}
		last = r[0]
		value := t.style.Wrap(r[1], pad, pad)
		out.WriteString(t.style.Dim(fmt.Sprintf("%-*s", widest, name)) + "  " + strings.TrimPrefix(value, pad) + "\n")
	}
	return out.String()
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}
