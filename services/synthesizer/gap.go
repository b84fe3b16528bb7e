package synthesizer

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
)

// nothing reports whether there is nothing to answer with: no statement on any
// part, and no notes that could be shown instead.
func (c *composer) nothing(parts []part) bool {
	listing := false
	for _, p := range parts {
		if len(p.statements) > 0 {
			return false
		}
		listing = listing || p.listing(c.material)
	}
	if len(c.material.entries) == 0 {
		return true
	}
	// Notes were read, but none is on the subject.
	return (!listing || len(c.material.onSubject()) == 0) && slices.ContainsFunc(c.gapsLeft(), offTopic)
}

// offTopic reports whether a gap is that no note tells of what was asked.
func offTopic(g *commonv1.Gap) bool {
	return g.GetType() == commonv1.GapType_GAP_TYPE_TOPICAL && g.GetSeverity() == commonv1.Severity_SEVERITY_CRITICAL
}

// noData says that there are no notes on what was asked, and where was looked.
func (c *composer) noData() {
	c.atMost(commonv1.Confidence_CONFIDENCE_LOW)
	c.absent = true
	about := ""
	if a := c.about(); a != "" {
		about = " on " + a
	}
	first := "There are no notes" + about + c.when() + "."
	var terms []string
	everywhere, elsewhere, others := c.material.focus.IsZero(), false, false
	for _, g := range c.gapsLeft() {
		if g.GetType() == commonv1.GapType_GAP_TYPE_SUBJECTIVE || g.GetType() == commonv1.GapType_GAP_TYPE_CLARIFICATION {
			continue
		}
		for _, t := range g.GetSearchTerms() {
			if !c.saidBy(t) {
				others = true // what a domain has for the word
				continue
			}
			if t = "“" + t + "”"; !slices.Contains(terms, t) && len(terms) < 4 {
				terms = append(terms, t)
			}
		}
		// That no note tells of it was found out by looking at all of them.
		if g.GetDateRange().GetStart() == "" && g.GetDateRange().GetEnd() == "" && g.GetSearched() && rank(g) == 0 {
			elsewhere = elsewhere || !everywhere
			everywhere = true
		}
	}
	if elsewhere && about != "" {
		first = strings.TrimSuffix(first, ".") + ", nor at any other time."
	}
	c.points = append(c.points, first)
	place := "the notes of that time"
	if everywhere {
		place = "all your notes"
	}
	looked := " I looked through " + place
	if len(terms) > 0 {
		looked = " I looked for " + join(terms)
		if others {
			looked += ", and other words for it,"
		}
		looked += " in " + place
	}
	c.say(first + looked + ".")
}

// saidBy reports whether the question has a term, in whatever ending.
func (c *composer) saidBy(term string) bool {
	words := search.Meaning(c.req.GetScope().GetQuery())
	for w := range search.Meaning(term) {
		if words[w] {
			return true
		}
	}
	return false
}

// about names what the question is about: by a domain's name, where it has one
// from the same word, for "swimming" is what one does who swims.
func (c *composer) about() string {
	var names []string
	for _, s := range c.req.GetScope().GetSubjects() {
		if own := c.material.names[s].said; own != "" {
			s = own
		}
		domain := domainOf(s, c.req.GetDomainContext())
		if len(c.req.GetScope().GetSubjects()) > 1 && (domain == "" && verbOf(c.req.GetScope().GetQuery(), s) || yesNo.MatchString(c.req.GetScope().GetQuery()) && verbal(c.req, s)) {
			continue // "what did I spend on groceries" is about groceries
		}
		s = cmp.Or(domain, s)
		if !slices.Contains(names, s) {
			names = append(names, s)
		}
	}
	return join(names)
}

// where names the span asked about, with a space before it.
func (c *composer) where() string {
	f := c.material.focus
	if f.IsZero() {
		return ""
	}
	span := ""
	switch {
	case f.Start == f.End:
		span = f.Start.String()
	case f.Start.IsZero():
		span = "until " + f.End.String()
	case f.End.IsZero():
		span = "since " + f.Start.String()
	default:
		span = f.Start.String() + " to " + f.End.String()
	}
	if c.material.label == "" || c.material.label == span {
		if !f.Start.IsZero() && !f.End.IsZero() {
			return " for " + span
		}
		return " " + span
	}
	if bareLabel.MatchString(c.material.label) && !relative.MatchString(c.material.label) {
		return " " + c.material.label + " (" + span + ")"
	}
	return " for " + c.material.label + " (" + span + ")"
}

// relative begins the names of spans that a noun stands for.
var relative = regexp.MustCompile(`(?i)^(?:last|this|next|yesterday|today|tonight)\b`)

// when is where as an adverb: nothing is noted "last week".
func (c *composer) when() string {
	rest, named := strings.CutPrefix(strings.TrimPrefix(c.where(), " for"), " "+c.material.label)
	if !named || c.material.label == "" {
		return c.where()
	}
	return " " + c.material.adverb() + rest
}

// elsewhere says once that an answer does not rest on the span asked about.
func (c *composer) elsewhere() string {
	if !c.material.outside() || len(c.cited) > 0 {
		return ""
	}
	return "Nothing is noted" + c.when() + "; this rests on the nearest notes."
}

// nearest shows notes that were found, for want of something better.
func (c *composer) nearest(most int) {
	s := statement{words: c.req.GetScope().GetQuery(), entries: c.material.entries}
	if len(s.entries) > 0 {
		c.say("The notes that come closest:")
		c.show([]statement{s}, min(most, 3))
	}
}

// gapsLeft returns what is missing: the open gaps, then what the analysis
// misses, without what was found.
func (c *composer) gapsLeft() []*commonv1.Gap {
	var out []*commonv1.Gap
	seen := map[string]bool{}
	for _, gaps := range [][]*commonv1.Gap{c.req.GetOpenGaps(), c.req.GetAnalysis().GetGaps()} {
		for _, g := range gaps {
			if !seen[g.GetId()] && !g.GetFound() && !c.answered(g.GetId()) && strings.TrimSpace(g.GetDescription()) != "" {
				seen[g.GetId()] = true
				out = append(out, g)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b *commonv1.Gap) int { return rank(a) - rank(b) })
	return out
}

// rank puts the critical first; what nobody ranked counts as critical.
func rank(g *commonv1.Gap) int {
	if g.GetSeverity() == commonv1.Severity_SEVERITY_NICE_TO_HAVE {
		return 1
	}
	return 0
}

func (c *composer) answered(gap string) bool {
	return slices.ContainsFunc(c.req.GetClarifications(), func(cl *commonv1.Clarification) bool {
		return cl.GetGapId() == gap && !cl.GetDeclined() && cl.GetAnswer() != ""
	})
}

// closing says what is not known. A partial answer names every open gap; else
// the critical ones, and some of the others, are told.
func (c *composer) closing() {
	open := map[string]bool{}
	for _, g := range c.req.GetOpenGaps() {
		open[g.GetId()] = true
	}
	var told, written []string
	for _, g := range c.gapsLeft() {
		if notHeeded.MatchString(g.GetDescription()) || takenFor.MatchString(g.GetDescription()) || notSure.MatchString(g.GetDescription()) {
			continue // it has a sentence of its own
		}
		must := c.req.GetPartial() && open[g.GetId()]
		if !must && (len(told) >= 2 && !c.detailed || !c.req.GetPartial() && rank(g) > 0 && len(told) > 0 && !c.detailed) {
			continue
		}
		d := missing(g.GetDescription())
		if slices.Contains(told, d) {
			continue
		}
		told = append(told, d)
		if c.absent && offTopic(g) || g.GetId() == c.spoken {
			continue // the answer is that there are none
		}
		if !c.req.GetPartial() {
			if c.beside(g) {
				continue
			}
			d = notesOn.ReplaceAllString(d, "")
			if len(c.points) > 0 && overlap(d, c.points[0]) == 1 {
				continue // the answer begins with it
			}
		}
		written = append(written, d)
	}
	c.gaps = told
	defer c.unheeded()
	defer c.doubts()
	if len(written) == 0 {
		return
	}
	intro := "Not in your notes: "
	if c.req.GetPartial() {
		intro = "What is missing for a full answer: "
	}
	c.say(intro + strings.Join(merged(written), "; ") + ".")
}

// beside reports whether a gap is a verb of the question, "how much coffee do I
// drink": that no note has the word tells nobody anything.
func (c *composer) beside(g *commonv1.Gap) bool {
	if rank(g) == 0 || g.GetType() != commonv1.GapType_GAP_TYPE_TOPICAL {
		return false
	}
	query := c.req.GetScope().GetQuery()
	if c.req.GetScope().GetType() == commonv1.QueryType_QUERY_TYPE_SIMPLE && len(c.points) > 0 && !slices.ContainsFunc(g.GetSearchTerms(), func(t string) bool {
		return several.MatchString(query) && strings.Contains(search.Fold(query), search.Fold(t))
	}) {
		return true
	}
	return slices.ContainsFunc(g.GetSearchTerms(), func(t string) bool { return verbOf(c.req.GetScope().GetQuery(), t) })
}

// several are questions that name several things side by side.
var several = regexp.MustCompile(`(?i)[,&]|\b(?:and|or|vs|versus|with|without)\b`)

// verbOf reports whether a word is what the person of a question does.
func verbOf(question, word string) bool {
	stem := search.Stem(search.Fold(word))
	return slices.ContainsFunc(verbs.FindAllStringSubmatch(question, -1), func(m []string) bool {
		return search.Stem(search.Fold(m[1])) == stem
	})
}

// verbal reports whether a question has a word for a subject as the verb of its
// person: "call" for meetings.
func verbal(req *pb.SynthesizeRequest, subject string) bool {
	forms := append(search.Forms(req.GetDomainContext().GetVocabulary(), subject), subject)
	return slices.ContainsFunc(forms, func(f string) bool { return verbOf(req.GetScope().GetQuery(), f) })
}

// verbs are what stands behind the person of a question.
var verbs = regexp.MustCompile(`(?i)\b(?:i|we|you)\s+(?:(?:have|had|ever|usually|normally|really|last|first|always|still)\s+)*([\p{L}]+)`)

// merged says numbers that are missing in one breath: "a number for rent and
// for food".
func merged(missing []string) []string {
	var out []string
	last := ""
	for _, m := range missing {
		what, numbered := strings.CutPrefix(m, "a number for ")
		_, days, _ := strings.Cut(what, " in ")
		if numbered && last == days && len(out) > 0 && strings.HasPrefix(out[len(out)-1], "a number for ") {
			head, _, _ := strings.Cut(what, " in ")
			prior := strings.TrimSuffix(out[len(out)-1], " in "+days)
			out[len(out)-1] = strings.TrimSuffix(prior+" and for "+head+" in "+days, " in ")
			continue
		}
		last = days
		out = append(out, m)
	}
	return out
}

var notesOn = regexp.MustCompile(`(?i)^(?:notes|entries|data) (?:on|about|of|for|with) `)

// absences turn what a description says into what is missing.
var absences = []struct {
	words *regexp.Regexp
	what  string
}{
	{regexp.MustCompile(`(?i)^no note (?:of|from|for) (.+?) tells of (.+?)(?:, which .*)?$`), "notes on $2 for $1"},
	{regexp.MustCompile(`(?i)^no note on (.+?) tells of (.+)$`), "a note on $1 that tells of $2"},
	{regexp.MustCompile(`(?i)^no note tells of (.+)$`), "notes on $1"},
	{regexp.MustCompile(`(?i)^there are no notes (?:of|from|for) (.+?) to compare .*$`), "notes of $1 to compare with"},
	{regexp.MustCompile(`(?i)^the notes on (.+?) in all notes have no number .*$`), "a number for $1"},
	{regexp.MustCompile(`(?i)^the notes on (.+?) in (.+?) have no number .*$`), "a number for $1 in $2"},
	{regexp.MustCompile(`(?i)^(.+?) (?:is|are) (?:in no note|not noted|not in (?:your|the) notes|unknown)$`), "$1"},
	{regexp.MustCompile(`(?i)^the notes on (.+?) do not tell (.+)$`), "$2, in the notes on $1"},
	{regexp.MustCompile(`(?i)^the notes speak of (.+), and none says what the question asks for$`), "what became of $1"},
	{regexp.MustCompile(`(?i)^nothing in (.+?) differs (.+)$`), "something in $1 that differs $2"},
	{regexp.MustCompile(`(?i)^the question does not say (.+)$`), "$1"},
	{regexp.MustCompile(`(?i)^(?:(?:there (?:is|are)|i (?:found|have)|you have)\s+)?(?:no|missing:?|lacks?|not enough|too few|unknown:?)\s+(.+?)(?: (?:were|was|are|is))?(?: (?:found|noted))?$`), "$1"},
}

// missing turns the description of a gap into what is missing: "No notes on
// swimming." is "notes on swimming".
func missing(description string) string {
	d := strings.TrimRight(strings.TrimSpace(description), ".!; ")
	for _, a := range absences {
		if m := a.words.FindStringSubmatchIndex(d); m != nil {
			d = string(a.words.ExpandString(nil, a.what, d, m))
			break
		}
	}
	return decapitalize(d)
}

// decapitalize takes the capital off a first word that has it from its place.
func decapitalize(s string) string {
	word, _, _ := strings.Cut(s, " ")
	switch strings.ToLower(word) {
	case "how", "what", "whether", "which", "when", "where", "why", "who", "your", "you", "the", "a", "an", "notes", "entries", "data", "more", "any", "details", "information", "anything", "sleep", "training", "something", "nothing", "no":
		return strings.ToLower(word) + s[len(word):]
	}
	return s
}
