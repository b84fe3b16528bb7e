package synthesizer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/notes/grounding"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/sentencesplit"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
)

// A transcript turns what a model wrote into an answer: labels become citations,
// and what has no evidence is found.
type transcript struct {
	*writer
	vocabulary []string         // blocks of it, that the parts are read with
	gathered   *gathered        // nil where one prompt shows all
	named      []*commonv1.Fact // what code worked out of values that the model named
}

// known are the facts that the model is shown: those of the analysis, and what was
// gathered.
func (t *transcript) known() []*commonv1.Fact {
	facts := t.req.GetAnalysis().GetFacts()
	if t.gathered != nil {
		facts = slices.Concat(facts, t.gathered.facts)
	}
	return facts
}

// added are the facts that the analysis doesn't have.
func (t *transcript) added() []*commonv1.Fact {
	return slices.Concat(t.known()[len(t.req.GetAnalysis().GetFacts()):], t.named)
}

// facts are all that a label may stand for.
func (t *transcript) facts() []*commonv1.Fact { return slices.Concat(t.known(), t.named) }

// against are the labels of the notes that the analyzer takes to speak against what is
// asked.
func (t *transcript) against() []string {
	var out []string
	for _, f := range t.req.GetAnalysis().GetFindings() {
		for _, q := range f.GetQuotes() {
			n := t.byID[q.GetEntryId()]
			if f.GetKind() == commonv1.FindingKind_FINDING_KIND_RESTRICTION && n != nil && !slices.Contains(out, n.GetLabel()) {
				out = append(out, n.GetLabel())
			}
		}
	}
	return out
}

var label = regexp.MustCompile(`(?i)[fnv]\d+`)

// labels is a citation in what a model wrote, of notes, facts and values: [n1], [f1, n2],
// (N3).
var labels = regexp.MustCompile(`(?i)[\[(]\s*[fnv]\d+(?:\s*[,;]\s*[fnv]\d+)*\s*[\])]`)

// standsFor are the notes that a label stands for: a note, or those that a fact
// shows. False if there is no such note or fact.
func (t *transcript) standsFor(label string) (on []*commonv1.EvidenceNote, known bool) {
	if n := t.byLabel[label]; n != nil {
		return []*commonv1.EvidenceNote{n}, true
	}
	facts := t.facts()
	at := slices.IndexFunc(facts, func(f *commonv1.Fact) bool { return f.GetId() == label })
	if at < 0 {
		return nil, false
	}
	for _, id := range shownBy(facts[at]) {
		if n := t.byID[id]; n != nil {
			on = append(on, n)
		}
	}
	return on, true
}

// shownBy are the entries whose values a fact shows; of one that counts all, or the
// first and the last of many.
func shownBy(f *commonv1.Fact) []string {
	ids := f.GetEntryIds()
	if n := len(ids); n > mostValues {
		ids = []string{ids[0], ids[n-1]}
	}
	if len(f.GetObservations()) == 0 {
		return ids
	}
	ids = nil
	for _, o := range f.GetObservations() {
		ids = append(ids, o.GetEntryId())
	}
	return ids
}

// referring puts references to notes in the place of the labels of notes and facts, and
// takes out labels that stand for nothing.
func (t *transcript) referring(text string) string {
	return labels.ReplaceAllStringFunc(text, func(bracket string) string {
		var refs []string
		for _, name := range label.FindAllString(strings.ToLower(bracket), -1) {
			on, _ := t.standsFor(name)
			for _, n := range on {
				if ref := t.ref(n); !slices.Contains(refs, ref) {
					refs = append(refs, ref)
				}
			}
		}
		if len(refs) == 0 {
			return ""
		}
		return "[" + strings.Join(refs, ", ") + "]"
	})
}

// labelled puts labels in the place of references to notes: what a model is shown again
// has to be in its own terms.
func (t *transcript) labelled(text string) string {
	return brackets.ReplaceAllStringFunc(text, func(bracket string) string {
		on := t.citedIn(bracket)
		if len(on) == 0 {
			return bracket
		}
		names := make([]string, len(on))
		for i, n := range on {
			names[i] = n.GetLabel()
		}
		return "[" + strings.Join(names, ", ") + "]"
	})
}

// citing are the notes that a text refers to, each with the words of it that have most
// in common with the sentences that cite it.
func (t *transcript) citing(text string) []*commonv1.Citation {
	claims := map[*commonv1.EvidenceNote]string{}
	for _, s := range sentencesplit.Sentences(text, sentencesplit.Composed) {
		for _, n := range t.citedIn(s) {
			claims[n] += " " + brackets.ReplaceAllString(s, "")
		}
	}
	var out []*commonv1.Citation
	for _, n := range t.citedIn(text) {
		e := n.GetEntry()
		out = append(out, &commonv1.Citation{Id: e.GetId(), Date: e.GetDate(), Quote: carrying(n, claims[n]), Headings: e.GetHeadings()})
	}
	return out
}

// carrying are the words of a note that have most in common with a claim.
func carrying(n *commonv1.EvidenceNote, claim string) string {
	best, most := wordsOf(n, nil), 0
	words := search.Meaning(claim)
	for _, s := range sentencesplit.Sentences(n.GetEntry().GetText(), sentencesplit.Jotted) {
		shared := 0
		for w := range search.Meaning(s) {
			if words[w] {
				shared++
			}
		}
		if shared > most {
			best, most = strings.TrimLeft(s, "-*+># \t"), shared
		}
	}
	best, _ = cut(best, conciseQuote)
	return best
}

// problems are what of a text has no evidence.
func (t *transcript) problems(text string) []grounding.Problem {
	r := t.req
	return grounding.Claims(text, grounding.Evidence{
		Today: t.calendar.today, Form: r.GetForm(), SubQueries: r.GetSubQueries(), Notes: r.GetEvidence(), Analysis: r.GetAnalysis(), Facts: t.added(),
		Gaps: r.GetOpenGaps(), Clarifications: r.GetClarifications(), Search: r.GetSearch(), Unresolved: r.GetUnresolvedTimes(),
	})
}

// uncited reports whether an answer that says to have found something refers to no
// note. What the person has just said needs none.
func (t *transcript) uncited(text string, got *mindv1.Writing) bool {
	return len(t.citedIn(text)) == 0 && len(t.all) > 0 && len(llm.Said(t.req.GetClarifications())) == 0 && got.GetMissing()+got.GetAsk() == ""
}

// faults are what the model is told of its answer.
func (t *transcript) faults(got *mindv1.Writing) []form.Problem {
	var out []form.Problem
	fault := func(path, format string, args ...any) {
		out = append(out, form.Problem{Path: path, Text: fmt.Sprintf(format, args...)})
	}
	answer, void := t.workOut(got)
	for _, v := range void {
		fault("values", "%s", v)
	}
	text := t.referring(answer)
	if t.uncited(text, got) {
		fault("answer", "cites no note, like [n1], for what it says")
	}
	for _, u := range t.unsupported(answer, got) {
		for _, name := range u.unknown {
			fault("answer", "cites [%s], and there is no such note or fact", name)
		}
		if len(u.unknown) == 0 && !t.uncited(text, got) {
			fault("answer", "says %q and cites nothing for it: cite it or leave it out", excerpt.Of(u.words, longestClaim))
		}
	}
	for _, p := range t.problems(text) {
		fault("answer", "%s", p.Reason)
	}
	return out
}

// answer makes of what the model wrote what the contract asks for, without the
// sentences that have no evidence; false if nothing is left. A value that rules have
// computed for the question and that the model does not tell stands below, and what
// only code knows of the search.
func (t *transcript) answer(got *mindv1.Writing) (*pb.Answer, bool) {
	written, _ := t.workOut(got)
	written = withoutVoid(written)
	unsupported := t.unsupported(written, got)
	for _, u := range slices.Backward(unsupported) {
		if u.out {
			written = written[:u.part.Start] + written[u.part.End:]
		}
	}
	text := t.referring(written)
	for _, p := range t.problems(text) {
		text = strings.Replace(text, p.Claim, "", 1)
	}
	if text = tidy(text); text == "" || t.uncited(text, got) {
		return nil, false
	}
	a := &pb.Answer{Text: text, Citations: t.citing(text), Facts: t.added(), Missing: clean(got.GetMissing()), Ask: clean(got.GetAsk())}
	if !t.req.GetForm().GetForeign() {
		t.keep(a)
	}
	return a, true
}

// keep puts below an answer what must not be lost of what code knows: values that
// were computed for the question, and that not all was searched or shown.
func (t *transcript) keep(a *pb.Answer) {
	w := *t.writer
	w.done = map[string]bool{}
	below := &part{writer: &w, form: t.req.GetForm()}
	if facts := t.req.GetAnalysis().GetFacts(); t.asksForValues() && len(facts) > 0 && !grounding.Tells(a.GetText(), facts...) {
		for _, f := range t.req.GetAnalysis().GetFindings() {
			// How many notes have a word is no answer that a model, which has read them, lacks.
			if len(f.GetFactIds()) > 0 && f.GetKind() != commonv1.FindingKind_FINDING_KIND_MENTIONED {
				below.finding(f)
			}
		}
	}
	for _, g := range t.gaps {
		if r := g.GetReason(); r == commonv1.GapReason_GAP_REASON_OUTAGE || r == commonv1.GapReason_GAP_REASON_CUT && way(below.form, g) == "" {
			below.say(t.missing(g, true))
		}
	}
	for _, s := range below.sections {
		a.Text += "\n\n" + s.String()
	}
	for _, c := range below.citations {
		if !slices.ContainsFunc(a.Citations, func(o *commonv1.Citation) bool { return o.GetId() == c.GetId() }) {
			a.Citations = append(a.Citations, c)
		}
	}
}

// asksForValues reports whether a value is what answers the question.
func (t *transcript) asksForValues() bool {
	switch t.req.GetForm().GetWanted() {
	case commonv1.Wanted_WANTED_AGGREGATE, commonv1.Wanted_WANTED_COMPARE, commonv1.Wanted_WANTED_TREND:
		return true
	}
	return false
}

var emptyLines = regexp.MustCompile(`\n{3,}`)

// tidy removes what is left where sentences stood: list marks without an item,
// empty lines, blanks at the ends.
func tidy(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line = strings.TrimRight(line, " \t"); strings.Trim(line, " \t-*") == "" {
			line = ""
		}
		lines[i] = line
	}
	return strings.TrimSpace(emptyLines.ReplaceAllString(strings.Join(lines, "\n"), "\n\n"))
}
