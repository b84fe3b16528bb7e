package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"google.golang.org/grpc/codes"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/fault"
)

// echo explains an input by telling its text, zone and moment back, later lines
// sooner than earlier ones, so that only the command line can keep the order.
func echo(in *orchestratorv1.Input) (*orchestratorv1.RunReport, error) {
	if strings.TrimSpace(in.GetText()) == "" {
		return nil, fault.New(codes.InvalidArgument, fault.InputBlank, "the input is blank")
	}
	r := &orchestratorv1.RunReport{QueryPortion: in.GetText(), LogPortion: in.GetTimeZone(), CorrectionTarget: in.GetIntent().String()}
	if in.GetNow() != nil {
		r.Answer = in.GetNow().AsTime().Format(time.RFC3339)
	}
	return r, nil
}

func lines(text string) []map[string]any {
	var out []map[string]any
	for l := range strings.Lines(text) {
		var fields map[string]any
		if err := json.Unmarshal([]byte(l), &fields); err != nil {
			panic(fmt.Sprintf("%v in %q", err, l))
		}
		out = append(out, fields)
	}
	return out
}

func TestABatchAnswersEachLineInOrder(t *testing.T) {
	t.Parallel()
	var in strings.Builder
	for i := range 100 {
		fmt.Fprintf(&in, "{\"text\": \"question %d\"}\n", i)
	}
	got := play(t, &played{script: &script{explain: echo}}, in.String(), "explain", "--batch", "-")
	got.mustExit(t, exitDone)
	out := lines(got.out)
	if len(out) != 100 {
		t.Fatalf("%d lines, want 100", len(out))
	}
	for i, l := range out {
		if l["queryPortion"] != fmt.Sprintf("question %d", i) {
			t.Errorf("line %d is about %v", i, l["queryPortion"])
		}
	}
}

func TestABadLineIsAnErrorAndTheBatchGoesOn(t *testing.T) {
	t.Parallel()
	in := "\ufeff" + `{"text": "first"}
this is no JSON

["nor an object"]
{"now": "2026-02-23T09:00:00Z"}
{"text": "caf` + "\xe9" + `"}
{"text": 5}
{"text": "  "}
{"text": "zone", "timeZone": "Mars/Base"}
{"text": "moment", "now": "soon"}
{"text": "last", "id": "carried along"}`
	got := play(t, &played{script: &script{explain: echo}}, in, "explain", "--batch", "-")
	got.mustExit(t, exitFailed)
	out := lines(got.out)
	if len(out) != 10 {
		t.Fatalf("%d lines, want 10:\n%s", len(out), got.out)
	}
	if out[0]["queryPortion"] != "first" || out[9]["queryPortion"] != "last" {
		t.Errorf("the good lines are %v and %v", out[0], out[9])
	}
	want := []struct {
		line   float64
		reason string
	}{{2, "USAGE"}, {4, "USAGE"}, {5, "USAGE"}, {6, "INPUT_NOT_UTF8"}, {7, "USAGE"}, {8, "INPUT_BLANK"}, {9, "TIME_ZONE_UNKNOWN"}, {10, "USAGE"}}
	for i, w := range want {
		told, _ := out[i+1]["error"].(map[string]any)
		if out[i+1]["line"] != w.line || told["reason"] != w.reason || told["code"] != "INVALID_ARGUMENT" || told["message"] == "" {
			t.Errorf("line %v is %v, want reason %s", w.line, out[i+1], w.reason)
		}
	}
}

func TestALineOfABatchCanTellItsOwnTime(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ line, now, zone string }{
		"nothing takes the flags":        {`{"text":"x"}`, "2026-02-23T08:00:00Z", "Europe/Berlin"},
		"an exact moment":                {`{"text":"x","now":"2025-01-01T00:00:00-05:00"}`, "2025-01-01T05:00:00Z", "Europe/Berlin"},
		"a local moment in its own zone": {`{"text":"x","now":"2025-01-01T00:00","timeZone":"Asia/Tokyo"}`, "2024-12-31T15:00:00Z", "Asia/Tokyo"},
		"a zone in the other spelling":   {`{"text":"x","time_zone":"Asia/Tokyo"}`, "2026-02-23T08:00:00Z", "Asia/Tokyo"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := play(t, &played{script: &script{explain: echo}}, test.line,
				"explain", "--batch", "-", "--now", "2026-02-23T09:00", "--tz", "Europe/Berlin")
			got.mustExit(t, exitDone)
			l := lines(got.out)[0]
			if l["answer"] != test.now || l["logPortion"] != test.zone {
				t.Errorf("now %v in %v, want %s in %s", l["answer"], l["logPortion"], test.now, test.zone)
			}
		})
	}
}

func TestABatchOfNotesIsOnlyTriedOut(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "notes.jsonl")
	if err := os.WriteFile(file, []byte(`{"text":"slept 6 h"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	m := &played{script: &script{explain: echo}}
	got := play(t, m, "", "log", "--dry-run", "--batch", file)
	got.mustExit(t, exitDone)
	if l := lines(got.out)[0]; l["correctionTarget"] != commonv1.InputType_INPUT_TYPE_LOG.String() {
		t.Errorf("the intent was %v, want a note", l["correctionTarget"])
	}
	play(t, m, "", "log", "--batch", file).mustExit(t, exitUsage)
	play(t, m, "", "log", "--dry-run", "--batch", file, "and text").mustExit(t, exitUsage)
	play(t, m, "", "log", "--dry-run", "--batch", file+".missing").mustExit(t, exitUsage)
}

func TestABatchOfSearchesHasTheLimitsOfTheCommandLine(t *testing.T) {
	t.Parallel()
	m := &played{script: &script{search: func(req *orchestratorv1.SearchEntriesRequest) (*orchestratorv1.SearchEntriesResponse, error) {
		return &orchestratorv1.SearchEntriesResponse{
			Entries: []*orchestratorv1.SearchHit{{Id: req.GetText() + req.GetDateRange().GetStart()}},
			Total:   req.GetLimit(),
		}, nil
	}}}
	got := play(t, m, `{"text":"bench"}`, "search", "--batch", "-", "--limit", "3", "--from", "2026-01-01")
	got.mustExit(t, exitDone)
	want := `{"entries":[{"id":"bench2026-01-01","date":"","text":"","score":0,"headings":[]}],"total":3,"truncated":false,"warnings":[]}` + "\n"
	if got.out != want {
		t.Errorf("got %s want %s", got.out, want)
	}
}

// Whatever a line holds, it is an input or an error that can be told.
func FuzzALineOfABatch(f *testing.F) {
	for _, seed := range []string{
		`{"text":"why?","now":"2026-02-23T09:00","timeZone":"Europe/Berlin"}`,
		`{"text":null,"now":null}`, `{"text":"x","intent":"INPUT_TYPE_LOG","session":["a"]}`, `{"text":"\ud800"}`, "\xff", "{", "[]",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		p := newProgram(&played{}, strings.NewReader(""), nil, nil, []string{"WEFT_TIME_ZONE=UTC"})
		in, err := p.batchInput(line)
		if err == nil {
			if !utf8.ValidString(in.GetText()) {
				t.Errorf("the text %q is not UTF-8", in.GetText())
			}
			return
		}
		f := describe(err)
		if f.Reason == string(fault.Internal) || f.Message == "" || !json.Valid(f.json(3)) {
			t.Errorf("%v is told as %s", err, f.json(3))
		}
	})
}
