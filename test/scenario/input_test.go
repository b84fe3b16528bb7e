package scenario

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/test/mesh"
)

func TestBadInputGetsAClearErrorAndChangesNothing(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.ExampleVault(t), "")
	before := m.Raw(t)
	submit := func(in *orchestratorv1.Input) error {
		_, err := m.API.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: in})
		return err
	}
	tests := map[string]struct {
		call   func(ctx context.Context) error
		code   codes.Code
		reason fault.Reason
	}{
		"an empty text": {
			func(context.Context) error { return submit(mesh.Input("")) },
			codes.InvalidArgument, fault.InputBlank,
		},
		"a text of white space": {
			func(context.Context) error { return submit(mesh.Input(" \t\n\u00a0\u200b ")) },
			codes.InvalidArgument, fault.InputBlank,
		},
		"a text over the limit": {
			func(context.Context) error { return submit(mesh.Input(strings.Repeat("a", 64<<10+1))) },
			codes.InvalidArgument, fault.InputTooLong,
		},
		"an unknown time zone": {
			func(context.Context) error {
				in := mesh.Input("slept 7h")
				in.TimeZone = "Europe/Atlantis"
				return submit(in)
			},
			codes.InvalidArgument, fault.TimeZoneUnknown,
		},
		"the server's own zone by a name that means something else elsewhere": {
			func(context.Context) error {
				in := mesh.Input("slept 7h")
				in.TimeZone = "Local"
				return submit(in)
			},
			codes.InvalidArgument, fault.TimeZoneUnknown,
		},
		"no input at all": {
			func(context.Context) error { return submit(nil) },
			codes.InvalidArgument, fault.FieldInvalid,
		},
		"an unknown run": {
			func(ctx context.Context) error {
				_, err := m.API.GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: "01HZZZZZZZZZZZZZZZZZZZZZZZ"})
				return err
			},
			codes.NotFound, fault.RunNotFound,
		},
		"a run id that tries to be more than one": {
			func(ctx context.Context) error {
				_, err := m.API.GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: "*"})
				return err
			},
			codes.NotFound, fault.RunNotFound,
		},
		"watching an unknown run": {
			func(ctx context.Context) error {
				s, err := m.API.WatchRun(ctx, &orchestratorv1.WatchRunRequest{RunId: "nope"})
				if err != nil {
					return err
				}
				_, err = s.Recv()
				return err
			},
			codes.NotFound, fault.RunNotFound,
		},
		"answering an unknown run": {
			func(ctx context.Context) error {
				_, err := m.API.AnswerRun(ctx, &orchestratorv1.AnswerRunRequest{RunId: "nope", Decline: true})
				return err
			},
			codes.NotFound, fault.RunNotFound,
		},
		"neither an answer nor a refusal": {
			func(ctx context.Context) error {
				_, err := m.API.AnswerRun(ctx, &orchestratorv1.AnswerRunRequest{RunId: "nope"})
				return err
			},
			codes.InvalidArgument, fault.FieldInvalid,
		},
		"cancelling an unknown run": {
			func(ctx context.Context) error {
				_, err := m.API.CancelRun(ctx, &orchestratorv1.CancelRunRequest{RunId: "nope"})
				return err
			},
			codes.NotFound, fault.RunNotFound,
		},
		"an entry id that is none": {
			func(ctx context.Context) error {
				_, err := m.API.GetEntry(ctx, &orchestratorv1.GetEntryRequest{Id: "../../etc/passwd"})
				return err
			},
			codes.InvalidArgument, fault.FieldInvalid,
		},
		"an entry that is not there": {
			func(ctx context.Context) error {
				_, err := m.API.GetEntry(ctx, &orchestratorv1.GetEntryRequest{Id: "1999-01-01_00-00-00"})
				return err
			},
			codes.NotFound, fault.EntryNotFound,
		},
		"a range that ends before it starts": {
			func(ctx context.Context) error {
				_, err := m.API.ListEntries(ctx, &orchestratorv1.ListEntriesRequest{
					DateRange: &commonv1.DateRange{Start: "2026-02-02", End: "2026-02-01"},
				})
				return err
			},
			codes.InvalidArgument, fault.RangeInvalid,
		},
		"a day that the calendar does not have": {
			func(ctx context.Context) error {
				_, err := m.API.ListEntries(ctx, &orchestratorv1.ListEntriesRequest{
					DateRange: &commonv1.DateRange{Start: "2026-02-30"},
				})
				return err
			},
			codes.InvalidArgument, fault.RangeInvalid,
		},
		"a page token from elsewhere": {
			func(ctx context.Context) error {
				_, err := m.API.ListRuns(ctx, &orchestratorv1.ListRunsRequest{PageToken: "bm9wZQ"})
				return err
			},
			codes.InvalidArgument, fault.PageTokenInvalid,
		},
		"a note with a NUL byte": {
			func(context.Context) error { return submit(mesh.Input("slept\x007h")) },
			codes.InvalidArgument, fault.FieldInvalid,
		},
		"turns of a conversation that are too long together": {
			func(context.Context) error {
				in := mesh.Input("slept 7h")
				in.Session = slices.Repeat([]string{strings.Repeat("a", 8192)}, 9)
				return submit(in)
			},
			codes.InvalidArgument, fault.FieldInvalid,
		},
		"a moment whose day has no four digits": {
			func(context.Context) error {
				in := mesh.Input("slept 7h")
				in.Now = at(9999, 12, 31)
				return submit(in)
			},
			codes.InvalidArgument, fault.FieldInvalid,
		},
		"a page token that was changed": {
			func(ctx context.Context) error {
				_, err := m.API.ListEntries(ctx, &orchestratorv1.ListEntriesRequest{PageToken: token("entries:9999-99-99")})
				return err
			},
			codes.InvalidArgument, fault.PageTokenInvalid,
		},
		"a page token of runs that was changed": {
			func(ctx context.Context) error {
				_, err := m.API.ListRuns(ctx, &orchestratorv1.ListRunsRequest{PageToken: token("runs:>")})
				return err
			},
			codes.InvalidArgument, fault.PageTokenInvalid,
		},
		"a blank search": {
			func(ctx context.Context) error {
				_, err := m.API.SearchEntries(ctx, &orchestratorv1.SearchEntriesRequest{Text: "  "})
				return err
			},
			codes.InvalidArgument, fault.InputBlank,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := tt.call(t.Context())
			if status.Code(err) != tt.code || !errors.Is(err, tt.reason) {
				t.Fatalf("error = %v (%v), want %v with %s", err, status.Code(err), tt.code, tt.reason)
			}
		})
	}
	after := m.Raw(t)
	if len(after) != len(before) {
		t.Errorf("the vault has %d files, had %d", len(after), len(before))
	}
	for path, text := range before {
		if after[path] != text {
			t.Errorf("%s was changed", path)
		}
	}
	runs, err := m.API.ListRuns(t.Context(), &orchestratorv1.ListRunsRequest{})
	if err != nil || len(runs.GetRuns()) > 0 {
		t.Errorf("bad input left %d runs, %v", len(runs.GetRuns()), err)
	}
}

func TestARequestIDMakesASubmitIdempotent(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	req := &orchestratorv1.SubmitInputRequest{Input: mesh.Input("slept 7.5h"), RequestId: "abc"}
	first, err := m.API.SubmitInput(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	second, err := m.API.SubmitInput(t.Context(), req)
	if err != nil || second.GetRun().GetId() != first.GetRun().GetId() {
		t.Errorf("the same request made run %s after %s, %v", second.GetRun().GetId(), first.GetRun().GetId(), err)
	}
	waitForEnd(t, m.API, first.GetRun().GetId())
	entries, err := m.API.ListEntries(t.Context(), &orchestratorv1.ListEntriesRequest{})
	if err != nil || len(entries.GetEntries()) != 1 {
		t.Errorf("%d entries, %v; want 1", len(entries.GetEntries()), err)
	}
	req.Input.Text = "slept 4h"
	_, err = m.API.SubmitInput(t.Context(), req)
	if status.Code(err) != codes.AlreadyExists || !errors.Is(err, fault.RequestIDReused) {
		t.Errorf("another input under the same id: %v", err)
	}
}

func TestANoteWithAQuestionIsKeptAndSeenByTheQuestion(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.ExampleVault(t), "")
	const text = "Only slept 4 hours again. How many hours did I sleep this week?"
	r := m.Ask(t, text)
	if r.GetInputType() != commonv1.InputType_INPUT_TYPE_BOTH {
		t.Fatalf("it was taken for %v", r.GetInputType())
	}
	if !strings.Contains(r.GetEntry().GetText(), "Only slept 4 hours again") {
		t.Errorf("kept: %q", r.GetEntry().GetText())
	}
	found := false
	for _, e := range r.GetRetrieved() {
		found = found || e.GetId() == r.GetEntry().GetId()
	}
	if !found {
		t.Errorf("the question did not see the note %s; it saw %v", r.GetEntry().GetId(), r.GetRetrieved())
	}
	wantGrounded(t, m, r)
}

func TestExplainChangesNothing(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.ExampleVault(t), "")
	before := m.Raw(t)
	explain := func(in *orchestratorv1.Input) *orchestratorv1.RunReport {
		t.Helper()
		res, err := m.API.ExplainInput(t.Context(), &orchestratorv1.ExplainInputRequest{Input: in})
		if err != nil {
			t.Fatal(err)
		}
		return res.GetReport()
	}
	q := explain(mesh.Input("compare last week with the week before"))
	if q.GetInputType() != commonv1.InputType_INPUT_TYPE_QUERY || len(q.GetInstructions()) == 0 {
		t.Errorf("a question: %v with %d instructions", q.GetInputType(), len(q.GetInstructions()))
	}
	wantRange(t, q, "2026-02-16", "2026-02-22")
	wantRange(t, q, "2026-02-09", "2026-02-15")

	in := mesh.Input("Squat 3x5 100kg this morning")
	in.Intent = commonv1.InputType_INPUT_TYPE_LOG
	l := explain(in)
	if l.GetEntry().GetText() != in.GetText() || load(l.GetEntry()) != 100 {
		t.Errorf("a note: %v", l.GetEntry())
	}
	if after := m.Raw(t); len(after) != len(before) {
		t.Errorf("the vault has %d files, had %d", len(after), len(before))
	}
}

func TestAnImportCanBeRepeated(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	note := func(text string, hour int) *orchestratorv1.ImportEntriesRequest {
		in := mesh.InputAt(text, mesh.Now().AddDate(0, 0, -3).Add(0))
		in.Now.Seconds += int64(hour) * 3600
		return &orchestratorv1.ImportEntriesRequest{Text: text, Time: in.GetNow(), TimeZone: mesh.Zone, Source: text}
	}
	send := func() (created, unchanged int) {
		t.Helper()
		stream, err := m.API.ImportEntries(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []*orchestratorv1.ImportEntriesRequest{note("ran 5k in 26:10", 0), note("pasta for lunch", 3), note("ran 5k in 26:10", 9)} {
			if err := stream.Send(n); err != nil {
				t.Fatal(err)
			}
			res, err := stream.Recv()
			if err != nil {
				t.Fatal(err)
			}
			switch res.GetOutcome() {
			case orchestratorv1.ImportOutcome_IMPORT_OUTCOME_CREATED:
				created++
			case orchestratorv1.ImportOutcome_IMPORT_OUTCOME_UNCHANGED:
				unchanged++
			}
		}
		if err := stream.CloseSend(); err != nil {
			t.Fatal(err)
		}
		return created, unchanged
	}
	send()
	before := m.Raw(t)
	if created, unchanged := send(); created != 0 || unchanged != 3 {
		t.Errorf("the second import created %d and left %d", created, unchanged)
	}
	for path, text := range m.Raw(t) {
		if before[path] != text {
			t.Errorf("%s was changed by the second import", path)
		}
	}
}

func TestAnImportedNoteKeepsTheTagsOfItsFile(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	stream, err := m.API.ImportEntries(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text := "Long talk with Ada about the move. #family"
	if err := stream.Send(&orchestratorv1.ImportEntriesRequest{
		Text: text, Time: mesh.InputAt(text, mesh.Now()).GetNow(), TimeZone: mesh.Zone, Tags: []string{"family", "plans"},
	}); err != nil {
		t.Fatal(err)
	}
	res, err := stream.Recv()
	if err != nil {
		t.Fatal(err)
	}
	got, err := m.API.GetEntry(t.Context(), &orchestratorv1.GetEntryRequest{Id: res.GetEntryId()})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"family", "plans"}; !slices.Equal(got.GetEntry().GetTags(), want) {
		t.Errorf("tags are %q, want %q", got.GetEntry().GetTags(), want)
	}
	found, err := m.API.SearchEntries(t.Context(), &orchestratorv1.SearchEntriesRequest{Text: "plans"})
	if err != nil {
		t.Fatal(err)
	}
	if found.GetTotal() != 1 {
		t.Errorf("a search for a tag finds %d notes", found.GetTotal())
	}
}

func TestAnEarlierWatcherAndALateOneSeeTheSame(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.ExampleVault(t), "")
	r, events := m.Process(t, mesh.Input("When was my last run?"))
	var live []int64
	for _, e := range events {
		if e.GetSequence() > 0 {
			live = append(live, e.GetSequence())
		}
	}
	stream, err := m.API.WatchRun(t.Context(), &orchestratorv1.WatchRunRequest{RunId: r.GetRunId(), FromSequence: 3})
	if err != nil {
		t.Fatal(err)
	}
	var late []int64
	for {
		res, err := stream.Recv()
		if err != nil {
			break
		}
		late = append(late, res.GetEvent().GetSequence())
	}
	for i, seq := range live {
		if seq < 3 {
			continue
		}
		if len(late) == 0 || late[0] != seq {
			t.Fatalf("a late watcher saw %v, an early one %v", late, live[i:])
		}
		late = late[1:]
	}
	if len(late) > 0 {
		t.Errorf("a late watcher saw %v more", late)
	}
}
