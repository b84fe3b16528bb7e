package retriever

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	"github.com/weft-mesh/weft/store/vault"
)

// loaded are the domains of the notes below.
var loaded = []string{"general", "running", "sleep", "money", "nutrition"}

var builtin = sync.OnceValues(domains.Builtin)

var extractor = sync.OnceValues(func() (*extract.Extractor, error) {
	set, err := builtin()
	if err != nil {
		return nil, err
	}
	return extract.Compile(set.Context(loaded).GetSchemas())
})

func schemasOf(t testing.TB) []*commonv1.DomainSchema {
	t.Helper()
	set, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	return set.Context(loaded).GetSchemas()
}

// parsedDiary opens a vault of notes, one after the other from the first of 2026 on,
// five a day, with what the patterns of the domains find in them.
func parsedDiary(t testing.TB, texts []string) *vault.Vault {
	t.Helper()
	dir := t.TempDir()
	write := func(path, content string) {
		path = filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ex, err := extractor()
	if err != nil {
		t.Fatal(err)
	}
	day := notes.NewDay(2026, 1, 1)
	for five := range slices.Chunk(texts, 5) {
		content, records := "", map[string]any{}
		for i, text := range five {
			content = dayfile.Append(content, dayfile.Clock{Hour: 8 + i}, false, text)
			records[fmt.Sprintf("%s_%02d-00-00", day, 8+i)] = map[string]any{"hash": notes.Hash(text), "data": ex.Extract(text).Data.AsMap()}
		}
		parsed, err := json.Marshal(records)
		if err != nil {
			t.Fatal(err)
		}
		write(dayfile.RawPath(day), content)
		write(dayfile.ParsedPath(day), string(parsed))
		day = day.AddDays(1)
	}
	v, err := vault.Open(dir, vault.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.Close() })
	return v
}

func observations(domain, measure string, subjects ...string) *commonv1.RetrievalInstruction {
	in := &commonv1.RetrievalInstruction{
		Strategy:  commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_OBSERVATIONS,
		Selection: &commonv1.Selection{Domain: domain},
	}
	if measure != "" {
		in.Selection.Measures = []string{measure}
	}
	for _, s := range subjects {
		in.Selection.Subjects = append(in.Selection.Subjects, &commonv1.Subject{Name: s})
	}
	return in
}

// observe returns the values that instructions find, as "2026-01-01 8 km", and the
// days of the notes that were not read whole.
func observe(t *testing.T, texts []string, change func(*pb.RetrieveRequest), in ...*commonv1.RetrievalInstruction) (values, unread []string, resp *pb.RetrieveResponse) {
	t.Helper()
	req := request(in...)
	req.Schemas = schemasOf(t)
	if change != nil {
		change(req)
	}
	resp, err := service(t, parsedDiary(t, texts)).Retrieve(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range resp.GetObservations() {
		values = append(values, strings.TrimSpace(fmt.Sprintf("%s %v %s", o.GetDate(), o.GetValue(), o.GetUnit())))
	}
	for _, u := range resp.GetUnread() {
		unread = append(unread, u.GetEntryId())
	}
	return values, unread, resp
}

var runs = []string{
	"Ran 8 km in 42 min", "Spent 12 € on groceries", "Slept 7 h", "Met Anna", "Coffee with Tom",
	"Ran 5 km", "went jogging, 4 km I think", "Run, 12 today", "Tom ran 30 km", "Tomorrow I want to run 10 km",
	"Ran 10 km",
}

func TestValuesOfEveryNoteAreFound(t *testing.T) {
	t.Parallel()
	values, unread, resp := observe(t, runs, nil, observations("running", "distance", "run"))
	want := []string{"2026-01-01 8 km", "2026-01-02 5 km", "2026-01-02 4 km", "2026-01-03 10 km"}
	if !slices.Equal(values, want) {
		t.Errorf("values %q, want %q", values, want)
	}
	if want := []string{"2026-01-02_10-00-00"}; !slices.Equal(unread, want) {
		t.Errorf("unread %q, want %q", unread, want)
	}
	if r := resp.GetResults()[0]; resp.GetTotalObservations() != 4 || r.GetTotal() != 4 || resp.GetTotal() != 0 || len(resp.GetEntries()) > 0 {
		t.Errorf("the response tells %d values, %d notes for the instruction, %d in scope", resp.GetTotalObservations(), r.GetTotal(), resp.GetTotal())
	}
}

func TestValuesAreOfTheDaysThatNotesNameForThem(t *testing.T) {
	t.Parallel()
	texts := []string{"a", "b", "c", "d", "e", "Yesterday ran 6 km, today rest.", "Ran 3 km on Thursday and 2 km today"} // 2 January 2026 is a Friday
	for day, want := range map[string][]string{
		"2026-01-01": {"2026-01-01 3 km", "2026-01-01 6 km"}, "2026-01-02": {"2026-01-02 2 km"}, "2026-01-03": nil,
	} {
		in := observations("running", "distance", "run")
		in.DateRange = days(day, day)
		values, unread, _ := observe(t, texts, nil, in)
		slices.Sort(values)
		if !slices.Equal(values, want) || len(unread) > 0 {
			t.Errorf("of %s: values %q, want %q; unread %q", day, values, want, unread)
		}
	}
}

func TestWhatIsNotedForADayToComeIsNoValueAndIsTold(t *testing.T) {
	t.Parallel()
	now := func(req *pb.RetrieveRequest) {
		req.Context.Now = timestamppb.New(time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC))
	}
	values, unread, _ := observe(t, runs, now, observations("running", "distance", "run"))
	if want := []string{"2026-01-01 8 km", "2026-01-02 5 km", "2026-01-02 4 km"}; !slices.Equal(values, want) {
		t.Errorf("values %q, want %q", values, want)
	}
	if !slices.Contains(unread, "2026-01-03_08-00-00") {
		t.Errorf("the run of tomorrow is not told: %q", unread)
	}
}

func TestValuesAreOfTheDaysThatAreAskedFor(t *testing.T) {
	t.Parallel()
	in := observations("running", "distance", "run")
	in.DateRange = days("2026-01-03", "2026-01-31")
	values, unread, _ := observe(t, runs, nil, in)
	if want := []string{"2026-01-03 10 km"}; !slices.Equal(values, want) || len(unread) > 0 {
		t.Errorf("values %q, want %q; unread %q", values, want, unread)
	}
}

// Of money that no word says was spent nobody knows who paid whom.
func TestANoteThatDoesNotSayWhatAValueIsOfIsUnread(t *testing.T) {
	t.Parallel()
	texts := []string{"Paid 62 € for a hotel", "Tuned the hotel piano, 110 €", "Hotel: spent 45 €"}
	values, unread, resp := observe(t, texts, nil, observations("money", "spending", "travel"))
	if len(values) != 3 || !slices.Equal(unread, []string{"2026-01-01_09-00-00"}) {
		t.Fatalf("values %q, unread %q", values, unread)
	}
	u := resp.GetUnread()[0]
	if got := texts[1][u.GetWords().GetStart():u.GetWords().GetEnd()]; u.GetReason() != commonv1.UnreadReason_UNREAD_REASON_UNSAID || got != "110 €" {
		t.Errorf("it is %v: %q", u.GetReason(), got)
	}
}

func TestAValueThatTwoInstructionsFindIsTold(t *testing.T) {
	t.Parallel()
	all := observations("running", "distance", "run")
	late := observations("running", "distance", "run")
	late.DateRange = days("2026-01-02", "")
	values, unread, resp := observe(t, runs, nil, all, late)
	if len(values) != 4 || resp.GetTotalObservations() != 4 || len(unread) != 1 {
		t.Errorf("values %q, %d in all, unread %q", values, resp.GetTotalObservations(), unread)
	}
}

func TestTheLatestValuesAreKept(t *testing.T) {
	t.Parallel()
	values, _, resp := observe(t, runs, func(r *pb.RetrieveRequest) { r.MaxObservations = 2 }, observations("running", "distance", "run"))
	want := []string{"2026-01-02 4 km", "2026-01-03 10 km"}
	if !slices.Equal(values, want) || resp.GetTotalObservations() != 4 {
		t.Errorf("values %q of %d, want %q of 4", values, resp.GetTotalObservations(), want)
	}
}

func TestValuesNeedADomain(t *testing.T) {
	t.Parallel()
	v, _ := openDiary(t)
	_, err := service(t, v).Retrieve(t.Context(), request(observations("", "")))
	if f := fault.FromError(err); f == nil || !strings.Contains(fmt.Sprint(f), "OBSERVATIONS") {
		t.Errorf("the error is %v", err)
	}
}

func TestAnEntryCoversAQuestionWhereItAnswersIt(t *testing.T) {
	t.Parallel()
	texts := []string{
		"Boiler service was done.\nThe serial number is 4711.", "The boiler leaks.\n\na\n\nb\n\nc\n\nd\n\nThe router has a serial number.", "Boiler off", "Rain", "Sun",
	}
	for _, q := range []string{
		"What is the serial number of the boiler?", "What was the serial number of the boiler last week?", "How long is the serial number of the boiler?",
	} {
		_, _, resp := observe(t, texts, nil, question(q))
		var got []string
		for _, e := range resp.GetEntries() {
			if e.GetCovers() {
				got = append(got, e.GetEntry().GetId())
			}
		}
		if want := []string{"2026-01-01_08-00-00"}; !slices.Equal(got, want) {
			t.Errorf("%s is covered by %q, want %q", q, got, want)
		}
	}
}

func BenchmarkObservations(b *testing.B) {
	schemas := schemasOf(b)
	texts := []string{
		"Ran %d km in 42 min with Tom, easy", "Spent %d.50 € on groceries and 3 € on coffee", "Slept 7.%d h, quality 6/10",
		"Breakfast: 2 eggs and %d slices of bread", "Weight 71.%d kg, energy 7/10, met Anna at 18:30 in the park",
	}
	for _, n := range []int{1000, 10_000} {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf(texts[i%len(texts)], 1+i%9))
		}
		s := service(b, parsedDiary(b, all))
		one := request(observations("running", "distance", "run"))
		one.Schemas = schemas
		every := request()
		for _, name := range loaded {
			every.Instructions = append(every.Instructions, observations(name, ""))
		}
		every.Schemas = schemas
		for name, req := range map[string]*pb.RetrieveRequest{"one measure": one, "five domains": every} {
			b.Run(fmt.Sprintf("%s of %d notes", name, n), func(b *testing.B) {
				for b.Loop() {
					if resp, err := s.Retrieve(b.Context(), req); err != nil || resp.GetTotalObservations() == 0 {
						b.Fatalf("%d values, %v", resp.GetTotalObservations(), err)
					}
				}
			})
		}
	}
}
