package synthesizer_test

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestAQuoteSaysWhatItWasCorrectedTo(t *testing.T) {
	t.Parallel()
	set, err := domains.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		load float64
		want string
	}{
		"a corrected load is told behind the quote": {82.5, "bench press 3x5 @ 80 kg (corrected to 82.5 kg)"},
		"what was not corrected stands alone":       {80, "bench press 3x5 @ 80 kg"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			req := request(simple, "how much did I bench last week?", "bench press")
			req.DomainContext = set.Context([]string{"strength"})
			e := entry("2026-02-03_18-00-00", "bench press 3x5 @ 80 kg")
			e.DomainData = extract.Extract(e.GetText(), req.GetDomainContext().GetSchemas()).Data
			first := e.GetDomainData().GetFields()["strength"].GetStructValue().GetFields()["sets"].GetListValue().GetValues()[0]
			first.GetStructValue().GetFields()["load"].GetStructValue().GetFields()["value"] = structpb.NewNumberValue(tt.load)
			req.Entries = []*commonv1.Entry{e}
			req.Analysis.Facts = []*commonv1.Fact{{Id: "f", Kind: "average", Subject: "bench press", Measure: "load", Value: tt.load, Unit: "kg", EntryIds: []string{e.GetId()}}}
			a, _ := synthesize(t, req)
			if !strings.HasSuffix(a.GetText(), tt.want) {
				t.Errorf("the answer is:\n%s", a.GetText())
			}
			if q := a.GetCitations()[0].GetQuote(); q != e.GetText() {
				t.Errorf("the quote is not verbatim: %q", q)
			}
		})
	}
}
