package scenario

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/test/mesh"
)

// A told is a note and how many days before the question it was kept.
type told struct {
	daysAgo int
	text    string
}

// keep has a mesh keep notes, the oldest first.
func keep(t *testing.T, m *mesh.Mesh, all []told) {
	t.Helper()
	for _, n := range all {
		in := mesh.InputAt(n.text, mesh.Now().AddDate(0, 0, -n.daysAgo))
		in.Intent = commonv1.InputType_INPUT_TYPE_LOG
		if r, _ := m.Process(t, in); r.GetEntry().GetId() == "" {
			t.Fatalf("%q was not kept: %v %s", n.text, r.GetStatus(), r.GetFailure())
		}
	}
}

// ask asks a question that is one, however it looks.
func ask(t *testing.T, m *mesh.Mesh, question string) *orchestratorv1.RunReport {
	t.Helper()
	in := mesh.Input(question)
	in.Intent = commonv1.InputType_INPUT_TYPE_QUERY
	r, _ := m.Process(t, in)
	return r
}

// aggregates are the computed values of an answer.
func aggregates(r *orchestratorv1.RunReport) []*commonv1.Fact {
	return slices.DeleteFunc(slices.Clone(r.GetFacts()), func(f *commonv1.Fact) bool {
		return f.GetKind() != commonv1.FactKind_FACT_KIND_AGGREGATE && f.GetKind() != commonv1.FactKind_FACT_KIND_CHANGE
	})
}

func hasGap(r *orchestratorv1.RunReport, reason commonv1.GapReason) bool {
	return slices.ContainsFunc(r.GetGaps(), func(g *commonv1.Gap) bool { return g.GetReason() == reason })
}

// What is said of a number is what its notes declare, and nothing else.
func TestANumberIsToldOnlyIfItWasDeclared(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		notes    []told
		question string
		value    float64 // that is computed; 0 if none may be
		words    []string
		not      []string
	}{
		{"own runs add up, and each is shown", []told{{9, "ran 5 km along the river"}, {5, "ran 7.5 km in the woods"}},
			"How far did I run in the last 14 days?", 12.5, []string{"12.5 km", "5 km", "7.5 km"}, nil},
		{"somebody else's is not the writer's", []told{{9, "ran 5 km along the river"}, {5, "Tom ran 12 km today"}},
			"How far did I run in the last 14 days?", 5, []string{"5 km"}, []string{"17 km", "12 km"}},
		{"what was not done or is planned does not count", []told{{9, "ran 5 km"}, {6, "didn't run 8 km after all"}, {4, "want to run 10 km on Sunday"}},
			"How far did I run in the last 14 days?", 5, []string{"5 km"}, []string{"13 km", "15 km", "23 km"}},
		{"a word that nothing takes into account makes it a quotation", []told{{9, "ran 5 km with the blue shoes"}, {5, "ran 7 km barefoot"}},
			"How far did I run barefoot in the last 14 days?", 0, []string{"barefoot"}, []string{"12 km"}},
		{"a number that nobody could place makes it a list", []told{{9, "ran 5 km along the river"}, {5, "run with the club, 8 km or was it 9?? then 3.7 on top"}},
			"How far did I run in the last 14 days?", 0, []string{"5 km"}, nil},
		{"a number of something else in another clause is told and not counted", []told{{9, "ran 5 km along the river, then 4 km on the boat"}, {5, "ran 7.5 km in the woods"}},
			"How far did I run in the last 14 days?", 12.5, []string{"12.5 km"}, []string{"16.5"}},
		{"currencies are not added up", []told{{9, "paid 30 € for dinner"}, {5, "paid $20 for a taxi"}},
			"How much did I spend in the last 14 days?", 0, []string{"30", "20"}, []string{"50"}},
		{"money adds up where notes say that it was spent", []told{{9, "paid 62 € for a hotel"}, {5, "spent 45 € on a hotel"}},
			"How much did I spend on travel?", 107, []string{"107", "62", "45"}, nil},
		{"money without such a word is shown and not added", []told{{9, "paid 62 € for a hotel"}, {6, "tuned the hotel piano, 110 €"}, {5, "spent 45 € on a hotel"}},
			"How much did I spend on travel?", 0, []string{"110", "62", "45"}, []string{"217", "107"}},
		{"what no domain declares is quoted", []told{{9, "Found 12 eggs in the coop"}, {5, "Found 9 eggs in the coop"}},
			"How many eggs did I find in the coop?", 0, []string{"12 eggs", "9 eggs"}, []string{"21"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := mesh.InProcess(t, mesh.EmptyVault(t), "")
			keep(t, m, tt.notes)
			r := ask(t, m, tt.question)
			facts := aggregates(r)
			if tt.value == 0 && len(facts) > 0 && tt.name != "currencies are not added up" {
				t.Errorf("it computes %v", facts)
			}
			if tt.value != 0 && (len(facts) != 1 || facts[0].GetValue() != tt.value) {
				t.Errorf("it computes %v, want %v", facts, tt.value)
			}
			wantWords(t, r.GetAnswer(), tt.words...)
			for _, word := range tt.not {
				if mesh.ByRules() && strings.Contains(r.GetAnswer(), word) {
					t.Errorf("it says %q:\n%s", word, r.GetAnswer())
				}
			}
			wantGrounded(t, m, r)
		})
	}
}

func TestACorrectedValueCountsAsCorrected(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	keep(t, m, []told{{9, "ran 9 km along the river"}, {5, "ran 5 km in the woods"}})
	in := mesh.InputAt("Correction: the run along the river was 7.4 km, not 9", mesh.Now().AddDate(0, 0, -3))
	if r, _ := m.Process(t, in); r.GetCorrected().GetId() == "" {
		t.Fatalf("it corrects nothing: %v %v", r.GetStatus(), r.GetParseNotes())
	}
	r := ask(t, m, "How far did I run in the last 14 days?")
	if facts := aggregates(r); len(facts) != 1 || facts[0].GetValue() != 12.4 {
		t.Errorf("it computes %v, want 12.4: %s", facts, r.GetAnswer())
	}
}

func TestNoAdviceIsGivenAndRestrictionsComeFirst(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	keep(t, m, []told{{30, "ran 8 km, felt great"}, {20, "ran 10 km along the river"}, {6, "doctor says no running for six weeks because of the knee"}, {4, "bought new running shoes"}})
	r := ask(t, m, "Should I run today?")
	answer := r.GetAnswer()
	at := strings.Index(answer, "no running for six weeks")
	if at < 0 {
		t.Fatalf("the doctor's word is missing:\n%s", answer)
	}
	for _, other := range []string{"felt great", "along the river", "new running shoes"} {
		if i := strings.Index(answer, other); i >= 0 && i < at {
			t.Errorf("%q comes before what stands against it:\n%s", other, answer)
		}
	}
	for _, advice := range []string{"you should", "usual level", "i recommend", "next step"} {
		if strings.Contains(strings.ToLower(answer), advice) {
			t.Errorf("it gives advice:\n%s", answer)
		}
	}
	wantGrounded(t, m, r)
}

func TestAbsenceIsSaidInTheUsersWordsAndNoWordIsReplaced(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	keep(t, m, []told{{9, "Took the garbage out late"}, {5, "Swept the yard"}})
	r := ask(t, m, "When did I clean the garage?")
	if mesh.ByRules() && !strings.Contains(r.GetAnswer(), "garage") || !hasGap(r, commonv1.GapReason_GAP_REASON_NO_NOTES) {
		t.Errorf("it does not say that no note mentions the garage: %v\n%s", r.GetGaps(), r.GetAnswer())
	}
	if strings.Contains(r.GetAnswer(), "garbage") {
		t.Errorf("the garage became garbage:\n%s", r.GetAnswer())
	}
}

func TestWhatNoNoteSaysIsToldBeforeTheClosestIsShown(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	keep(t, m, []told{{20, "Flea market, bought a lamp"}, {9, "Lunch with Ben, he was late"}, {5, "A1c 6.8, down from 7.4"}})
	for question, closest := range map[string]string{
		"What did the lamp cost?":                "bought a lamp",
		"When did Ben get his license?":          "lunch with ben",
		"How was my A1c before the antibiotics?": "a1c 6.8",
	} {
		r := ask(t, m, question)
		if mesh.ByRules() {
			wantWords(t, r.GetAnswer(), "closest notes")
		}
		wantWords(t, r.GetAnswer(), closest)
		wantGrounded(t, m, r)
	}
}

func TestDaysWithoutNotesAreToldByTheNotesThatSpeakOfThem(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	on := mesh.Now().AddDate(0, 0, 3)
	keep(t, m, []told{{40, "Swam 1 km"}, {8, "Booked the ferry for " + on.Format("2006-01-02")}, {2, "Rain all day"}})
	r := ask(t, m, "What am I doing on "+on.Format("January 2")+"?")
	wantTemplates(t, r.GetAnswer(), "booked the ferry")
	for _, other := range []string{"Rain all day", "Swam"} {
		if mesh.ByRules() && strings.Contains(r.GetAnswer(), other) {
			t.Errorf("%q is of no such day:\n%s", other, r.GetAnswer())
		}
	}
	wantGrounded(t, m, r)
	r = ask(t, m, "What happened on "+mesh.Now().AddDate(0, 0, -30).Format("2006-01-02")+"?")
	if mesh.ByRules() && !strings.HasPrefix(r.GetAnswer(), "There are no notes") || !hasGap(r, commonv1.GapReason_GAP_REASON_NO_NOTES) {
		t.Errorf("gaps %v\n%s", r.GetGaps(), r.GetAnswer())
	}
}

func TestWhatNotesForbidOfSomethingElseIsNoRestriction(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	keep(t, m, []told{{20, "Allergic to penicillin, the doctor says"}, {9, "No breakfast, coffee only"}, {5, "Twisted my knee on the stairs, injured"}})
	for question, restricts := range map[string]bool{"Should I have another coffee?": false, "Should I run today?": true} {
		r := ask(t, m, question)
		if got := strings.Contains(r.GetAnswer(), "What may argue against it"); mesh.ByRules() && got != restricts {
			t.Errorf("%s\n%s", question, r.GetAnswer())
		}
		if strings.Contains(r.GetAnswer(), "penicillin") && restricts {
			t.Errorf("%s\n%s", question, r.GetAnswer())
		}
	}
}

func TestWordsOfTimeNeverEmptyAnAnswer(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	keep(t, m, []told{{60, "The plumber fixed the boiler, 3 years of warranty"}})
	r := ask(t, m, "What did the plumber fix last week?")
	wantWords(t, r.GetAnswer(), "fixed the boiler")
	if !hasGap(r, commonv1.GapReason_GAP_REASON_NO_NOTES) && !hasGap(r, commonv1.GapReason_GAP_REASON_NOT_STATED) {
		t.Errorf("it does not say that it is of another time: %v\n%s", r.GetGaps(), r.GetAnswer())
	}
}

// Only the user knows how it is now. What he says is used, as his word.
func TestPresentStateIsAskedAndTheAnswerIsTheUsersWord(t *testing.T) {
	t.Parallel()
	start := func(t *testing.T, set ...config.Override) (*mesh.Mesh, *orchestratorv1.RunReport) {
		m, stop := mesh.Start(t, mesh.EmptyVault(t), "", set...)
		t.Cleanup(stop)
		keep(t, m, []told{{3, "Felt tired all day, slept 5 h"}, {1, "Long walk by the lake"}})
		r := ask(t, m, "How do I feel right now?")
		if r.GetStatus() != orchestratorv1.RunReport_WAITING || len(r.GetQuestions()) == 0 {
			t.Fatalf("it ended %v and asks %v: %s", r.GetStatus(), r.GetQuestions(), r.GetAnswer())
		}
		return m, r
	}
	t.Run("answered", func(t *testing.T) {
		t.Parallel()
		m, r := start(t)
		r = m.Answer(t, &orchestratorv1.AnswerRunRequest{RunId: r.GetRunId(),
			Answers: []*orchestratorv1.QuestionAnswer{{QuestionId: r.GetQuestions()[0].GetId(), Text: "my head aches and I'm worn out"}}})
		if r.GetStatus() != orchestratorv1.RunReport_COMPLETED || strings.Contains(r.GetAnswer(), "did not pass its own check") {
			t.Errorf("it ended %v:\n%s", r.GetStatus(), r.GetAnswer())
		}
		wantWords(t, r.GetAnswer(), "you said", "my head aches and i'm worn out")
	})
	t.Run("declined", func(t *testing.T) {
		t.Parallel()
		m, r := start(t)
		r = m.Answer(t, &orchestratorv1.AnswerRunRequest{RunId: r.GetRunId(), Decline: true})
		wantUnsaid(t, r)
	})
	t.Run("never answered", func(t *testing.T) {
		t.Parallel()
		m, r := start(t, config.Override{Path: "runs.wait_expires", Value: "1s"})
		wantUnsaid(t, end(t, m.API, r.GetRunId()))
	})
}

// wantUnsaid checks the answer of a run whose user did not say how it is now.
func wantUnsaid(t *testing.T, r *orchestratorv1.RunReport) {
	t.Helper()
	if mesh.ByRules() && r.GetStatus() != orchestratorv1.RunReport_PARTIAL || !hasGap(r, commonv1.GapReason_GAP_REASON_PRESENT_STATE) {
		t.Errorf("it ended %v, gaps %v:\n%s", r.GetStatus(), r.GetGaps(), r.GetAnswer())
	}
	wantTemplates(t, r.GetAnswer(), "only you can say how it is right now")
	if strings.Contains(strings.ToLower(r.GetAnswer()), "you said") {
		t.Errorf("it tells what nobody said:\n%s", r.GetAnswer())
	}
}

func TestAFollowUpIsCompletedFromTheConversation(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	keep(t, m, []told{{40, "ran 9 km"}, {9, "ran 5 km"}, {5, "ran 7 km"}})
	in := mesh.Input("and in January?")
	in.Intent = commonv1.InputType_INPUT_TYPE_QUERY
	in.Session = []string{"How far did I run in February?", "weft: You ran 12 km in February 2026."}
	r, _ := m.Process(t, in)
	if facts := aggregates(r); len(facts) != 1 || facts[0].GetValue() != 9 {
		t.Errorf("it computes %v, want 9 km of January: %q\n%s", facts, r.GetQueryPortion(), r.GetAnswer())
	}
	if r.GetCompletedFrom() != "and in January?" || r.GetQueryPortion() != "How far did I run in January?" {
		t.Errorf("%q was understood as %q", r.GetCompletedFrom(), r.GetQueryPortion())
	}
}

// A follow-up that nothing completes with certainty is not guessed at, and
// nobody is asked what he means without choices to offer.
func TestAFollowUpThatIsUnclearIsNotGuessedAt(t *testing.T) {
	t.Parallel()
	if !mesh.ByRules() {
		t.Skip("a model may tell what is meant from the notes")
	}
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	keep(t, m, []told{{9, "Knee hurts on the stairs"}, {2, "Knee much better, walked down all stairs"}})
	r := ask(t, m, "Is it better?")
	if r.GetStatus() != orchestratorv1.RunReport_PARTIAL || len(r.GetQuestions()) > 0 || !hasGap(r, commonv1.GapReason_GAP_REASON_AMBIGUOUS) {
		t.Errorf("it ended %v and asks %v: %s", r.GetStatus(), r.GetQuestions(), r.GetAnswer())
	}
	wantWords(t, r.GetAnswer(), "name it")
}
