package analyzer

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes/excerpt"
	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
)

//go:embed prompt.tmpl
var promptText string

var (
	prompt    = llm.ParseTemplate(promptText)
	analyzing = form.Of(&mindv1.Analyzing{}, mindv1.Comments)
)

// mostChunks is in how many parts notes are read at most. What is beyond is left
// out, and said to be.
const mostChunks = 128

// model is the mind that has a language model read the notes. The rules go first:
// what they compute is given to the model as facts and stays in the analysis, so
// the model adds what takes understanding and no number.
type model struct{ client *llm.Client }

func (m model) analyze(ctx context.Context, req *analyzerv1.AnalyzeRequest) (*analyzerv1.AnalyzeResponse, *commonv1.Provenance, error) {
	l := newLegend(analyze(req))
	b := brief{req: req, legend: l, expertise: true, allowance: llm.AllowanceOf(req.GetContext())}
	var total *commonv1.Provenance
	var read []*mindv1.Analyzing
	var chunks [][]string
	left := 0
	var err error
	for range countings {
		// Where both don't fit, the notes say more than what is known of the field.
		b.expertise = b.expertise && m.client.Room(m.promptFor(b), analyzing) >= leastRoom
		chunks, left = m.chunks(b)
		if read, total, err = m.read(ctx, b, chunks, total); !errors.Is(err, llm.ErrTooLong) {
			break // else the model counts more tokens than was thought, and is known to now
		}
	}
	if err != nil {
		return nil, total, err
	}
	for _, unread := range chunks[len(read):] {
		left += len(unread)
	}
	res := &analyzerv1.AnalyzeResponse{Provenance: total, Analysis: l.merge(read, left == 0)}
	if len(chunks) > 1 {
		res.Notices = append(res.Notices, fmt.Sprintf("The notes are longer than the model's window and were read in %d parts.", len(chunks)))
	}
	if left > 0 {
		res.Notices = append(res.Notices, fmt.Sprintf("The model did not read %d of the notes; what is computed is computed from all of them.", left))
	}
	return res, total, nil
}

// countings is how often the notes are divided anew at most.
const countings = 4

// read has the model read each part of the notes. If it has no answer on one, what
// it read before stands, and the provenance tells why it read no more.
func (m model) read(ctx context.Context, b brief, chunks [][]string, total *commonv1.Provenance) ([]*mindv1.Analyzing, *commonv1.Provenance, error) {
	var read []*mindv1.Analyzing
	for i, chunk := range chunks {
		var got mindv1.Analyzing
		b.notes, b.part, b.of = chunk, i+1, len(chunks)
		p := m.promptFor(b)
		p.Allowance = b.allowance
		from, err := llm.Fill(ctx, m.client, p, analyzing, &got, func() []form.Problem { return b.legend.faults(&got) })
		total = mind.Together(total, from)
		if err != nil && i > 0 && !errors.Is(err, llm.ErrTooLong) {
			return read, total, nil
		}
		if err != nil {
			return nil, total, err
		}
		read = append(read, &got)
	}
	return read, total, nil
}

// chunks divides the notes so that each part goes into the model's window with all
// else that it is told, and tells how many notes are left out.
func (m model) chunks(b brief) (parts [][]string, left int) {
	b.part, b.of = mostChunks, mostChunks // the longest that it gets
	room := m.client.Room(m.promptFor(b), analyzing)
	rest := b.legend.blocks()
	for len(rest) > 0 && len(parts) < mostChunks {
		n := m.client.Fit(room, rest)
		if n == 0 { // one note alone is too long
			rest, left = rest[1:], left+1
			continue
		}
		parts, rest = append(parts, rest[:n]), rest[n:]
	}
	if len(parts) == 0 {
		parts = [][]string{nil} // the facts alone
	}
	return parts, left + len(rest)
}

// answerTokens is how much the model may write on one part of the notes.
const answerTokens = 1024

// leastRoom is how many tokens of notes a prompt must have room for, if anything
// in it can be left out.
const leastRoom = 1024

// A brief is what the model is told with one part of the notes.
type brief struct {
	req       *analyzerv1.AnalyzeRequest
	legend    *legend
	allowance *llm.Allowance // of all parts
	expertise bool           // what the domains know is told too
	notes     []string
	part, of  int
}

func (m model) promptFor(b brief) llm.Prompt {
	req := b.req
	v := struct {
		Question, Today, Expertise string
		Available, Spans           []string
		Said, Notes                []string
		Facts, Missing, Found      []labelled
		Part, Of                   int
	}{
		Question: excerpt.Of(req.GetForm().GetText(), excerpt.Question), Today: llm.Today(req.GetContext()),
		Facts: b.legend.computed, Missing: b.legend.missing, Found: b.legend.found, Notes: b.notes, Part: b.part, Of: b.of,
		Spans: llm.Spans(req.GetForm().GetRanges()), Said: llm.Said(req.GetClarifications()),
	}
	if b.expertise {
		v.Expertise = strings.TrimSpace(req.GetDomainContext().GetExpertise())
	}
	for _, d := range req.GetDomainContext().GetAvailable() {
		v.Available = append(v.Available, d.GetName())
	}
	p := prompt.Prompt(v)
	p.MaxTokens = answerTokens
	return p
}
