package scenario

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/test/mesh"
)

func wantQuery(t *testing.T, r *orchestratorv1.RunReport, status orchestratorv1.RunReport_Status) {
	t.Helper()
	if r.GetInputType() != commonv1.InputType_INPUT_TYPE_QUERY || r.GetStatus() != status {
		t.Errorf("it is %v and ended %v, want QUERY and %v: %s %s", r.GetInputType(), r.GetStatus(), status, r.GetFailure(), r.GetAnswer())
	}
	if r.GetAnswer() == "" {
		t.Error("there is no answer")
	}
}

func wantRange(t *testing.T, r *orchestratorv1.RunReport, start, end string) {
	t.Helper()
	for _, x := range r.GetTimeRanges() {
		if x.GetStart() == start && x.GetEnd() == end {
			return
		}
	}
	t.Errorf("time ranges = %v, want %s to %s among them", r.GetTimeRanges(), start, end)
}

func wantDomain(t *testing.T, r *orchestratorv1.RunReport, name string) {
	t.Helper()
	if !slices.Contains(r.GetDomains(), name) {
		t.Errorf("domains = %v, want %s among them", r.GetDomains(), name)
	}
}

func wantWords(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(strings.ToLower(text), w) {
			t.Errorf("%q is not in the answer:\n%s", w, text)
		}
	}
}

// wantTemplates checks for words of the rules' answers; a model has its own.
func wantTemplates(t *testing.T, text string, words ...string) {
	t.Helper()
	if mesh.ByRules() {
		wantWords(t, text, words...)
	}
}

// lineOf is a line of a file, counted from 1.
func lineOf(t *testing.T, file string, line int) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
		return ""
	}
	lines := strings.Split(string(data), "\n")
	if line < 1 || line > len(lines) {
		t.Errorf("%s has %d lines, and not line %d", file, len(lines), line)
		return ""
	}
	return lines[line-1]
}

// wantGrounded checks that everything that is cited is in the vault, word for
// word, at the line that is told, and was retrieved.
func wantGrounded(t *testing.T, m *mesh.Mesh, r *orchestratorv1.RunReport) {
	t.Helper()
	for _, c := range r.GetCitations() {
		if !slices.ContainsFunc(r.GetRetrieved(), func(e *orchestratorv1.RetrievedEntry) bool { return e.GetId() == c.GetId() }) {
			t.Errorf("%s is cited and was not retrieved", c.GetId())
		}
		res, err := m.API.GetEntry(t.Context(), &orchestratorv1.GetEntryRequest{Id: c.GetId()})
		if err != nil {
			t.Errorf("%s is cited: %v", c.GetId(), err)
			continue
		}
		if c.GetQuote() == "" || !strings.Contains(res.GetEntry().GetText(), c.GetQuote()) {
			t.Errorf("%s does not say %q", c.GetId(), c.GetQuote())
		}
		if at := c.GetSource(); m.Vault != "" {
			begin, _, _ := strings.Cut(c.GetQuote(), "\n")
			if !strings.Contains(lineOf(t, filepath.Join(m.Vault, filepath.FromSlash(at.GetPath())), int(at.GetFirstLine())), strings.TrimSpace(begin)) {
				t.Errorf("%q is not at %v", begin, at)
			}
		}
		if res.GetEntry().GetDate() != c.GetDate() {
			t.Errorf("%s is of %s, cited as of %s", c.GetId(), res.GetEntry().GetDate(), c.GetDate())
		}
	}
}
