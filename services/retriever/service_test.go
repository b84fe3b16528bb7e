package retriever

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/vault"
)

var (
	scope = store.Scope{Tenant: "local", User: "mia"}
	now   = time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
)

// diary is the notes of January 2026 that the tests look in, by day.
var diary = map[int]string{
	5:  "Benched 80kg, felt heavy. Slept badly.",
	6:  "Chest day", // its name stands in the data alone
	12: "Bench press 85, easy",
	13: "Quality coffee. Sleep was short, again",
	14: "Sleep quality was poor",
	20: "A practice run in the café",
	25: "Went jogging",
}

func openDiary(t testing.TB) (*vault.Vault, string) {
	t.Helper()
	dir := t.TempDir()
	v, err := vault.Open(dir, vault.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.Close() })
	for day, text := range diary {
		e, err := v.Keep(t.Context(), scope, store.NewEntry{Key: text, Time: time.Date(2026, 1, day, 8, 0, 0, 0, time.UTC), Text: text})
		if err != nil {
			t.Fatal(err)
		}
		if text == "Chest day" {
			data, _ := structpb.NewStruct(map[string]any{"strength": map[string]any{"exercise": "bench press"}})
			if _, err := v.SetParsed(t.Context(), scope, e.GetId(), e.GetContentHash(), store.Parsed{Data: data}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return v, dir
}

func service(t testing.TB, r store.Reader) *Service {
	t.Helper()
	s, err := New(Deps{Store: r})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func request(in ...*commonv1.RetrievalInstruction) *pb.RetrieveRequest {
	for i := range in {
		in[i].Id = int32(i + 1)
	}
	return &pb.RetrieveRequest{
		Context:      &commonv1.CallContext{Now: timestamppb.New(now), TimeZone: "UTC", Tenant: scope.Tenant, User: scope.User},
		Instructions: in,
		Vocabulary:   map[string]string{"benching": "bench press", "benched": "bench press", "jog": "run"},
	}
}

func days(from, to string) *commonv1.DateRange { return &commonv1.DateRange{Start: from, End: to} }

func inDays(from, to string) *commonv1.RetrievalInstruction {
	return &commonv1.RetrievalInstruction{Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_DATE_RANGE, DateRange: days(from, to)}
}

func keywords(all bool, words ...string) *commonv1.RetrievalInstruction {
	return &commonv1.RetrievalInstruction{Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_KEYWORD, Keywords: words, MatchAll: all}
}

func topic(s string) *commonv1.RetrievalInstruction {
	return &commonv1.RetrievalInstruction{Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TOPIC, Topic: s}
}

func pattern(s string) *commonv1.RetrievalInstruction {
	return &commonv1.RetrievalInstruction{Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_PATTERN, Pattern: s}
}

func question(text string, prefer ...*commonv1.DateRange) *commonv1.RetrievalInstruction {
	return &commonv1.RetrievalInstruction{Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_QUESTION, Question: text, Prefer: prefer}
}

// dates returns the days of January that were found, in order.
func dates(resp *pb.RetrieveResponse) []int {
	var out []int
	for _, e := range resp.GetEntries() {
		var d int
		_, _ = fmt.Sscanf(e.GetEntry().GetDate(), "2026-01-%d", &d)
		out = append(out, d)
	}
	slices.Sort(out)
	return out
}

func TestStrategies(t *testing.T) {
	t.Parallel()
	v, _ := openDiary(t)
	s := service(t, v)
	tests := []struct {
		name string
		in   *commonv1.RetrievalInstruction
		want []int
	}{
		{"a range of days gives every note in it", inDays("2026-01-06", "2026-01-13"), []int{6, 12, 13}},
		{"an open range gives everything from a day on", inDays("2026-01-20", ""), []int{20, 25}},
		{"a keyword is widened by the vocabulary and found in parsed data", keywords(false, "bench press"), []int{5, 6, 12}},
		{"the vocabulary works both ways", keywords(false, "benching"), []int{5, 6, 12}},
		{"any keyword is enough", keywords(false, "heavy", "cafe"), []int{5, 20}},
		{"all keywords are needed when asked for", keywords(true, "sleep", "benching"), []int{5}},
		{"a keyword is no part of a word", keywords(false, "pr"), nil},
		{"a topic is found as a phrase and by all its words", topic("sleep quality"), []int{13, 14}},
		{"the small words of a topic do not matter", topic("my run"), []int{20, 25}},
		{"a topic of one word is widened", topic("jog"), []int{20, 25}},
		{"a pattern selects files", pattern("logs/raw/2026/01/*-1?.md"), []int{12, 13, 14}},
		{"two stars reach across folders", pattern("**/2026-01-05.md"), []int{5}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			resp, err := s.Retrieve(t.Context(), request(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			if got := dates(resp); !slices.Equal(got, tt.want) || int(resp.GetTotal()) != len(tt.want) {
				t.Errorf("found %v of %d, want %v", got, resp.GetTotal(), tt.want)
			}
			if len(tt.want) == 0 && !strings.HasPrefix(resp.GetResults()[0].GetSummary(), "no notes") {
				t.Errorf("summary %q, want it to say that nothing was found", resp.GetResults()[0].GetSummary())
			}
		})
	}
}

func TestSeveralInstructionsShareTheResponse(t *testing.T) {
	t.Parallel()
	v, _ := openDiary(t)
	resp, err := service(t, v).Retrieve(t.Context(), request(inDays("2026-01-05", "2026-01-06"), keywords(false, "benching"), topic("unicorns")))
	if err != nil {
		t.Fatal(err)
	}
	if got := dates(resp); !slices.Equal(got, []int{5, 6, 12}) || resp.GetTotal() != 3 || resp.GetTruncated() {
		t.Errorf("found %v of %d", got, resp.GetTotal())
	}
	if r := resp.GetResults(); len(r) != 3 || r[0].GetTotal() != 2 || r[1].GetTotal() != 3 || len(r[1].GetEntryIds()) != 3 || r[2].GetTotal() != 0 {
		t.Errorf("results %v", r)
	}
	if got := resp.GetResults()[1].GetSummary(); got != `3 notes with "benching"` {
		t.Errorf("summary %q", got)
	}
	if got := resp.GetResults()[2].GetSummary(); got != `no notes on "unicorns"` || len(resp.GetWarnings()) > 0 {
		t.Errorf("summary %q, warnings %q", got, resp.GetWarnings())
	}
	if c := resp.GetCovered(); c.GetStart() != "2026-01-05" || c.GetEnd() != "2026-01-12" {
		t.Errorf("covered %v", c)
	}
	if p := resp.GetProvenance(); p.GetMind() != commonv1.Mind_MIND_RULES || p.GetAttempts() != 1 {
		t.Errorf("provenance %v", p)
	}
}

func TestTheLimitKeepsBothSidesOfAComparison(t *testing.T) {
	t.Parallel()
	v, _ := openDiary(t)
	req := request(inDays("2026-01-05", "2026-01-12"), inDays("2026-01-13", "2026-01-25"))
	req.MaxEntries = 4
	resp, err := service(t, v).Retrieve(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if got := dates(resp); !slices.Equal(got, []int{6, 12, 20, 25}) || resp.GetTotal() != 7 || !resp.GetTruncated() {
		t.Errorf("found %v of %d, truncated %v", got, resp.GetTotal(), resp.GetTruncated())
	}
}

func TestWhatTheLimitKeepsIsTheBest(t *testing.T) {
	t.Parallel()
	v, _ := openDiary(t)
	for day, text := range map[int]string{
		2:  "Poor sleep quality for all of this week",
		9:  "Overslept",
		10: "Swam a mile",
		16: "Swam",
		21: "Swam a mile",
	} {
		at := time.Date(2026, 1, day, 8, 0, 0, 0, time.UTC)
		if _, err := v.Keep(t.Context(), scope, store.NewEntry{Key: text + at.String(), Time: at, Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name string
		in   *commonv1.RetrievalInstruction
		want []int // best first
	}{
		{"the words of a topic side by side before the same words apart", topic("sleep quality"), []int{14, 2}},
		{"both words before one of them", keywords(false, "heavy", "slept"), []int{5}},
		{"the name in the data before the words of a note as short", keywords(false, "bench press"), []int{6}},
		{"the shorter note before the longer and the nearer before the farther", keywords(false, "swim"), []int{16, 21, 10}},
		{"nearness counts from the end of what was asked for", &commonv1.RetrievalInstruction{
			Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_KEYWORD, Keywords: []string{"mile"}, DateRange: days("", "2026-01-22"),
		}, []int{21}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			req := request(tt.in)
			req.MaxEntries = int32(len(tt.want))
			resp, err := service(t, v).Retrieve(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			var got []int
			for _, e := range resp.GetEntries() {
				got = append(got, e.GetEntry().GetTime().AsTime().Day())
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("kept %v, want %v", got, tt.want)
			}
		})
	}
}

func TestALimitTellsHowManyThereAre(t *testing.T) {
	t.Parallel()
	v, _ := openDiary(t)
	for _, in := range []*commonv1.RetrievalInstruction{inDays("", ""), keywords(false, "benching"), topic("sleep quality"), pattern("**")} {
		all, err := service(t, v).Retrieve(t.Context(), request(in))
		if err != nil {
			t.Fatal(err)
		}
		req := request(in)
		req.MaxEntries = 1
		some, err := service(t, v).Retrieve(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		if len(some.GetEntries()) != 1 || some.GetTotal() != all.GetTotal() || !some.GetTruncated() ||
			some.GetResults()[0].GetTotal() != all.GetResults()[0].GetTotal() || some.GetResults()[0].GetSummary() != all.GetResults()[0].GetSummary() {
			t.Errorf("%v: %v, want one of %d", in.GetStrategy(), some, all.GetTotal())
		}
		if !proto.Equal(some.GetEntries()[0], all.GetEntries()[0]) {
			t.Errorf("%v: the limit keeps %v, the best is %v", in.GetStrategy(), some.GetEntries()[0], all.GetEntries()[0])
		}
	}
}

func TestAShardLooksInItsDaysOnly(t *testing.T) {
	t.Parallel()
	v, _ := openDiary(t)
	req := request(inDays("2026-01-06", "2026-01-13"), keywords(false, "benching"), inDays("2026-01-20", ""))
	req.Shard = days("2026-01-10", "2026-01-14")
	resp, err := service(t, v).Retrieve(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if got := dates(resp); !slices.Equal(got, []int{12, 13}) || resp.GetResults()[2].GetTotal() != 0 {
		t.Errorf("found %v, %v", got, resp.GetResults())
	}
	if len(resp.GetWarnings()) != 0 {
		t.Errorf("a shard warns of what may be elsewhere: %q", resp.GetWarnings())
	}
}

func TestTheScoresOfShardsAreComparable(t *testing.T) {
	t.Parallel()
	v, _ := openDiary(t)
	s := service(t, v)
	whole, err := s.Retrieve(t.Context(), request(keywords(false, "benching")))
	if err != nil {
		t.Fatal(err)
	}
	score := map[string]float64{}
	for _, e := range whole.GetEntries() {
		score[e.GetEntry().GetId()] = e.GetScore()
	}
	for _, shard := range []*commonv1.DateRange{days("", "2026-01-05"), days("2026-01-06", "")} {
		req := request(keywords(false, "benching"))
		req.Shard = shard
		resp, err := s.Retrieve(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range resp.GetEntries() {
			if e.GetScore() != score[e.GetEntry().GetId()] || e.GetScore() <= 0 {
				t.Errorf("%s scores %v in a shard, %v in the whole", e.GetEntry().GetId(), e.GetScore(), score[e.GetEntry().GetId()])
			}
		}
	}
}

func TestANoteThatWasJustWrittenIsSeen(t *testing.T) {
	t.Parallel()
	_, dir := openDiary(t)
	reader, err := vault.Open(dir, vault.Options{ReadOnly: true, Now: func() time.Time { return now }}) // never looks by itself
	if err != nil {
		t.Fatal(err)
	}
	s := service(t, reader)
	if resp, err := s.Retrieve(t.Context(), request(inDays("2026-01-30", "2026-01-30"))); err != nil || resp.GetTotal() != 0 {
		t.Fatalf("%v, %v", resp, err)
	}
	path := filepath.Join(dir, "logs", "raw", "2026", "01", "2026-01-30.md")
	if err := os.WriteFile(path, []byte("## 09:00\nDeadlifts\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	req := request(inDays("2026-01-30", "2026-01-30"))
	req.MustSee = []*commonv1.EntryRef{{Id: "2026-01-30_09-00-00"}, {Id: "2026-01-30_10-00-00"}}
	resp, err := s.Retrieve(t.Context(), req)
	if err != nil || resp.GetTotal() != 1 {
		t.Fatalf("%v, %v", resp, err)
	}
	if len(resp.GetWarnings()) != 1 || !strings.Contains(resp.GetWarnings()[0], "2026-01-30_10-00-00") {
		t.Errorf("warnings %q", resp.GetWarnings())
	}
}

func TestMistakesOfTheCaller(t *testing.T) {
	t.Parallel()
	v, _ := openDiary(t)
	s := service(t, v)
	zone := request(topic("x"))
	zone.Context.TimeZone = "Mars/Olympus"
	shard := request(topic("x"))
	shard.Shard = days("2026-01-02", "2026-01-01")
	for name, tt := range map[string]struct {
		req   *pb.RetrieveRequest
		field string
	}{
		"an unknown time zone":     {zone, "context.time_zone"},
		"a shard turned around":    {shard, "shard"},
		"a day that is none":       {request(topic("x"), inDays("2026-02-30", "")), "instructions[1].date_range"},
		"no keywords":              {request(keywords(true)), "instructions[0].keywords"},
		"a blank topic":            {request(topic(" ")), "instructions[0].topic"},
		"no question":              {request(question("")), "instructions[0].question"},
		"a named day that is none": {request(question("x", days("", ""), days("2026-01-32", ""))), "instructions[0].prefer[1]"},
		"no pattern":               {request(pattern("")), "instructions[0].pattern"},
		"a broken pattern":         {request(pattern("a/[b")), "instructions[0].pattern"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := s.Retrieve(t.Context(), tt.req)
			f, ok := errors.AsType[*fault.Error](err)
			if !ok || f.Code != codes.InvalidArgument || len(f.Violations) != 1 || f.Violations[0].Field != tt.field {
				t.Errorf("%v (%+v), want INVALID_ARGUMENT at %s", err, f, tt.field)
			}
		})
	}
}

// broken is a store that can't be read.
type broken struct{ store.Reader }

func (broken) Find(context.Context, store.Scope, store.Query) (store.Result, error) {
	return store.Result{}, os.ErrPermission
}

func TestAStoreThatCanNotBeReadIsUnavailable(t *testing.T) {
	t.Parallel()
	_, err := service(t, broken{}).Retrieve(t.Context(), request(topic("x")))
	if status.Code(err) != codes.Unavailable || !errors.Is(err, os.ErrPermission) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := service(t, broken{}).Retrieve(ctx, request(topic("x"))); status.Code(err) != codes.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

func TestAQuestionBringsTheBestNotesWithWhatToQuote(t *testing.T) {
	t.Parallel()
	v, err := vault.Open(t.TempDir(), vault.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.Close() })
	texts := []string{"Rain.\nThe boiler man came, 120 euros", "the boiler is loud again", "took the garbage out", "made a jog of it", "cinema"}
	for i, text := range texts {
		if _, err := v.Keep(t.Context(), scope, store.NewEntry{Key: text, Time: time.Date(2026, 1, 5+i, 8, 0, 0, 0, time.UTC), Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	s := service(t, v)
	must := func(in *commonv1.RetrievalInstruction, words ...string) *commonv1.RetrievalInstruction {
		in.Keywords = words
		return in
	}
	within := func(in *commonv1.RetrievalInstruction, r *commonv1.DateRange) *commonv1.RetrievalInstruction {
		in.DateRange = r
		return in
	}
	for _, tt := range []struct {
		name    string
		in      *commonv1.RetrievalInstruction
		want    string // what is quoted of each entry, in their order
		missing string
	}{
		{"words", question("what did the boiler man cost?"), "The boiler man came, 120 euros|the boiler is loud again", "cost"},
		{"days that it names", question("the boiler", days("2026-01-06", "2026-01-06")), "the boiler is loud again|The boiler man came, 120 euros", ""},
		{"days that have none of it", question("the boiler", days("2026-02-06", "2026-02-06")), "the boiler is loud again|The boiler man came, 120 euros", ""},
		{"days alone", question("", days("2026-01-09", "2026-01-09")), "cinema", ""},
		{"the vocabulary", question("my runs"), "made a jog of it", ""},
		{"no word that looks alike", question("the garage"), "", "garage, like garbage"},
		{"what must be there", must(question("the boiler"), "loud"), "the boiler is loud again", ""},
		{"days that must be", within(question("the boiler"), days("", "2026-01-05")), "The boiler man came, 120 euros", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			resp, err := s.Retrieve(t.Context(), request(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			var quoted, missing []string
			for _, e := range resp.GetEntries() {
				quoted = append(quoted, e.GetEntry().GetText()[e.GetBest().GetStart():e.GetBest().GetEnd()])
			}
			for _, m := range resp.GetMissing() {
				missing = append(missing, strings.Join(append([]string{m.GetWord()}, m.GetLike()...), ", like "))
			}
			if got := strings.Join(quoted, "|"); got != tt.want || int(resp.GetTotal()) != len(quoted) {
				t.Errorf("quoted %q of %d, want %q", got, resp.GetTotal(), tt.want)
			}
			if got := strings.Join(missing, ", "); got != tt.missing {
				t.Errorf("missing %q, want %q", got, tt.missing)
			}
		})
	}
	whole, part := question("the boiler man's cinema"), question("the boiler man")
	whole.Id, part.Id, part.SubQueryIds = 1, 2, []int32{7}
	resp, err := s.Retrieve(t.Context(), request(whole, part))
	if err != nil {
		t.Fatal(err)
	}
	of := resp.GetResults()
	if len(of[0].GetMatches()) > 0 || len(of[1].GetMatches()) != len(of[1].GetEntryIds()) || !of[1].GetMatches()[0].GetCovers() || resp.GetEntries()[0].GetCovers() {
		t.Errorf("how notes answer the part of a question is told as %v of %v", of[1].GetMatches(), resp.GetEntries())
	}
	one := request(question("the boiler"))
	one.MaxEntries = 1
	if resp, err := s.Retrieve(t.Context(), one); err != nil || len(resp.GetEntries()) != 1 || resp.GetTotal() != 2 || !resp.GetTruncated() {
		t.Errorf("at most one: %v, %v", resp, err)
	}
}

func TestAModelIsRefused(t *testing.T) {
	t.Parallel()
	if _, err := New(Deps{}); err == nil {
		t.Error("a retriever without a store is built")
	}
}

func TestACorrectionComesWithTheNoteThatItMends(t *testing.T) {
	t.Parallel()
	v, err := vault.Open(t.TempDir(), vault.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.Close() })
	keep := func(at, text string, correction bool) string {
		when, err := time.Parse("2006-01-02 15:04", at)
		if err != nil {
			t.Fatal(err)
		}
		e, err := v.Keep(t.Context(), scope, store.NewEntry{Key: text, Time: when, Text: text, Correction: correction})
		if err != nil {
			t.Fatal(err)
		}
		return e.GetId()
	}
	bench := keep("2026-01-05 18:00", "bench 3x5 60 kg", false)
	lunch := keep("2026-01-05 20:00", "soup", false)
	other := keep("2026-01-05 20:10", "make that stew", true)
	later := keep("2026-01-06 09:00", "yesterday's bench was 65", true)
	keep("2026-01-06 12:00", "bench again", false)
	keep("2026-01-20 12:00", "the soup was salty", true)
	cases := []struct {
		name string
		in   *commonv1.RetrievalInstruction
		want []string
	}{
		{"written the day after", &commonv1.RetrievalInstruction{Id: 1, Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TOPIC, Topic: "bench",
			DateRange: &commonv1.DateRange{Start: "2026-01-05", End: "2026-01-05"}}, []string{bench, later}},
		{"right after it, in other words", &commonv1.RetrievalInstruction{Id: 1, Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_KEYWORD, Keywords: []string{"soup"},
			DateRange: &commonv1.DateRange{Start: "2026-01-01", End: "2026-01-10"}}, []string{lunch, other}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			res, err := service(t, v).Retrieve(t.Context(), &pb.RetrieveRequest{
				Context: &commonv1.CallContext{
					Now: timestamppb.New(time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)), TimeZone: "UTC", Tenant: scope.Tenant, User: scope.User,
				},
				Instructions: []*commonv1.RetrievalInstruction{c.in},
			})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range res.GetEntries() {
				got = append(got, e.GetEntry().GetId())
			}
			slices.Sort(got)
			if !slices.Equal(got, c.want) || !slices.Equal(slices.Sorted(slices.Values(res.GetResults()[0].GetEntryIds())), c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
