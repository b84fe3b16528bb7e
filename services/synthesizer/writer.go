package synthesizer

import (
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
)

// A writer puts an answer together, section by section, in the order of the text.
type writer struct {
	*sources
	req       *pb.SynthesizeRequest
	calendar  calendar
	gaps      []*commonv1.Gap
	detailed  bool
	sections  []section
	citations []*commonv1.Citation
	done      map[string]bool // what is said, shown or cited
}

// A section is what stands under one lead.
type section struct {
	kind  string // sections of one kind that follow each other are one; not of none
	lead  string
	items []string
}

// partLead is the kind of what stands over a part of the question.
const partLead = "part"

// String writes the section as Markdown.
func (s section) String() string {
	if len(s.items) == 0 {
		return s.lead
	}
	return s.lead + ":\n- " + strings.Join(s.items, "\n- ")
}

func newWriter(req *pb.SynthesizeRequest, zone *time.Location) *writer {
	return &writer{
		sources: sourcesOf(req.GetEvidence()), req: req, calendar: calendarOf(req.GetContext(), zone), gaps: gapsOf(req),
		// Who objects to no sentence misses something.
		detailed: req.GetStyle() == commonv1.ResponseStyle_RESPONSE_STYLE_DETAILED || len(objectionsTo(req.GetFeedback())) < len(req.GetFeedback()),
		done:     map[string]bool{},
	}
}

// write is the mind that renders what was found.
func write(req *pb.SynthesizeRequest, zone *time.Location, draft drafts) *written {
	w := newWriter(req, zone)
	parts := w.parts()
	for _, p := range parts {
		p.write()
	}
	parts[0].tellGaps() // of the question as a whole
	w.leaveOut(objectionsTo(req.GetFeedback()))
	w.fill()
	if len(w.sections) == 0 {
		w = newWriter(req, zone)
		w.fallBack()
	}
	paragraphs := make([]string, len(w.sections))
	for i, s := range w.sections {
		paragraphs[i] = s.String()
		if i < len(w.sections)-1 {
			paragraphs[i] += "\n\n"
		}
		draft.say(paragraphs[i])
	}
	return &written{&pb.Answer{Text: strings.Join(paragraphs, ""), Citations: w.citations}, mind.ByRules()}
}

// fill says under the lead of a part that nothing was found for it, if nothing
// stands there.
func (w *writer) fill() {
	for i := len(w.sections) - 1; i >= 0; i-- {
		if w.sections[i].kind == partLead && (i+1 == len(w.sections) || w.sections[i+1].kind == partLead) {
			w.sections = slices.Insert(w.sections, i+1, section{lead: render("nothing of a part", nil)})
		}
	}
}

// fallBack shows the best notes where nothing else is left to say, and says so if
// there are none.
func (w *writer) fallBack() {
	f := &commonv1.Finding{Kind: commonv1.FindingKind_FINDING_KIND_QUOTED}
	for _, n := range w.all[:min(len(w.all), conciseQuotes)] {
		f.EntryIds = append(f.EntryIds, n.GetEntry().GetId())
	}
	(&part{writer: w, form: w.req.GetForm()}).quote(f)
	if len(w.sections) == 0 {
		w.say(render("nothing", nil))
	}
}

// cite returns the reference to a note, and keeps what of it is cited. Words that
// are cited already need none.
func (w *writer) cite(n *commonv1.EvidenceNote, words string) string {
	e := n.GetEntry()
	if n == nil || words == "" || !w.first("cited "+e.GetId()+" "+words) {
		return ""
	}
	w.citations = append(w.citations, &commonv1.Citation{Id: e.GetId(), Date: e.GetDate(), Quote: words, Headings: e.GetHeadings()})
	return " [" + w.ref(n) + "]"
}

// first reports whether something comes for the first time.
func (w *writer) first(key string) bool {
	old := w.done[key]
	w.done[key] = true
	return !old
}

// say adds a sentence, once.
func (w *writer) say(text string) {
	if text != "" && w.first("said "+text) {
		w.sections = append(w.sections, section{lead: text})
	}
}

// list adds items under a lead. Those that follow others of their kind join them.
func (w *writer) list(kind, lead string, items []string) {
	if last := len(w.sections) - 1; kind != "" && last >= 0 && w.sections[last].kind == kind {
		w.sections[last].items = append(w.sections[last].items, items...)
	} else {
		w.sections = append(w.sections, section{kind, lead, items})
	}
}

// objectionsTo are the sentences that feedback is about, without the marks around
// them.
func objectionsTo(feedback []*commonv1.EvaluationFeedback) []string {
	var out []string
	for _, f := range feedback {
		if o := strings.Trim(clean(f.GetAffectedClaim()), " -*>.:;"); o != "" {
			out = append(out, o)
		}
	}
	return out
}

// leaveOut takes out what an earlier answer was objected to for: an item, or with
// its lead all that stands under it.
func (w *writer) leaveOut(objections []string) {
	if len(objections) == 0 {
		return
	}
	objected := func(s string) bool {
		return slices.ContainsFunc(objections, func(o string) bool { return strings.Contains(clean(s), o) })
	}
	var kept []section
	var text strings.Builder
	for _, s := range w.sections {
		items := slices.DeleteFunc(slices.Clone(s.items), objected)
		if objected(s.lead) || len(s.items) > 0 && len(items) == 0 {
			continue
		}
		s.items = items
		kept = append(kept, s)
		text.WriteString(s.String())
	}
	w.sections = kept
	w.citations = slices.DeleteFunc(w.citations, func(c *commonv1.Citation) bool {
		return !strings.Contains(text.String(), "["+w.ref(w.byID[c.GetId()])+"]")
	})
}
