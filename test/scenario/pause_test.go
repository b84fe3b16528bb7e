package scenario

import (
	"errors"
	"io"
	"strings"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/test/mesh"
)

// unclear logs two notes that a correction fits equally well, gives the
// correction, and returns the waiting run's report with the notes' ids.
func unclear(t *testing.T, m *mesh.Mesh) (report *orchestratorv1.RunReport, first, second string) {
	t.Helper()
	var ids []string
	for _, daysAgo := range []int{9, 5} {
		r, _ := m.Process(t, mesh.InputAt("Bench press 5x5 @ 80kg", mesh.Now().AddDate(0, 0, -daysAgo)))
		ids = append(ids, r.GetEntry().GetId())
	}
	r := m.Ask(t, "Correction: the bench press was 85 kg, not 80")
	if r.GetStatus() != orchestratorv1.RunReport_WAITING || len(r.GetQuestions()) != 1 {
		t.Fatalf("it is %v and asks %v: %v", r.GetStatus(), r.GetQuestions(), r.GetParseNotes())
	}
	options := strings.Join(r.GetQuestions()[0].GetOptions(), "\n")
	for _, id := range ids {
		if !strings.Contains(options, id) {
			t.Fatalf("%s is not among the options:\n%s", id, options)
		}
	}
	return r, ids[0], ids[1]
}

func entryLoad(t *testing.T, m *mesh.Mesh, id string) float64 {
	t.Helper()
	res, err := m.API.GetEntry(t.Context(), &orchestratorv1.GetEntryRequest{Id: id})
	if err != nil {
		t.Fatal(err)
	}
	return load(res.GetEntry())
}

func TestAnUnclearCorrectionWaitsForTheUser(t *testing.T) {
	t.Parallel()
	for _, shape := range mesh.Shapes() {
		t.Run(shape.Name, func(t *testing.T) {
			t.Parallel()
			m := shape.Start(t, mesh.EmptyVault(t))
			r, first, second := unclear(t, m)

			_, err := m.API.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: r.GetRunId(), InterruptId: "i99",
				Answers: []*orchestratorv1.QuestionAnswer{{Text: first}}})
			if status.Code(err) != codes.FailedPrecondition || !errors.Is(err, fault.InterruptMismatch) {
				t.Errorf("an answer to another pause: %v", err)
			}
			answer := &orchestratorv1.AnswerRunRequest{RunId: r.GetRunId(), InterruptId: r.GetInterruptId(),
				Answers: []*orchestratorv1.QuestionAnswer{{QuestionId: r.GetQuestions()[0].GetId(), Text: first}}}
			for range 2 { // the second time changes nothing
				if _, err := m.API.AnswerRun(t.Context(), answer); err != nil {
					t.Fatal(err)
				}
			}
			waitForEnd(t, m.API, r.GetRunId())
			if a, b := entryLoad(t, m, first), entryLoad(t, m, second); a != 85 || b != 80 {
				t.Errorf("the notes say %v and %v kg, want 85 and 80", a, b)
			}
			wholeStory(t, m, r.GetRunId())
		})
	}
}

func TestOfTwoAnswersAtOnceOneIsTakenAndTheOtherToldOfIt(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	r, first, second := unclear(t, m)
	if id := r.GetQuestions()[0].GetId(); id != "1" {
		t.Errorf("the question has the id %q, which nobody types", id)
	}
	type result struct {
		choice string
		err    error
	}
	results := make(chan result, 2)
	for _, choice := range []string{first, second} {
		go func() {
			_, err := m.API.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: r.GetRunId(), InterruptId: r.GetInterruptId(),
				Answers: []*orchestratorv1.QuestionAnswer{{QuestionId: "1", Text: choice}}})
			results <- result{choice, err}
		}()
	}
	taken, other := <-results, <-results
	if taken.err != nil {
		taken, other = other, taken
	}
	if taken.err != nil || !errors.Is(other.err, fault.AnswerConflict) {
		t.Errorf("the answers came to %v and %v", taken.err, other.err)
	}
	told := fault.FromStatus(status.Convert(other.err)).Metadata
	if told["answer"] != taken.choice || told["outcome"] != "answered" || told["user"] != "tester" || told["time"] == "" {
		t.Errorf("the other is told %v, and not that %s was chosen", told, taken.choice)
	}
	waitForEnd(t, m.API, r.GetRunId())
	if a, b := entryLoad(t, m, taken.choice), entryLoad(t, m, other.choice); a != 85 || b != 80 {
		t.Errorf("the note that was chosen says %v kg, the other %v, want 85 and 80", a, b)
	}
}

func TestTheNumberOfAnOptionChoosesItAndAWatcherHearsWhoDid(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	r, first, second := unclear(t, m)
	if !strings.Contains(r.GetQuestions()[0].GetOptions()[1], second) {
		first, second = second, first
	}
	option := r.GetQuestions()[0].GetOptions()[1]
	for _, text := range []string{"2", option} { // which are the same answer
		if _, err := m.API.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: r.GetRunId(), InterruptId: r.GetInterruptId(),
			Answers: []*orchestratorv1.QuestionAnswer{{Text: text}}}); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	waitForEnd(t, m.API, r.GetRunId())
	if a, b := entryLoad(t, m, second), entryLoad(t, m, first); a != 85 || b != 80 {
		t.Errorf("the second note says %v kg, the first %v, want 85 and 80", a, b)
	}
	stream, err := m.API.WatchRun(t.Context(), &orchestratorv1.WatchRunRequest{RunId: r.GetRunId()})
	if err != nil {
		t.Fatal(err)
	}
	for {
		res, err := stream.Recv()
		if err != nil {
			t.Fatalf("no event of an answer: %v", err)
		}
		if a := res.GetEvent().GetAnswered(); a != nil {
			if a.GetUser() != "tester" {
				t.Errorf("the answer is told as that of %q", a.GetUser())
			}
			return
		}
	}
}

func TestAnAnswerThatFitsNoQuestionIsRefusedByItsPlace(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	r, first, second := unclear(t, m)
	for name, twice := range map[string]string{"no such question": "2", "answered twice": "1"} {
		_, err := m.API.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: r.GetRunId(), Answers: []*orchestratorv1.QuestionAnswer{
			{QuestionId: "1", Text: first}, {QuestionId: twice, Text: second},
		}})
		f := fault.FromStatus(status.Convert(err))
		if f.Code != codes.InvalidArgument || len(f.Violations) != 1 || f.Violations[0].Field != "answers[1].question_id" {
			t.Errorf("%s: %v at %v", name, err, f.Violations)
		}
	}
	if got := m.Report(t, r.GetRunId()); got.GetStatus() != orchestratorv1.RunReport_WAITING {
		t.Errorf("it is %v after that", got.GetStatus())
	}
}

// wholeStory checks that a late watcher who wants to stop at pauses is not
// stopped by one that was answered long ago.
func wholeStory(t *testing.T, m *mesh.Mesh, id string) {
	t.Helper()
	stream, err := m.API.WatchRun(t.Context(), &orchestratorv1.WatchRunRequest{RunId: id, UntilPause: true})
	if err != nil {
		t.Fatal(err)
	}
	ended := false
	for {
		res, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		ended = ended || res.GetEvent().GetEnded() != nil
	}
	if !ended {
		t.Error("the watch stopped before the end of an ended run")
	}
}

func TestADeclinedCorrectionChangesNothingAndIsKept(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	r, first, second := unclear(t, m)
	if _, err := m.API.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: r.GetRunId(), Decline: true}); err != nil {
		t.Fatal(err)
	}
	waitForEnd(t, m.API, r.GetRunId())
	if a, b := entryLoad(t, m, first), entryLoad(t, m, second); a != 80 || b != 80 {
		t.Errorf("the notes say %v and %v kg, want them as they were", a, b)
	}
	if all := strings.Join(values(m.Raw(t)), "\n"); !strings.Contains(all, "Correction: the bench press was 85 kg, not 80") {
		t.Error("the correction is not in the vault")
	}
	_, err := m.API.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: r.GetRunId(),
		Answers: []*orchestratorv1.QuestionAnswer{{Text: first}}})
	if status.Code(err) != codes.FailedPrecondition || !errors.Is(err, fault.AnswerConflict) || !strings.Contains(err.Error(), "tester") {
		t.Errorf("another answer: %v", err)
	}
}

func TestAWaitingRunOutlivesItsServer(t *testing.T) {
	t.Parallel()
	vault := mesh.EmptyVault(t)
	m, stop := mesh.Start(t, vault, "")
	r, first, _ := unclear(t, m)
	stop()
	m = mesh.InProcess(t, vault, "")
	got, err := m.API.GetRun(t.Context(), &orchestratorv1.GetRunRequest{RunId: r.GetRunId()})
	if err != nil || got.GetRun().GetStatus() != orchestratorv1.RunReport_WAITING {
		t.Fatalf("after a restart the run is %v, %v", got.GetRun().GetStatus(), err)
	}
	if _, err := m.API.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: r.GetRunId(),
		Answers: []*orchestratorv1.QuestionAnswer{{Text: first}}}); err != nil {
		t.Fatal(err)
	}
	waitForEnd(t, m.API, r.GetRunId())
	if a := entryLoad(t, m, first); a != 85 {
		t.Errorf("the note says %v kg, want 85", a)
	}
}

func TestACancelledRunSaysSo(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	r, first, _ := unclear(t, m)
	for range 2 {
		res, err := m.API.CancelRun(t.Context(), &orchestratorv1.CancelRunRequest{RunId: r.GetRunId(), Reason: "never mind"})
		if err != nil || res.GetRun().GetStatus() != orchestratorv1.RunReport_CANCELLED {
			t.Fatalf("cancelled: %v, %v", res.GetRun().GetStatus(), err)
		}
	}
	list, err := m.API.ListRuns(t.Context(), &orchestratorv1.ListRunsRequest{Status: orchestratorv1.RunReport_CANCELLED})
	if err != nil || len(list.GetRuns()) != 1 || list.GetRuns()[0].GetId() != r.GetRunId() {
		t.Errorf("cancelled runs: %v, %v", list.GetRuns(), err)
	}
	if a := entryLoad(t, m, first); a != 80 {
		t.Errorf("the note says %v kg", a)
	}
}
