package command

import (
	"encoding/json"
	"fmt"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/notes/dayfile"
)

// An importRemark is something about one place in a file.
type importRemark struct {
	Source string `json:"source"` // file:line
	Reason string `json:"reason"`
}

// An importResult is what an import has done, or would do.
type importResult struct {
	DryRun    bool           `json:"dryRun"`
	Files     int            `json:"files"`
	Created   int            `json:"created"`
	Unchanged int            `json:"unchanged"`
	Skipped   []importRemark `json:"skipped"`
	Assumed   []importRemark `json:"assumed"`
	Census    []dayfile.Row  `json:"census"`

	entries []*orchestratorv1.ImportEntriesResponse
}

func (r *importResult) add(one *orchestratorv1.ImportEntriesResponse) {
	switch one.GetOutcome() {
	case orchestratorv1.ImportOutcome_IMPORT_OUTCOME_CREATED:
		r.Created++
	case orchestratorv1.ImportOutcome_IMPORT_OUTCOME_UNCHANGED:
		r.Unchanged++
	}
	r.entries = append(r.entries, one)
}

func (r *importResult) skip(source, reason string) {
	r.Skipped = append(r.Skipped, importRemark{source, reason})
}

func (r *importResult) empty() bool { return len(r.entries) == 0 }

func (r *importResult) summary() string {
	verb := "created"
	if r.DryRun {
		verb = "would be created"
	}
	return fmt.Sprintf("%d %s, %d unchanged, %d skipped, from %s", r.Created, verb, r.Unchanged, len(r.Skipped), count(r.Files, "file"))
}

// value returns the result as JSON shows it, with an ImportEntriesResponse for
// each note.
func (r *importResult) value() (any, error) {
	entries := make([]json.RawMessage, 0, len(r.entries))
	for _, e := range r.entries {
		line, err := render.Line(e)
		if err != nil {
			return nil, err
		}
		entries = append(entries, line)
	}
	whole := struct {
		*importResult
		Entries []json.RawMessage `json:"entries"`
	}{r, entries}
	whole.Skipped = notNil(r.Skipped)
	whole.Assumed = notNil(r.Assumed)
	return whole, nil
}

// notNil makes an empty list visible as [] in JSON.
func notNil(list []importRemark) []importRemark {
	if list == nil {
		return []importRemark{}
	}
	return list
}

func outcomeWord(o orchestratorv1.ImportOutcome) string {
	if o == orchestratorv1.ImportOutcome_IMPORT_OUTCOME_CREATED {
		return "new      "
	}
	return "unchanged"
}

// count returns a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
