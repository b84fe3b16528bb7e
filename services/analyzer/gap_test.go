package analyzer_test

import (
	"fmt"
	"strings"
	"testing"

	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// bare is the heavy week without anything that explains it.
func bare() question {
	q := heavyBench
	q.entries = []*commonv1.Entry{
		entry("2026-02-09 18", "Bench press 5x5 @ 80kg, moved well."),
		entry("2026-02-11 18", "Bench press 5x5 @ 80kg."),
		entry("2026-02-16 18", "Bench press 5x5 @ 80kg, felt heavy."),
		entry("2026-02-18 18", "Bench press 5x5 @ 80kg."),
	}
	return q
}

const (
	sleepGap  = "context:sleep@2026-02-16..2026-02-22"
	stressGap = "context:stress@2026-02-16..2026-02-22"
)

func TestWhyWithoutCircumstancesLooksForThem(t *testing.T) {
	t.Parallel()
	a := bare().ask(t)
	for _, id := range []string{sleepGap, stressGap} {
		g := gap(a, id)
		if g.GetType() != commonv1.GapType_GAP_TYPE_CONTEXTUAL || g.GetSeverity() != commonv1.Severity_SEVERITY_CRITICAL ||
			g.GetSearched() || len(g.GetSearchTerms()) == 0 || g.GetDateRange().GetEnd() != "2026-02-22" {
			t.Errorf("gap %s: %v", id, g)
		}
	}
	finding(t, a, "felt heavy")
	finding(t, a, "Unchanged", "bench press load 80 kg")
	wantVerdict(t, a, insufficient)
}

func TestAContextThatNoLoadedDomainKnowsNamesTheOneThatMight(t *testing.T) {
	t.Parallel()
	q := bare()
	q.domains = []string{"strength"}
	if g := gap(q.ask(t), sleepGap); !g.GetOutsideCurrentExpertise() || g.GetSuspectedDomain() != "sleep" {
		t.Errorf("gap %v", g)
	}
	q.domains = []string{"strength", "sleep"}
	if g := gap(q.ask(t), sleepGap); g.GetOutsideCurrentExpertise() {
		t.Errorf("sleep is loaded: %v", g)
	}
}

func TestWhichRetrievalsCountAsASearch(t *testing.T) {
	t.Parallel()
	week := &commonv1.DateRange{Start: "2026-02-16", End: "2026-02-22"}
	tests := []struct {
		name string
		in   *commonv1.RetrievalInstruction
		want bool
	}{
		{"one on behalf of the gap", &commonv1.RetrievalInstruction{Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_KEYWORD, Keywords: []string{"x"}, GapId: sleepGap}, true},
		{"all notes of its days", &commonv1.RetrievalInstruction{Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_DATE_RANGE, DateRange: week}, true},
		{"all notes of some of its days", &commonv1.RetrievalInstruction{Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_DATE_RANGE, DateRange: &commonv1.DateRange{Start: "2026-02-18"}}, false},
		{"its topic at any time", &commonv1.RetrievalInstruction{Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TOPIC, Topic: "sleep"}, true},
		{"another topic", &commonv1.RetrievalInstruction{Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TOPIC, Topic: "bench press"}, false},
		{"one of its words", &commonv1.RetrievalInstruction{Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_KEYWORD, Keywords: []string{"bench", "slept"}}, true},
		{"one of its words together with another", &commonv1.RetrievalInstruction{Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_KEYWORD, Keywords: []string{"bench", "slept"}, MatchAll: true}, false},
		{"files of a pattern", &commonv1.RetrievalInstruction{Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_PATTERN, Pattern: "*"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			q := bare()
			q.edit = func(r *analyzerv1.AnalyzeRequest) {
				r.RetrievalHistory = []*commonv1.RetrievalAttempt{{Attempt: 1, Instruction: tt.in}}
			}
			if got := gap(q.ask(t), sleepGap).GetSearched(); got != tt.want {
				t.Errorf("searched = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestWhatTheUserSaysClosesAGap(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		answer *commonv1.Clarification
		found  bool
	}{
		{"an answer fills it", &commonv1.Clarification{Question: "How did you sleep?", Answer: "Badly, the baby was ill."}, true},
		{"a refusal closes it", &commonv1.Clarification{Question: "How did you sleep?", Declined: true}, false},
		{"an empty answer fills nothing", &commonv1.Clarification{Question: "How did you sleep?"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			q := bare()
			q.edit = func(r *analyzerv1.AnalyzeRequest) {
				for _, id := range []string{sleepGap, stressGap} {
					c := &commonv1.Clarification{GapId: id, Question: tt.answer.GetQuestion(), Answer: tt.answer.GetAnswer(), Declined: tt.answer.GetDeclined()}
					r.Clarifications = append(r.Clarifications, c)
				}
			}
			a := q.ask(t)
			if g := gap(a, sleepGap); g.GetFound() != tt.found || g.GetSeverity() != commonv1.Severity_SEVERITY_NICE_TO_HAVE {
				t.Errorf("gap %v", g)
			}
			if said := findingOf(a, "you said: “Badly, the baby was ill.”") != nil; said != tt.found {
				t.Errorf("the answer is a finding: %v", said)
			}
			wantVerdict(t, a, sufficient)
		})
	}
}

func TestARefusalDoesNotMakeDataOfNothing(t *testing.T) {
	t.Parallel()
	a := question{
		text: "How often did I swim?", kind: simple, subjects: []string{"swimming"}, domains: []string{"swimming"}, entries: story(),
		edit: func(r *analyzerv1.AnalyzeRequest) {
			r.Clarifications = []*commonv1.Clarification{{GapId: "topic:swimming", Question: "Did you swim?", Declined: true}}
		},
	}.ask(t)
	if g := gap(a, "topic:swimming"); g.GetSeverity() != commonv1.Severity_SEVERITY_NICE_TO_HAVE || g.GetFound() {
		t.Errorf("gap %v", g)
	}
	wantVerdict(t, a, insufficient)
}

func TestAGapThatHasBeenFilledComesBackAsFound(t *testing.T) {
	t.Parallel()
	q := heavyBench
	q.edit = func(r *analyzerv1.AnalyzeRequest) {
		r.KnownGaps = []*commonv1.Gap{{
			Id: sleepGap, Description: "No sleep.", Type: commonv1.GapType_GAP_TYPE_CONTEXTUAL,
			Severity: commonv1.Severity_SEVERITY_CRITICAL, Searched: true,
		}}
	}
	if g := gap(q.ask(t), sleepGap); !g.GetFound() || !g.GetSearched() || g.GetSeverity() != commonv1.Severity_SEVERITY_NICE_TO_HAVE {
		t.Errorf("gap %v", g)
	}
}

func TestWhyWithoutAnythingBeforeAsksForIt(t *testing.T) {
	t.Parallel()
	q := heavyBench
	q.entries = story()[9:]
	a := q.ask(t)
	g := gap(a, "time:baseline@2026-02-09..2026-02-15")
	if g.GetType() != commonv1.GapType_GAP_TYPE_TEMPORAL || g.GetSeverity() != commonv1.Severity_SEVERITY_NICE_TO_HAVE {
		t.Errorf("gap %v of\n%s", g, print(a))
	}
	finding(t, a, "coincides with pressure at work")
	wantVerdict(t, a, sufficient)
}

func TestAnUnclearQuestionIsAskedBack(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		q    question
		id   string
	}{
		{"about nothing", question{text: "And what about it?", kind: simple}, "question:subject"},
		{"a comparison of nothing", question{text: "Can you compare?", kind: comparison}, "question:compare"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.q.entries = story()
			a := tt.q.ask(t)
			if g := gap(a, tt.id); g.GetType() != commonv1.GapType_GAP_TYPE_CLARIFICATION || g.GetSeverity() != commonv1.Severity_SEVERITY_CRITICAL {
				t.Errorf("gap %v of\n%s", g, print(a))
			}
			wantVerdict(t, a, insufficient)
		})
	}
}

func TestASpanWithoutNotesIsAGap(t *testing.T) {
	t.Parallel()
	a := question{text: "What did I do last week?", kind: simple, ranges: []*commonv1.ScopeRange{lastWeek}, entries: story()[:8]}.ask(t)
	if g := gap(a, "time:notes@2026-02-16..2026-02-22"); g.GetType() != commonv1.GapType_GAP_TYPE_TEMPORAL {
		t.Errorf("gap %v of\n%s", g, print(a))
	}
	wantVerdict(t, a, insufficient)
}

func TestWhatNoNoteTellsIsAGap(t *testing.T) {
	t.Parallel()
	entries := []*commonv1.Entry{
		entry("2026-01-25 08", "Weighed in at 79.8 kg."), entry("2026-02-08 08", "Weighed in at 80.1 kg."),
		entry("2026-02-09 20", "Coffee with Maya."), entry("2026-02-10 20", "Skipped lunch."), entry("2026-02-11 20", "Sang all the way up Sydney Road."),
		entry("2026-02-12 20", "Lena was here, and Tom rang about the release."),
	}
	for text, subjects := range map[string][]string{
		"did i get a raise":                                 nil,
		"how many times did i have lunch with maya":         {"lunch", "maya"},
		"did i ever go to Sydney":                           {"sydney"},
		"how many days between the release and the wedding": {"release", "wedding"},
		"how often does lena get migraines":                 {"lena", "migraines"},
	} {
		a := question{text: text, kind: simple, subjects: subjects, domains: []string{"general", "nutrition"}, entries: entries}.ask(t)
		if a.GetVerdict() != insufficient {
			t.Errorf("%s is answered by\n%s", text, print(a))
		}
	}
}

func TestAPageOfWordsIsReadSoon(t *testing.T) {
	t.Parallel()
	var subjects []string
	for i := range 2000 {
		subjects = append(subjects, fmt.Sprintf("word%d", i))
	}
	text := "When did I write of " + strings.Join(subjects, " ") + "?"
	a := question{text: text, kind: simple, subjects: append(subjects, text), entries: diary()}.ask(t)
	for _, g := range a.GetGaps() {
		if len(g.GetDescription()) > 2000 {
			t.Errorf("a gap says %d bytes", len(g.GetDescription()))
		}
	}
	if n := len(a.GetGaps()); n > 40 {
		t.Errorf("%d gaps", n)
	}
}

func TestOneKindOfSpendingIsNotAnother(t *testing.T) {
	t.Parallel()
	a := question{
		text: "how much was the electric bill in february", kind: simple, subjects: []string{"electric bill"}, domains: []string{"money"},
		entries: []*commonv1.Entry{entry("2026-02-12 10", "Gas bill $211.40. For one man"), entry("2026-02-18 10", "Truck. Water pump weeping. Part is 62.50, ordered it")},
	}.ask(t)
	if gap(a, "topic:electric-bill") == nil {
		t.Errorf("no gap says that there is no electric bill in\n%s", print(a))
	}
	wantVerdict(t, a, insufficient)
}

func TestOneVersionIsNotAnother(t *testing.T) {
	t.Parallel()
	a := question{
		text: "when is the release of harbor 5.0", kind: simple, subjects: []string{"release", "harbor"}, domains: []string{"work"},
		entries: []*commonv1.Entry{entry("2026-01-05 10", "Release of Harbor 4.0 is now officially Friday Feb 20.")},
	}.ask(t)
	wantVerdict(t, a, insufficient)
}
