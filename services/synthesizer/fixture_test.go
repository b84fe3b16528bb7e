package synthesizer_test

import (
	"fmt"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
)

const (
	critical = commonv1.Severity_SEVERITY_CRITICAL
	nice     = commonv1.Severity_SEVERITY_NICE_TO_HAVE
	detailed = commonv1.ResponseStyle_RESPONSE_STYLE_DETAILED
)

// asking is a question of Sunday, 31 May 2026, over notes in the order of their
// rank.
func asking(form *commonv1.QueryForm, notes ...*commonv1.EvidenceNote) *pb.SynthesizeRequest {
	for i, n := range notes {
		n.Label = fmt.Sprintf("n%d", i+1)
	}
	return &pb.SynthesizeRequest{
		Context: &commonv1.CallContext{
			Now: timestamppb.New(time.Date(2026, 5, 31, 9, 0, 0, 0, time.UTC)), TimeZone: "Europe/Berlin", Tenant: "t", User: "u",
		},
		Form: form, Analysis: &commonv1.Analysis{Verdict: commonv1.Verdict_VERDICT_SUFFICIENT}, Evidence: notes,
		DomainContext: &commonv1.DomainContext{Loaded: []string{"general", "running"}},
		Search:        &commonv1.SearchOutcome{Complete: true, Total: int32(len(notes))},
	}
}

// note is a note by its id.
func note(id, text string, headings ...string) *commonv1.EvidenceNote {
	n := &commonv1.EvidenceNote{Entry: &commonv1.Entry{Id: id, Text: text, Headings: headings}}
	if !strings.HasPrefix(id, "note_") {
		n.Entry.Date = id[:10]
		at, err := time.Parse("2006-01-02_15-04-05", id[:19])
		if err != nil {
			panic(err)
		}
		n.Weekday, n.Entry.Time = at.Weekday().String(), timestamppb.New(at)
	}
	return n
}

// quote is words of a note.
func quote(n *commonv1.EvidenceNote, words string) *commonv1.Quote {
	i := strings.Index(n.GetEntry().GetText(), words)
	if i < 0 {
		panic("the note does not say " + words)
	}
	return &commonv1.Quote{EntryId: n.GetEntry().GetId(), Range: &commonv1.TextRange{Start: int32(i), End: int32(i + len(words))}}
}

// whole quotes notes from their first to their last word.
func whole(kind commonv1.FindingKind, notes ...*commonv1.EvidenceNote) *commonv1.Finding {
	f := &commonv1.Finding{Kind: kind}
	for _, n := range notes {
		f.Quotes = append(f.Quotes, quote(n, n.GetEntry().GetText()))
	}
	return f
}

func question(text string, wanted commonv1.Wanted) *commonv1.QueryForm {
	return &commonv1.QueryForm{Text: text, Wanted: wanted}
}

var (
	may  = &commonv1.ScopeRange{Start: "2026-05-01", End: "2026-05-31", Label: "May"}
	apr  = &commonv1.ScopeRange{Start: "2026-04-01", End: "2026-04-30", Label: "April"}
	week = &commonv1.ScopeRange{Start: "2026-05-18", End: "2026-05-24", Label: "last week"}

	distance = &commonv1.Measure{Domain: "running", Name: "distance", Kind: commonv1.MeasureKind_MEASURE_KIND_AMOUNT, Unit: "km"}
	load     = &commonv1.Measure{Domain: "strength", Name: "load", Kind: commonv1.MeasureKind_MEASURE_KIND_READING, Unit: "kg"}
	sleep    = &commonv1.Measure{Domain: "sleep", Name: "duration", Kind: commonv1.MeasureKind_MEASURE_KIND_AMOUNT, Unit: "h"}
)

// row is a value that a note gives.
func row(n *commonv1.EvidenceNote, m *commonv1.Measure, subject string, value float64, unit string) *commonv1.Observation {
	return &commonv1.Observation{
		EntryId: n.GetEntry().GetId(), Date: n.GetEntry().GetDate(), Domain: m.GetDomain(), Measure: m.GetName(), Kind: m.GetKind(),
		Subject: subject, Value: value, Unit: unit,
	}
}

// fact is an aggregate of rows.
func fact(aggregate commonv1.Aggregate, m *commonv1.Measure, value float64, rows ...*commonv1.Observation) *commonv1.Fact {
	f := &commonv1.Fact{
		Id: "f1", Kind: commonv1.FactKind_FACT_KIND_AGGREGATE, Aggregate: aggregate, Measure: m, Value: value, Unit: m.GetUnit(),
		SampleSize: int32(len(rows)), Observations: rows,
	}
	for _, r := range rows {
		f.Subject = r.GetSubject()
		if n := len(f.EntryIds); n == 0 || f.EntryIds[n-1] != r.GetEntryId() {
			f.EntryIds = append(f.EntryIds, r.GetEntryId())
		}
	}
	return f
}

// computed has a request answered by facts.
func computed(r *pb.SynthesizeRequest, facts ...*commonv1.Fact) *pb.SynthesizeRequest {
	return telling(r, commonv1.FindingKind_FINDING_KIND_COMPUTED, facts...)
}

func telling(r *pb.SynthesizeRequest, kind commonv1.FindingKind, facts ...*commonv1.Fact) *pb.SynthesizeRequest {
	f := &commonv1.Finding{Kind: kind, Confidence: commonv1.Confidence_CONFIDENCE_HIGH}
	for i, one := range facts {
		one.Id = fmt.Sprintf("f%d", i+1)
		f.FactIds = append(f.FactIds, one.Id)
	}
	r.Analysis.Facts = facts
	r.Analysis.Findings = append(r.Analysis.Findings, f)
	return r
}

// quoting has a request answered by quotes.
func quoting(r *pb.SynthesizeRequest, findings ...*commonv1.Finding) *pb.SynthesizeRequest {
	r.Analysis.Findings = append(r.Analysis.Findings, findings...)
	return r
}

// missing has gaps in a request.
func missing(r *pb.SynthesizeRequest, gaps ...*commonv1.Gap) *pb.SynthesizeRequest {
	for i, g := range gaps {
		g.Id = fmt.Sprintf("g%d", i+1)
		if g.Severity == 0 {
			g.Severity = nice
		}
		if g.Severity == critical {
			r.OpenGaps, r.Partial = append(r.OpenGaps, g), true
		}
	}
	r.Analysis.Gaps = gaps
	return r
}

// runs are notes on runs, with what was run.
func runs() ([]*commonv1.EvidenceNote, []*commonv1.Observation) {
	notes := []*commonv1.EvidenceNote{
		note("2026-05-02_08-10-00", "Ran 10 km along the canal.\nLegs fine."),
		note("2026-05-09_08-00-00", "Easy 8.2 km with Ana."),
		note("2026-05-12_18-30-00", "Intervals, 6 x 800. 9 or so in all."),
		note("2026-05-20_07-00-00", "# Long one\n- 12.4 km before breakfast\n- cloudy"),
		note("2026-05-20_19-00-00", "Jogged 3 km home."),
	}
	return notes, []*commonv1.Observation{
		row(notes[0], distance, "run", 10, "km"), row(notes[1], distance, "run", 8.2, "km"),
		row(notes[3], distance, "run", 12.4, "km"), row(notes[4], distance, "run", 3, "km"),
	}
}

// unread is a note with words that nobody could place.
func unread(n *commonv1.EvidenceNote, words string, why commonv1.UnreadReason) *commonv1.UnreadNote {
	return &commonv1.UnreadNote{EntryId: n.GetEntry().GetId(), Date: n.GetEntry().GetDate(), Reason: why, Words: quote(n, words).GetRange()}
}

func baseline(v float64) *float64 { return proto.Float64(v) }
