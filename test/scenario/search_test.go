package scenario

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/config"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"github.com/weft-mesh/weft/test/mesh"
)

// search is what a retrieval looks for, whatever it is for.
func search(in *commonv1.RetrievalInstruction) string {
	words := slices.Sorted(slices.Values(in.GetKeywords()))
	r := in.GetDateRange()
	return strings.ToLower(fmt.Sprintf("%v %s..%s %q all=%t %q %q %q %v %v", in.GetStrategy(), r.GetStart(), r.GetEnd(), words, in.GetMatchAll(), in.GetTopic(), in.GetPattern(), in.GetQuestion(), in.GetPrefer(), in.GetSelection()))
}

// states are those that a run went through, in order.
func states(r *orchestratorv1.RunReport) []string {
	var out []string
	for _, s := range r.GetTimings() {
		out = append(out, s.GetState())
	}
	return out
}

func count(all []string, one string) (n int) {
	for _, s := range all {
		if s == one {
			n++
		}
	}
	return n
}

// A run that is not satisfied, or that had to look first for a day, plans again.
// Whatever it then looks for, it has not looked for before: not for a gap, not for
// the evaluation, not for a part.
func TestNoSearchIsMadeTwiceInARun(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.ExampleVault(t), "")
	again := 0
	for _, question := range []string{
		"How's my swimming progress?",
		"How was my swimming last week?",
		"Why was I tired last week and what should I change?",
		"Why did my bench press feel heavy last week?",
		"Did I see a film last week?",
		"Compare morning vs evening workouts",
		"What did I eat Tuesday and how much protein?",
		"Analyze my sleep, workouts, and nutrition this month",
		"How many unicorns did I meet last week, and why?",
		"Should I deload this week?",
		"What does alcohol do to my sleep?",
		"What did I do the day after the cinema?", // notes tell first when that was
		"What did I eat the day after I bought the lamp?",
		"What did I note the day before the raclette?",
	} {
		r := m.Ask(t, question)
		made := map[string]bool{}
		for _, in := range r.GetInstructions() {
			if s := search(in); made[s] {
				t.Errorf("%q looks twice for %s", question, s)
			} else {
				made[s] = true
			}
		}
		if len(made) == 0 {
			t.Errorf("%q looks for nothing", question)
		}
		if count(states(r), "RETRIEVE") > 1 {
			again++
		}
	}
	if again < 3 {
		t.Errorf("only %d of the questions were looked up again: they show nothing", again)
	}
}

// What was asked about lies before the days that were asked about. It is shown, and
// it is said that it is of other days.
func TestNotesOfOtherDaysAreShownAsSuch(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.ExampleVault(t), "")
	for _, tt := range []struct{ question, start, end, day, says string }{
		{"How was the cinema last week?", "2026-02-16", "2026-02-22", "2026-01-09", "no note from last week"},
		{"Where did I buy a lamp last week?", "2026-02-16", "2026-02-22", "2026-01-31", "no note from last week"},
		{"How was the cinema on Feb 3?", "2026-02-03", "2026-02-03", "2026-01-09", "no note from tue 3 feb"},
	} {
		r := ask(t, m, tt.question)
		if len(r.GetCitations()) == 0 || r.GetCitations()[0].GetDate() != tt.day {
			t.Errorf("%q does not show the note of %s first: %v", tt.question, tt.day, r.GetCitations())
		}
		if !slices.ContainsFunc(r.GetGaps(), func(g *commonv1.Gap) bool {
			return g.GetReason() == commonv1.GapReason_GAP_REASON_NO_NOTES && len(g.GetRanges()) == 1 &&
				g.GetRanges()[0].GetStart() == tt.start && g.GetRanges()[0].GetEnd() == tt.end
		}) {
			t.Errorf("%q: no gap says that there is none of %s to %s: %v", tt.question, tt.start, tt.end, r.GetGaps())
		}
		for _, f := range r.GetFindings() {
			if f.GetKind() != commonv1.FindingKind_FINDING_KIND_CLOSEST {
				t.Errorf("%q: notes of other days are shown as %v", tt.question, f.GetKind())
			}
		}
		wantTemplates(t, r.GetAnswer(), tt.says)
		wantGrounded(t, m, r)
	}
}

// Nobody is asked for what the notes may hold before they were searched, and
// every domain that may bear on it was loaded.
func TestTheNotesAreSearchedBeforeTheUserIsAsked(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.ExampleVault(t), "")
	for _, question := range []string{
		"How do I feel right now?",
		"Am I hungry?",
	} {
		r := ask(t, m, question)
		way := states(r)
		clarify := slices.IndexFunc(way, func(s string) bool { return s == "CLARIFY" || s == "SYNTHESIZE" })
		if clarify < 0 || r.GetStatus() != orchestratorv1.RunReport_WAITING {
			t.Errorf("%q ended %v and asks nobody: %v\n%s", question, r.GetStatus(), way, r.GetAnswer())
			continue
		}
		retrieve, expand := slices.Index(way, "RETRIEVE"), slices.Index(way, "EXPAND_DOMAIN")
		if retrieve < 0 || retrieve > clarify || expand > clarify {
			t.Errorf("%q: asks the user before it has searched: %v", question, way)
		}
	}
}

func TestQuestionsInPartsRunAsTheirPartsDepend(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.ExampleVault(t), "")
	const (
		dependent = commonv1.DependencyType_DEPENDENCY_TYPE_DEPENDENT
		coupled   = commonv1.DependencyType_DEPENDENCY_TYPE_COUPLED
		apart     = commonv1.DependencyType_DEPENDENCY_TYPE_INDEPENDENT
	)
	for _, tt := range []struct {
		question string
		how      commonv1.DependencyType
		parts    int
		answered bool // each part by itself
		words    []string
	}{
		{"Why was bench heavy and how to fix it?", dependent, 2, true, []string{"heavy", "that decision is yours"}},
		{"Why am I plateauing and what program should I try?", dependent, 2, false, []string{"plateau", "that decision is yours"}},
		{"What did I eat Tuesday and how much protein?", apart, 2, false, []string{"pizza", "protein"}},
		{"How far did I run in January and how much did I sleep in February", apart, 2, true, []string{"76.5 km", "153 h"}},
		{"How much did I sleep and how many times did I run in January?", apart, 2, true, []string{"215 h", "in 12 notes"}},
		// A domain is loaded for the second.
		{"How many times did I run and how many times did I lift in January?", apart, 2, true, []string{"in 12 notes"}},
		{"How far did I run in January and how far in February?", apart, 2, true, []string{"76.5 km", "63 km"}},
		{"Analyze my sleep, workouts, and nutrition this month", coupled, 1, false, []string{"nutrition"}}, // a list is ranked as one
	} {
		r := m.Ask(t, tt.question)
		if r.GetDependency() != tt.how || len(r.GetSubQueries()) != tt.parts {
			t.Errorf("%q has %d parts, %v; want %d, %v", tt.question, len(r.GetSubQueries()), r.GetDependency(), tt.parts, tt.how)
		}
		for _, part := range r.GetSubQueries() {
			if tt.answered && !slices.ContainsFunc(r.GetFindings(), func(f *commonv1.Finding) bool { return f.GetSubQueryId() == part.GetId() }) {
				t.Errorf("%q: nothing is found for part %d", tt.question, part.GetId())
			}
		}
		wantTemplates(t, r.GetAnswer(), tt.words...)
		wantGrounded(t, m, r)
	}
}

// The longest inputs that are taken get an answer like any other, whatever is in
// them.
func TestTheLongestQuestionsAreAnswered(t *testing.T) {
	t.Parallel()
	m, stop := mesh.Start(t, mesh.ExampleVault(t), "", // they take a second, and many times that on a busy machine under the race detector
		config.Override{Path: "runs.step_timeout", Value: "5m"}, config.Override{Path: "runs.wall_time", Value: "10m"})
	t.Cleanup(stop)
	m.Patience = 10 * time.Minute
	for name, question := range map[string]string{
		"one sentence, then the rest of a page": "How much did I sleep last week? " + strings.Repeat("I could not tell it from what I see here, and it bothers me. ", 1000),
		"many questions":                        strings.Repeat("How did I sleep, and why was it bad? ", 1600),
		"one word without end":                  "why " + strings.Repeat("a", 60<<10),
		"many words":                            manyWords(60 << 10),
	} {
		in := mesh.Input(question)
		in.Intent = commonv1.InputType_INPUT_TYPE_QUERY
		r, _ := m.Process(t, in)
		if s := r.GetStatus(); s != orchestratorv1.RunReport_COMPLETED && s != orchestratorv1.RunReport_PARTIAL || r.GetAnswer() == "" {
			t.Errorf("%s: it ended %v: %s %s", name, s, r.GetFailure(), r.GetAnswer())
		}
	}
}

// manyWords are different words, as many as fit.
func manyWords(size int) string {
	var b strings.Builder
	b.WriteString("When did I write of")
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, " word%c%c%c", 'a'+i%26, 'a'+i/26%26, 'a'+i/676%26)
	}
	return b.String() + "?"
}

// What is asked to hold and does not is let go of and told; words of time and words
// that no note has leave nothing out.
func TestASearchFindsWhatComesClosestAndSaysWhatItLetGoOf(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.ExampleVault(t), "")
	for _, tt := range []struct {
		name    string
		req     *orchestratorv1.SearchEntriesRequest
		first   string // the day of the entry that comes first, or a part of its text
		warning string // "" if there is none
	}{
		{"a question", &orchestratorv1.SearchEntriesRequest{Text: "Where did I buy a lamp?"}, "2026-01-31", ""},
		{"a time when it was not", &orchestratorv1.SearchEntriesRequest{Text: "raclette last week"}, "2025-12-31", "No entry from those days (from 2026-02-16 to 2026-02-22) has these words; entries from other days do."},
		{"a time when it was", &orchestratorv1.SearchEntriesRequest{Text: "bench press on February 16"}, "2026-02-16", ""},
		{"days that must be", &orchestratorv1.SearchEntriesRequest{Text: "raclette", DateRange: &commonv1.DateRange{Start: "2026-02-01"}}, "2025-12-31", "No entry since 2026-02-01 matches; these are from other days."},
		{"a phrase that nobody wrote", &orchestratorv1.SearchEntriesRequest{Text: `"raclette lamp"`}, "", `No entry has "raclette lamp"; these come closest.`},
		{"all of words that no entry shares", &orchestratorv1.SearchEntriesRequest{Text: "raclette lamp", MatchAll: true}, "", `No entry has "raclette" and "lamp"; these come closest.`},
		{"a slip", &orchestratorv1.SearchEntriesRequest{Text: "raclete"}, "nothing", `No entry has the word "raclete"; did you mean "raclette"?`},
		{"a word that only looks like another", &orchestratorv1.SearchEntriesRequest{Text: "racketeer"}, "nothing", `No entry has the word "racketeer".`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.req.Now, tt.req.TimeZone = mesh.Input("").GetNow(), mesh.Zone
			found, err := m.API.SearchEntries(t.Context(), tt.req)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(found.GetWarnings(), "\n"); got != tt.warning {
				t.Errorf("warnings %q, want %q", got, tt.warning)
			}
			if tt.first == "nothing" {
				if found.GetTotal() != 0 {
					t.Errorf("found %v", found.GetEntries())
				}
				return
			}
			if len(found.GetEntries()) == 0 {
				t.Fatal("nothing is found")
			}
			hit := found.GetEntries()[0]
			if tt.first != "" && hit.GetDate() != tt.first {
				t.Errorf("the first is of %s: %s", hit.GetDate(), hit.GetText())
			}
			if best := hit.GetBest(); best.GetEnd() <= best.GetStart() || int(best.GetEnd()) > len(hit.GetText()) {
				t.Errorf("its best part is %v of %d bytes", best, len(hit.GetText()))
			}
		})
	}
}
