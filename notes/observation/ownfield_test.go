package observation_test

import (
	"fmt"
	"testing"

	"github.com/weft-mesh/weft/notes/observation"
	"github.com/weft-mesh/weft/notes/ownfield"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestAFieldOfOnesOwnIsARowWithoutADomain(t *testing.T) {
	t.Parallel()
	entries := []*commonv1.Entry{
		entry(t, "2026-05-02_08-00-00", "Eggs:: 4\nboats:: 12", ""),
		entry(t, "2026-05-03_08-00-00", "- eggs:: 5 (no, 6)", ""),
		entry(t, "2026-05-04_08-00-00", "Sold 12 eggs.", ""),
		entry(t, "note_1", "eggs:: 9", ""), // of no day
		front(entry(t, "2026-05-05_12-00-00", "eggs: 7\nboats: 1", "")),
		front(entry(t, "2026-05-06_12-00-00", "eggs: 7 or 8", "")),
		front(entry(t, "note_2", "eggs: 9", "")),
	}
	r := observation.NewReader(schemas(t))
	sel := &commonv1.Selection{Domain: ownfield.Domain, Subjects: []*commonv1.Subject{{Name: "egg", Domain: ownfield.Domain}}}
	var got []string
	var rows []*commonv1.Observation
	for _, e := range entries {
		for _, row := range r.Of(e) {
			if observation.Selects(sel)(row) {
				rows = append(rows, row)
				got = append(got, fmt.Sprint(row.GetDate(), " ", row.GetSubject(), " ", row.GetValue()))
			}
		}
	}
	if want := []string{"2026-05-02 Eggs 4", "2026-05-05 eggs 7"}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("rows are %q, want %q", got, want)
	}
	unread := r.Unread(entries, sel, rows)
	if len(unread) != 2 || unread[1].GetEntryId() != entries[5].GetId() || unread[1].GetWords().GetStart() != int32(len("eggs: ")) || unread[0].GetEntryId() != entries[1].GetId() || unread[0].GetWords().GetStart() != int32(len("- eggs:: ")) {
		t.Errorf("not read are %v", unread)
	}
}

// front makes an entry one of front matter.
func front(e *commonv1.Entry) *commonv1.Entry {
	e.FrontMatter = true
	return e
}
