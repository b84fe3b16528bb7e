package render_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

var plain screen.Style

func citation(id, quote string) *commonv1.Citation {
	return &commonv1.Citation{Id: id, Date: id[:10], Quote: quote}
}

func TestReferencesBecomeNumbers(t *testing.T) {
	t.Parallel()
	cited := []*commonv1.Citation{
		citation("2026-02-17_07-00-00", "slept 5 h"),
		citation("2026-02-17_18-20-00-2", "bench"),
		citation("2026-02-18_07-00-00", "slept\n7 h"),
	}
	tests := map[string]struct{ answer, want string }{
		"an id":                        {"A [2026-02-18_07-00-00].", "A [3]."},
		"an id with a counter":         {"A [2026-02-17_18-20-00-2].", "A [2]."},
		"a day with two citations":     {"A [2026-02-17].", "A [1][2]."},
		"a day with the words of one":  {"- [2026-02-17] bench\n- [2026-02-17] more", "- 2026-02-17 [2] bench\n- 2026-02-17 [1][2] more"},
		"several in one bracket":       {"A [2026-02-17_07-00-00, 2026-02-18].", "A [1][3]."},
		"one that is not cited stays":  {"A [2026-01-01].", "A [2026-01-01]."},
		"a date that is no reference":  {"On 2026-02-17 [sic].", "On 2026-02-17 [sic]."},
		"one of two that is not cited": {"A [2026-02-17; 2026-01-01].", "A [2026-02-17; 2026-01-01]."},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, notes, _ := strings.Cut(render.Answer(plain, test.answer, cited), "\n\n")
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if want := "[3] 2026-02-18_07-00-00  “slept 7 h”\n"; !strings.HasSuffix(notes, want) {
				t.Errorf("footnotes are %q", notes)
			}
		})
	}
}

func TestOneCitationIsOneFootnote(t *testing.T) {
	t.Parallel()
	c := citation("2026-02-17_07-00-00", "slept 5 h")
	got := render.Answer(plain, "A [2026-02-17], B [2026-02-17].", []*commonv1.Citation{c, c})
	if want := "A [1], B [1].\n\n[1] 2026-02-17_07-00-00  “slept 5 h”\n"; got != want {
		t.Errorf("got %q", got)
	}
}

func TestAFootnoteNamesTheFileAndTheLineToOpen(t *testing.T) {
	t.Parallel()
	dated := citation("2026-02-17_07-00-00", "slept 5 h")
	dated.Source = &commonv1.SourceRef{Path: "logs/2026-02-17.md", FirstLine: 4, LastLine: 4}
	page := &commonv1.Citation{
		Id: "note_08138ad6778e_d9dd8b40", Headings: []string{"House", "Wifi"}, Quote: "router",
		Source: &commonv1.SourceRef{Path: "House.md", FirstLine: 12, LastLine: 14},
	}
	got := render.Answer(plain, "A [2026-02-17], B [note_08138ad6778e_d9dd8b40].", []*commonv1.Citation{dated, page})
	want := "A [1], B [2].\n\n[1] 2026-02-17_07-00-00  logs/2026-02-17.md:4  “slept 5 h”\n" +
		"[2] House › Wifi  note_08138ad6778e_d9dd8b40  House.md:12  “router”\n"
	if got != want {
		t.Errorf("got %q", got)
	}
}

func TestWordsThatStandInTheAnswerAreNotRepeatedBelow(t *testing.T) {
	t.Parallel()
	got := render.Answer(plain, "- Tue 17 Feb [2026-02-17]\n  > slept 5 h\n  > kid was sick", []*commonv1.Citation{citation("2026-02-17_07-00-00", "slept 5 h\nkid was sick")})
	if want := "- Tue 17 Feb [1]\n  > slept 5 h\n  > kid was sick\n\n[1] 2026-02-17_07-00-00\n"; got != want {
		t.Errorf("got %q", got)
	}
}

func TestBoldOfMarkdownIsBoldOnATerminalOnly(t *testing.T) {
	t.Parallel()
	if got := render.Answer(plain, "**No.** 5 h", nil); got != "**No.** 5 h\n" {
		t.Errorf("plain is %q", got)
	}
	if got := render.Answer(screen.Style{Terminal: true, Color: true, Width: 80}, "**No.** 5 h", nil); got != "\x1b[1mNo.\x1b[0m 5 h\n" {
		t.Errorf("on a terminal it is %q", got)
	}
}

func TestAKeptNoteShowsItsDataAndWhatWasAssumed(t *testing.T) {
	t.Parallel()
	data, err := structpb.NewStruct(map[string]any{
		"strength": map[string]any{"sets": []any{map[string]any{
			"exercise": "bench press", "sets": 3, "reps": 5, "load": map[string]any{"value": 82.5, "unit": "kg"},
		}}},
		"sleep": map[string]any{"quality": "bad", "woke": true, "duration": map[string]any{"value": 6}},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := render.Report(plain, &orchestratorv1.RunReport{
		Status: orchestratorv1.RunReport_COMPLETED,
		Entry: &commonv1.Entry{
			Id: "2026-02-23_09-00-00", DomainData: data,
			Source: &commonv1.SourceRef{Path: "logs/raw/2026/02/2026-02-23.md", FirstLine: 4},
		},
		ParseNotes: []string{"took 82.5 as kg"},
	})
	want := `Kept 2026-02-23_09-00-00  logs/raw/2026/02/2026-02-23.md:4
  sleep  duration 6, quality bad, woke true
  strength  bench press, load 82.5 kg, reps 5, sets 3
  ! took 82.5 as kg
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestACompletedFollowUpShowsWhatItWasUnderstoodAs(t *testing.T) {
	t.Parallel()
	got := render.Report(plain, &orchestratorv1.RunReport{CompletedFrom: "and in May?", QueryPortion: "How far did I run in May?", Answer: "9 km."})
	if want := "Understood as: How far did I run in May?\n\n9 km.\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := render.Report(plain, &orchestratorv1.RunReport{QueryPortion: "How far did I run in May?", Answer: "9 km."}); got != "9 km.\n" {
		t.Errorf("a whole question is shown again: %q", got)
	}
}

func TestACorrectionShowsWhatItChanged(t *testing.T) {
	t.Parallel()
	got := render.Report(plain, &orchestratorv1.RunReport{
		Status:    orchestratorv1.RunReport_COMPLETED,
		Entry:     &commonv1.Entry{Id: "2026-02-23_09-00-00", Correction: true},
		Corrected: &commonv1.Entry{Id: "2026-02-17_18-20-00", Text: "bench 80"},
	})
	if want := "Kept 2026-02-23_09-00-00  correction\nCorrected 2026-02-17_18-20-00\n  “bench 80”\n"; got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestAnExplanationNamesDaysAndWhatIsLookedUp(t *testing.T) {
	t.Parallel()
	got := render.Explanation(plain, &orchestratorv1.RunReport{
		InputType: commonv1.InputType_INPUT_TYPE_QUERY,
		QueryType: commonv1.QueryType_QUERY_TYPE_INSIGHT,
		Domains:   []string{"general", "strength"},
		TimeRanges: []*commonv1.TimeRange{
			{Text: "last week", Start: "2026-02-16", End: "2026-02-22"},
			{Start: "2026-02-23", End: "2026-02-23", StartHour: 5, EndHour: 12, Assumed: true},
		},
		Instructions: []*commonv1.RetrievalInstruction{
			{Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TOPIC, Topic: "bench press", DateRange: &commonv1.DateRange{Start: "2026-02-16", End: "2026-02-22"}, Purpose: "the span asked about"},
			{Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_KEYWORD, Keywords: []string{"a", "b"}, MatchAll: true, DateRange: &commonv1.DateRange{Start: "2026-02-16"}},
			{Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_DATE_RANGE, DateRange: &commonv1.DateRange{End: "2026-02-16"}},
			{Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_PATTERN, Pattern: "logs/*"},
		},
		Background: []*commonv1.BackgroundSize{
			{Kind: commonv1.BackgroundKind_BACKGROUND_KIND_EXPERTISE, Domain: "strength", Bytes: 1186},
			{Kind: commonv1.BackgroundKind_BACKGROUND_KIND_VOCABULARY, Domain: "strength", Bytes: 471, OmittedBytes: 29},
			{Kind: commonv1.BackgroundKind_BACKGROUND_KIND_CONTEXT_PAGE, Bytes: 800},
		},
	})
	want := `taken for   a question (insight)
domains     general, strength
time        “last week” is 2026-02-16 to 2026-02-22
            2026-02-23, 05:00 to 12:00 (assumed)
look up     notes on bench press, 2026-02-16 to 2026-02-22: the span asked about
            the words a and b, since 2026-02-16
            everything, until 2026-02-16
            files like logs/*, any day
models see  expertise of strength, 1186 bytes
            vocabulary of strength, the first 471 of 500 bytes
            the context page, 800 bytes
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestARunIsShownWithItsSteps(t *testing.T) {
	t.Parallel()
	got := render.Run(plain, &orchestratorv1.Run{
		Id: "01KJ5", Status: orchestratorv1.RunReport_FAILED, Text: "why?", Graph: "notes", GraphVersion: 1,
		CreateTime: &timestamppb.Timestamp{Seconds: 1771833600}, UpdateTime: &timestamppb.Timestamp{Seconds: 1771833601},
		Report: &orchestratorv1.RunReport{
			Failure:  "the disk is full",
			Warnings: []string{"one", "two"},
			Timings: []*orchestratorv1.StepTiming{
				{Sequence: 2, State: "ROUTE", Outcome: "routed", Attempts: 1, Duration: durationpb.New(1234567)},
				{Sequence: 14, State: "STORE", Outcome: "failed", Attempts: 3, Duration: durationpb.New(2 * time.Second)},
			},
		},
	}, time.FixedZone("CET", 3600))
	want := `run      01KJ5
status   failed
input    why?
started  2026-02-23T09:00:00+01:00
updated  2026-02-23T09:00:01+01:00
failure  the disk is full
graph    notes, version 1
note     one
         two
models   no model calls

   2  * ROUTE          routed  1.2ms
  14  * STORE          failed (attempt 3)  2s
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestARunTellsWhatItsModelsHaveCost(t *testing.T) {
	t.Parallel()
	got := render.Run(plain, &orchestratorv1.Run{Id: "01KJ5", Report: &orchestratorv1.RunReport{Usage: &orchestratorv1.RunUsage{
		Total: &commonv1.ModelUsage{Calls: 4, InputTokens: 5200, OutputTokens: 310, CostMicroUsd: 1_234_000},
		Agents: []*commonv1.ModelUsage{
			{Agent: "planner", Calls: 3, InputTokens: 4000, OutputTokens: 300, CostMicroUsd: 1_233_990},
			{Agent: "router", Calls: 1, InputTokens: 1200, OutputTokens: 10, CostMicroUsd: 10},
		},
	}}}, time.UTC)
	want := `models   4 calls, 5200 tokens in, 310 out, $1.23
         planner: 3 calls, 4000 tokens in, 300 out, $1.23
         router: 1 call, 1200 tokens in, 10 out, $0.00001
`
	if !strings.Contains(got, want) {
		t.Errorf("got:\n%s\nwant in it:\n%s", got, want)
	}
}

func TestRemarksNameWhatWasDegraded(t *testing.T) {
	t.Parallel()
	got := render.Remarks(&orchestratorv1.RunReport{
		Answer:   "You slept 7 h.\n\nFeb 30 is no day.",
		Warnings: []string{"a shard did\nnot answer", "Feb 30 is no day."}, // the second is in the answer
		Provenance: map[string]*commonv1.Provenance{
			"planner":  {Mind: commonv1.Mind_MIND_MODEL, Degraded: true, DegradedReason: "a part of it did not hold"},
			"observer": {Mind: commonv1.Mind_MIND_RULES, Tier: commonv1.Tier_TIER_MEDIUM, Degraded: true, DegradedReason: "every model failed"},
			"router":   {},
		},
	})
	want := []string{"a shard did not answer", "the planner fell back to less than you configured: a part of it did not hold"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got %q", got)
	}
}

func TestEveryStateHasWords(t *testing.T) {
	t.Parallel()
	if got := render.Doing("RETRIEVE"); got != "searching your notes" {
		t.Errorf("got %q", got)
	}
	if got := render.Doing("SOME_NEW_STATE"); got != "some new state" {
		t.Errorf("a state that came later is %q", got)
	}
}

func TestAHitIsShownFromItsBestPartOnWhereThatWouldNotBeSeenElse(t *testing.T) {
	t.Parallel()
	rest := strings.Repeat("Rain all day. ", 40)
	text := rest + "Nikon Monarch for 279 €. " + rest
	best := &commonv1.TextRange{Start: int32(len(rest)), End: int32(len(rest) + len("Nikon Monarch for 279 €."))}
	for name, tt := range map[string]struct {
		hit  *orchestratorv1.SearchHit
		want string
	}{
		"a long entry":                        {&orchestratorv1.SearchHit{Text: text, Best: best}, "  … Nikon Monarch for 279 €. Rain"},
		"a short one":                         {&orchestratorv1.SearchHit{Text: "Rain.\nNikon", Best: &commonv1.TextRange{Start: 6, End: 11}}, "  Rain. Nikon"},
		"a part that is not in the text":      {&orchestratorv1.SearchHit{Text: "Rain", Best: best}, "  Rain"},
		"a part that begins in a character":   {&orchestratorv1.SearchHit{Text: strings.Repeat("€", 300), Best: &commonv1.TextRange{Start: 1, End: 900}}, "  €€"},
		"an entry that had to have all words": {&orchestratorv1.SearchHit{Text: text}, "  Rain all day."},
	} {
		out := render.Hits(screen.Style{}, &orchestratorv1.SearchEntriesResponse{Entries: []*orchestratorv1.SearchHit{tt.hit}})
		if _, shown, _ := strings.Cut(out, "\n"); !strings.HasPrefix(shown, tt.want) {
			t.Errorf("%s is shown as %q, want %q", name, shown, tt.want)
		}
	}
}

func TestJSONIsTheSameEachTime(t *testing.T) {
	t.Parallel()
	m := &orchestratorv1.SearchEntriesResponse{Entries: []*orchestratorv1.SearchHit{{Id: "a\nb", Score: 0.5}}}
	line, err := render.Line(m)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"entries":[{"id":"a\nb","date":"","text":"","score":0.5,"headings":[]}],"total":0,"truncated":false,"warnings":[]}`; string(line) != want {
		t.Errorf("got %s", line)
	}
	indented, err := render.Indented(m)
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(indented) || !strings.HasPrefix(string(indented), "{\n  \"entries\": [\n") || !strings.HasSuffix(string(indented), "\n}\n") {
		t.Errorf("got %s", indented)
	}
}

func TestAPlaceInTheQueueIsTold(t *testing.T) {
	t.Parallel()
	for ahead, want := range map[int32]string{
		0: "waiting, next in line", 1: "waiting, up to 1 run ahead", 12: "waiting, up to 12 runs ahead",
	} {
		e := &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Queued{Queued: &orchestratorv1.RunQueued{Ahead: ahead}}}
		if line := render.Event(plain, e); !strings.Contains(line, want) {
			t.Errorf("%d ahead: %q, want %q in it", ahead, line, want)
		}
	}
}
