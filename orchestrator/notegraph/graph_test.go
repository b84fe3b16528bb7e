package notegraph

import (
	"maps"
	"slices"
	"testing"
	"time"

	clarifierv1 "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	evaluatorv1 "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	parserv1 "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	synthesizerv1 "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

func TestTheNoteGraphPassesItsCheck(t *testing.T) {
	t.Parallel()
	for _, loops := range []int{0, 1, 2, 10} {
		if _, err := New(Deps{}, Config{LoopMax: loops, WaitExpires: time.Hour}); err != nil {
			t.Errorf("loop_max %d: %v", loops, err)
		}
	}
}

func answered(state graph.State, s State, reply *notegraphv1.Reply) State {
	c := graph.Change{State: state, Event: &runv1.Event{Kind: &runv1.Event_Answered{Answered: &runv1.Answered{}}}}
	if reply != nil {
		c.Output = reply
	}
	return apply(s, c)
}

func TestWhatIsNotAnsweredCountsAsDeclined(t *testing.T) {
	t.Parallel()
	s := State{Questions: &clarifierv1.ClarifyResponse{Questions: []*commonv1.Question{
		{Id: "a", GapId: "a", Text: "How do you feel?"}, {Id: "b", GapId: "b", Text: "How much time do you have?"},
	}}}
	s = answered(WaitUser, s, &notegraphv1.Reply{Answers: []*commonv1.Clarification{{GapId: "b", Answer: "an hour"}}})
	if len(s.Clarifications) != 2 || !s.Clarifications[0].GetDeclined() || s.Clarifications[1].GetAnswer() != "an hour" {
		t.Errorf("clarifications = %v", s.Clarifications)
	}
	if s.Questions != nil {
		t.Error("the questions are still open")
	}
}

func TestACorrectionsTargetIsReadFromTheAnswer(t *testing.T) {
	t.Parallel()
	candidates := []string{"2026-02-01_10-00-00", "2026-02-02_10-00-00"}
	for answer, want := range map[string]string{
		"2026-02-02_10-00-00":              candidates[1],
		"2026-02-01_10-00-00: Bench 5x5 …": candidates[0],
		"2":                                candidates[1],
		" 1 ":                              candidates[0],
		"3":                                "",
		"the other one":                    "",
	} {
		s := State{
			Questions: &clarifierv1.ClarifyResponse{Questions: []*commonv1.Question{{Id: "t", GapId: "t"}}},
			Parsed:    &notegraphv1.Parsed{Parse: &parserv1.ParseResponse{Correction: &parserv1.Correction{CandidateEntryIds: candidates}}},
		}
		s = answered(WaitTarget, s, &notegraphv1.Reply{Answers: []*commonv1.Clarification{{GapId: "t", Answer: answer}}})
		if s.Chosen != want {
			t.Errorf("%q chose %q, want %q", answer, s.Chosen, want)
		}
	}
}

func TestEntriesKeepTheirPlaceOverSeveralRetrievals(t *testing.T) {
	t.Parallel()
	plan := &plannerv1.PlanResponse{Instructions: []*commonv1.RetrievalInstruction{
		{Id: 1, SubQueryIds: []int32{1}}, {Id: 2},
	}}
	retrieved := func(ids ...string) *notegraphv1.Retrieved {
		out := &notegraphv1.Retrieved{Results: []*retrieverv1.InstructionResult{
			{InstructionId: 1, EntryIds: ids[:1]}, {InstructionId: 2, EntryIds: ids},
		}}
		for _, id := range ids {
			out.Entries = append(out.Entries, &commonv1.EntryRef{Id: id})
		}
		return out
	}
	first := State{Plan: plan}.merge(retrieved("b", "a"))
	second := first.merge(retrieved("a", "c"))
	var ids []string
	for _, r := range second.Retrieved {
		ids = append(ids, r.GetId())
	}
	if !slices.Equal(ids, []string{"b", "a", "c"}) {
		t.Errorf("entries = %v", ids)
	}
	if got := slices.Sorted(maps.Keys(second.Found["a"])); !slices.Equal(got, []int32{0, 1}) {
		t.Errorf("a was found for parts %v, want the whole and part 1", got)
	}
	if len(first.Retrieved) != 2 || len(first.Found["a"]) != 1 {
		t.Error("folding on changed an earlier state")
	}
}

func TestEntriesOfAPartAreItsOwnAndThoseOfTheWhole(t *testing.T) {
	t.Parallel()
	notes := []*commonv1.EvidenceNote{{Entry: &commonv1.Entry{Id: "a"}}, {Entry: &commonv1.Entry{Id: "b"}}, {Entry: &commonv1.Entry{Id: "c"}}}
	notes[2].Best = &commonv1.TextRange{End: 9}
	match := &commonv1.EntryMatch{Best: &commonv1.TextRange{End: 5}, Terms: []string{"run"}, Covers: true}
	found := map[string]map[int32]*commonv1.EntryMatch{"a": {0: nil}, "b": {1: match}, "c": {0: nil, 2: match}}
	got := notesOf(notes, found, 2)
	if len(got) != 2 || got[0].GetEntry().GetId() != "a" || got[1].GetEntry().GetId() != "c" {
		t.Fatalf("notes = %v", got)
	}
	if c := got[1]; c.GetBest().GetEnd() != 5 || !c.GetCovers() || notes[2].GetCovers() {
		t.Errorf("how it answers the part is %v, and the whole %v", c, notes[2])
	}
}

func TestHowTheQuestionWasReadIsToldWithTheAnswer(t *testing.T) {
	t.Parallel()
	const notice = "I can't tell which days “Feb 30” means."
	s := apply(State{}, graph.Change{State: Plan, Event: &runv1.Event{}, Output: &notegraphv1.Planned{
		Plan: &plannerv1.PlanResponse{Notices: []string{notice}},
	}})
	s.Draft = &notegraphv1.Synthesized{Answer: &synthesizerv1.Answer{Text: "You slept 7 h."}}
	s.Evaluation = &evaluatorv1.EvaluateResponse{Verdict: commonv1.Verdict_VERDICT_PASS}
	report := outline(&graph.Run[State]{Data: s})
	if want := "You slept 7 h.\n\n" + notice; report.GetAnswer() != want {
		t.Errorf("the answer is %q", report.GetAnswer())
	}
	if !slices.Contains(report.GetWarnings(), notice) || !slices.Contains(Explanation(s).GetWarnings(), notice) {
		t.Errorf("warnings %q, explained %q", report.GetWarnings(), Explanation(s).GetWarnings())
	}
}
