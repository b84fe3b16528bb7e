package parser

import (
	"testing"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/notestest"
	pb "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
)

// It does not run beside others: it counts processor time.
func TestTheWorkOfFindingWhatIsOpenGrowsWithTheNote(t *testing.T) {
	set, err := domains.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	in := &input{req: &pb.ParseRequest{DomainContext: set.Context([]string{"strength", "running"})}}
	ex, _ := extract.NewCache(extract.MostSchemas).Extractor(in.req.GetDomainContext().GetSchemas())
	notestest.Linear(t, 8<<10, func(text string) {
		in.req.Text = text
		d := newDraft(in, ex, &reading{data: ex.Extract(text).Data})
		promptFor(d, d.doubts())
	})
}
