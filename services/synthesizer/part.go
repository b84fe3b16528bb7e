package synthesizer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A part is a question that gets an answer of its own.
type part struct {
	id         int32
	question   string
	kind       commonv1.QueryType
	statements []statement
	builds     bool // on a part before it
	lines      int  // how many notes to show
}

// parts returns the parts of the question, at least one.
func (c *composer) parts() []part {
	lines := 4
	if c.detailed {
		lines = 12
	}
	if c.req.GetScope().GetType() == commonv1.QueryType_QUERY_TYPE_INSIGHT && !c.detailed {
		lines = 6 // what was so, and what went with it
	}
	subs := c.req.GetSubQueries()
	if len(subs) < 2 {
		p := part{question: c.req.GetScope().GetQuery(), kind: c.req.GetScope().GetType(), statements: c.material.statements, lines: lines}
		return []part{p}
	}
	if !c.detailed {
		lines = 2
	}
	parts := make([]part, len(subs))
	for i, q := range subs {
		parts[i] = part{id: q.GetId(), question: q.GetQuestion(), kind: q.GetType(), builds: len(q.GetDependsOn()) > 0, lines: lines}
		if parts[i].kind == commonv1.QueryType_QUERY_TYPE_UNSPECIFIED {
			parts[i].kind = c.req.GetScope().GetType()
		}
	}
	for _, s := range c.material.statements {
		i := slices.IndexFunc(parts, func(p part) bool { return p.id == s.part })
		if i < 0 {
			i = closest(parts, s)
		}
		parts[i].statements = append(parts[i].statements, s)
	}
	return parts
}

// closest returns the part whose question shares most words with a statement;
// the first if none does.
func closest(parts []part, s statement) int {
	best, at := 0.0, 0
	for i, p := range parts {
		if o := overlap(p.question, s.words); o > best {
			best, at = o, i
		}
	}
	return at
}

var (
	lists = regexp.MustCompile(`(?i)^\W*(?:(?:please|can you|could you)\s+)*(?:show|list|display|summari[sz]e|recap|overview of|give me|what did i (?:do|eat|log|write|note|train|cook|buy|read|learn)\b|what have i|which\b|what \w+(?: \w+)? did i\b|what happened|what was going on|what (?:workouts|runs|meals|notes|entries|exercises|sessions)\b|remind me what)`)
	// counted questions want a number, whatever else they sound like.
	counted = regexp.MustCompile(`(?i)\b(?:how (?:many|much|often|long|far|fast|heavy)|average|total|best|most|least|max(?:imum)?|min(?:imum)?|longest|shortest|heaviest|fastest|slowest|highest|lowest|furthest|farthest|record|pr|pb|spen[dt]|spending|paid)\b`)
)

// listing reports whether the part wants notes listed: it asks for that, or
// nothing could be said about the notes that were found.
func (p part) listing(m *material) bool {
	if p.kind != commonv1.QueryType_QUERY_TYPE_SIMPLE && p.kind != commonv1.QueryType_QUERY_TYPE_UNSPECIFIED || len(m.entries) == 0 {
		return false
	}
	if slices.ContainsFunc(m.statements, statement.nothing) {
		return false // that there is none is the answer
	}
	return lists.MatchString(p.question) && !counted.MatchString(p.question) || len(m.statements) == 0
}

// wants are the kinds of fact that a question asks for by its words, the first
// match counts. Kinds in one string are as good as each other.
var wants = []struct {
	words *regexp.Regexp
	kinds []string
}{
	{regexp.MustCompile(`(?i)\b(?:how often|times a|per week|frequen\w+)\b`), []string{"rate", "count"}},
	{regexp.MustCompile(`(?i)\bhow many (?:km|kilomet\w+|k|miles?|met\w+|hours?|minutes?|mins?|calories|kcal|grams?|steps|kg|euros?|dollars?)\b`), []string{"sum"}},
	{regexp.MustCompile(`(?i)\bhow many\b`), []string{"count", "sum", "rate"}},
	{regexp.MustCompile(`(?i)\b(?:average|usual\w*|typical\w*|on average|mean)\b`), []string{"average"}},
	{regexp.MustCompile(`(?i)\b(?:best|most|max\w*|heaviest|longest|fastest|highest|record|prs?|pbs?|least|min(?:imum)?|shortest|slowest|lowest)\b`), []string{"record", "extreme"}},
	{regexp.MustCompile(`(?i)\b(?:total|altogether|in all|how much|how far)\b`), []string{"sum", "average", "extreme"}},
	{regexp.MustCompile(`(?i)\b(?:when|last time|since when|how long ago)\b`), []string{"mention", "extreme", "record", "log_gap"}},
	{regexp.MustCompile(`(?i)\bstreak|in a row\b`), []string{"streak"}},
	{regexp.MustCompile(`(?i)\b(?:progress\w*|improv\w*|compared?|versus|vs|change[ds]?|trend\w*|more|less|better|worse|than)\b`), []string{"change", "trend", "record"}},
	// Reasons come in the order of their weight, whatever their kind.
	{regexp.MustCompile(`(?i)\b(?:why|cause\w*|affect\w*|because|related|connection|correlat\w*|pattern\w*)\b`), []string{"co_occurrence change trend"}},
}

// choose orders the statements of a part, the one that answers it first, and
// keeps as many as the style has room for.
func (c *composer) choose(p part) []statement {
	var kinds []string
	for _, w := range wants {
		if w.words.MatchString(p.question) {
			kinds = w.kinds
			break
		}
	}
	if kinds == nil && p.kind == commonv1.QueryType_QUERY_TYPE_COMPARISON {
		kinds = []string{"change", "trend"}
	}
	out := slices.DeleteFunc(slices.Clone(p.statements), func(s statement) bool {
		return len(p.statements) > 1 && (noWords.MatchString(s.words) || something.MatchString(s.words) || p.minor(s) || p.idle(s) || p.beside(s) || p.doing(s))
	})
	slices.SortStableFunc(out, func(a, b statement) int { return after(none.MatchString(a.words)) - after(none.MatchString(b.words)) })
	if !causal.MatchString(p.question) {
		// Who doesn't ask for reasons wants to know how it went.
		slices.SortStableFunc(out, func(a, b statement) int { return after(a.coincidence()) - after(b.coincidence()) })
	}
	if p.kind == commonv1.QueryType_QUERY_TYPE_COMPARISON {
		slices.SortStableFunc(out, func(a, b statement) int { return p.bearing(a) - p.bearing(b) })
	}
	if names.MatchString(p.question) && !asksHowOften(p.question) {
		for i, s := range out {
			if s.mere() {
				out[i].words = "" // the notes say who it was, and their number does not
			}
		}
	}
	out = c.typical(p, out)
	out = superlatives(p.question, out)
	if at := answering(out, kinds); at > 0 && !p.premise(out[0]) && !out[0].nothing() {
		s := out[at]
		out = slices.Insert(slices.Delete(out, at, at+1), 0, s)
	}
	most := 3
	switch {
	case c.detailed:
		most = 12
	case len(out) > 0 && slices.Contains(kinds, "extreme") && out[0].has("extreme"):
		most = 1 // who asks for the best wants one number
	case c.several():
		most = 3
	case len(out) > 0 && p.premise(out[0]):
		most = 4
	}
	if !slices.ContainsFunc(out, func(s statement) bool { return s.words != "" }) {
		if whoIs.MatchString(p.question) && len(out) > p.lines {
			return slices.Concat(out[:1], out[len(out)-p.lines+1:]) // the first note introduces
		}
		return out[max(0, len(out)-p.lines):] // notes in the order of time: the latest tell how it is
	}
	return out[:min(most, len(out))]
}

var (
	// causal are the questions for reasons.
	causal = regexp.MustCompile(`(?i)\b(?:why|reasons?|cause\w*|affect\w*|because|relat\w*|connect\w*|correlat\w*|patterns?|explain\w*|effect\w*|influence\w*|impact\w*|makes?|made|due to|help\w*|trigger\w*|feel\w*|felt|on (?:the )?(?:days|nights|weeks)|whenever|when i|after)\b`)
)

func after(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// bearing is the place of a statement in a comparison: what is on average so comes
// first, or the whole where the question is for that; days are counted last, unless
// it asks how often.
func (p part) bearing(s statement) int {
	if len(s.facts) == 0 {
		return 1
	}
	f := s.facts[0]
	total := f.GetKind() == "change" && strings.HasPrefix(f.GetText(), "Total")
	switch {
	case f.GetKind() == "count" || f.GetKind() == "rate" || f.GetKind() == "change" && f.GetMeasure() == "days":
		if asksHowOften(p.question) {
			return 0
		}
		return 3
	case strings.HasPrefix(f.GetText(), "Latest"), extremal.MatchString(p.question) && extremal.MatchString(f.GetText()):
		return 0
	case total == (wholes.MatchString(p.question) || quantity.Dimension(f.GetUnit()) == quantity.Money && !averages.MatchString(p.question)):
		return 1
	}
	return 2
}

var (
	// wholes asks for what the values of a span come to.
	wholes = regexp.MustCompile(`(?i)\b(?:total\w*|altogether|in all|how far|spen[dt]|how (?:much|many) (?:more|less|fewer)|(?:how many|more|less|fewer) (?:km|kms|k|kilomet\w+|miles?|hours?|minutes?|calories|steps|money))\b|^\W*(?:km|kms|miles?|hours?)\b|\b(?:run|ran|ride|rode|swim|swam|walk|walked|cycled?|earn|earned|drink|drank|read) (?:more|less)\b`)
	// averages asks for what one value is usually.
	averages = regexp.MustCompile(`(?i)\b(?:average|avg|mean|typical\w*|usual\w*|each|per)\b`)
	// extremal is of the first or last in an order of values.
	extremal = regexp.MustCompile(`(?i)\b(?:highest|lowest|longest|shortest|fastest|slowest|heaviest|lightest|best|worst|most|least)\b`)
	// names asks for somebody or something that a note names.
	names = regexp.MustCompile(`(?i)^\W*(?:who|whom|whose|where|which|what)\b`)
)

// mere reports whether a statement says nothing but on how many days something is
// noted.
func (s statement) mere() bool {
	return len(s.facts) > 0 && !slices.ContainsFunc(s.facts, func(f *commonv1.Fact) bool {
		return f.GetMeasure() != "days" || f.GetKind() != "rate" && f.GetKind() != "count" || f.GetValue() == 0
	})
}

// beside reports whether a statement is that something did not happen on a day,
// where it did on others and only these were asked for.
func (p part) beside(s statement) bool {
	return none.MatchString(s.words) && (p.kind == commonv1.QueryType_QUERY_TYPE_COMPARISON || !yesNo.MatchString(p.question)) && !skips.MatchString(p.question) &&
		slices.ContainsFunc(p.statements, func(o statement) bool { return !none.MatchString(o.words) && !o.nothing() })
}

// idle reports whether a statement counts the days of notes whose values another
// one tells, where nobody asked how many they are.
func (p part) idle(s statement) bool {
	if asksHowOften(p.question) || len(s.facts) == 0 || s.facts[0].GetKind() != "count" || s.facts[0].GetMeasure() != "days" {
		return false
	}
	return slices.ContainsFunc(p.statements, func(o statement) bool {
		return len(o.facts) > 0 && slices.Contains([]string{"sum", "average", "extreme"}, o.facts[0].GetKind()) && slices.Equal(o.facts[0].GetEntryIds(), s.facts[0].GetEntryIds())
	})
}

var (
	// countsDays asks how often something was; "on days when I run" asks for no number.
	countsDays = regexp.MustCompile(`(?i)\b(?:how (?:many|often)|number|count|times|days|nights|frequen\w+)\b`)
	onDays     = regexp.MustCompile(`(?i)\b(?:on|of|for|after|before) (?:the |my )?(?:days|nights)\b`)
)

// asksHowOften reports whether a question asks how often something was.
func asksHowOften(question string) bool {
	return countsDays.MatchString(onDays.ReplaceAllString(question, ""))
}

// continues reports whether a statement is one value more of what the one before
// it tells.
func (s statement) continues(before statement) bool {
	return len(s.facts) == 1 && len(before.facts) > 0 && s.confidence == before.confidence && continues(s.facts[0], before.facts[len(before.facts)-1])
}

// doing reports whether a statement is only on the verb of the question, where
// others are on what it is about: "spend" beside "groceries".
func (p part) doing(s statement) bool {
	verb := func(s statement) bool {
		return len(s.facts) > 0 && s.facts[0].GetKind() == "count" && verbOf(p.question, s.facts[0].GetSubject())
	}
	return verb(s) && slices.ContainsFunc(p.statements, func(o statement) bool {
		return len(o.facts) > 0 && !verb(o) && o.facts[0].GetSubject() != s.facts[0].GetSubject()
	})
}

var (
	whoIs = regexp.MustCompile(`(?i)^\W*(?:who|what)(?:['’]?s| is| are| was| were)\b`)
	// something is the count of notes that are on nothing that has a name.
	something = regexp.MustCompile(`^You noted something\b`)
)

var skips = regexp.MustCompile(`(?i)\b(?:skip\w*|miss\w*|not|n['’]t|without|never)\b`)

// manner are the questions for how something was, which a number of days does not
// answer.
var manner = regexp.MustCompile(`(?i)\bhow (?:did|do|was|were|is|are|have|has|much sleep)\b|\benough\b|\bwell\b`)

// typical puts what was measured before on how many days it was noted, where a
// question asks how it was and the analysis has a number for it.
func (c *composer) typical(p part, statements []statement) []statement {
	if !manner.MatchString(p.question) || len(statements) == 0 || len(statements[0].facts) == 0 {
		return statements
	}
	first := statements[0].facts[0]
	if first.GetKind() != "count" && first.GetKind() != "mention" {
		return statements
	}
	for _, kind := range []string{"average", "sum"} {
		for _, f := range c.req.GetAnalysis().GetFacts() {
			if f.GetKind() != kind || f.GetSubject() != first.GetSubject() || quantity.Dimension(f.GetUnit()) == "" || c.material.phraseOf(f) == "" {
				continue
			}
			s := statement{words: f.GetText(), facts: []*commonv1.Fact{f}, entries: c.material.pick(f.GetEntryIds()), confidence: statements[0].confidence, part: p.id}
			s.words = c.material.recast(s, c.detailed)
			return slices.Insert(slices.Clone(statements), 0, s)
		}
	}
	return statements
}

// extremes are the words of a question for an extreme value, with the word that
// its answer has.
var extremes = []struct {
	asks *regexp.Regexp
	word string
}{
	{regexp.MustCompile(`(?i)\b(?:fast\w*|quick\w*)\b`), "fastest"},
	{regexp.MustCompile(`(?i)\bslow\w*\b`), "slowest"},
	{regexp.MustCompile(`(?i)\blong\w*\b`), "longest"},
	{regexp.MustCompile(`(?i)\bshort\w*\b`), "shortest"},
	{regexp.MustCompile(`(?i)\bheav\w*\b`), "heaviest"},
}

// superlatives puts the extreme first that the question asks for: the fastest run
// is not the longest.
func superlatives(question string, statements []statement) []statement {
	for _, e := range extremes {
		if !e.asks.MatchString(question) {
			continue
		}
		at := slices.IndexFunc(statements, func(s statement) bool { return s.has("extreme") && strings.Contains(s.words, " "+e.word+" ") })
		if at > 0 {
			s := statements[at]
			return slices.Insert(slices.Delete(slices.Clone(statements), at, at+1), 0, s)
		}
	}
	return statements
}

// noWords is the remark that a question's words are in no note.
var noWords = regexp.MustCompile(`none uses the words of the question`)

// follows reports whether a part asks for a number of what the one before it
// asks for.
func (p part) follows() bool { return counted.MatchString(p.question) }

// premise reports whether a statement tells that what a question for reasons
// asks about was so.
func (p part) premise(s statement) bool {
	return p.kind == commonv1.QueryType_QUERY_TYPE_INSIGHT && len(s.facts) == 1 && s.facts[0].GetKind() == "count" &&
		s.facts[0].GetMeasure() != "" && s.facts[0].GetMeasure() != "days" && !coincides.MatchString(s.words)
}

// minor reports whether a statement is only on how a set was made up, which
// nobody asked for while there is more to tell.
func (p part) minor(s statement) bool {
	for _, f := range s.facts {
		if !slices.Contains([]string{"sets", "reps", "volume"}, f.GetMeasure()) || strings.Contains(strings.ToLower(p.question), f.GetMeasure()) {
			return false
		}
	}
	return len(s.facts) > 0 && slices.ContainsFunc(p.statements, func(o statement) bool {
		return slices.ContainsFunc(o.facts, func(f *commonv1.Fact) bool { return f.GetMeasure() == "load" })
	})
}

// answering returns the first statement with a fact of the kinds, in the order
// of the kinds; 0 if there is none.
func answering(statements []statement, kinds []string) int {
	for _, k := range kinds {
		at := slices.IndexFunc(statements, func(s statement) bool {
			return slices.ContainsFunc(s.facts, func(f *commonv1.Fact) bool { return slices.Contains(strings.Fields(k), f.GetKind()) })
		})
		if at >= 0 {
			return at
		}
	}
	return 0
}

// told repeats what the user said when asked: it is part of what an answer
// rests on.
func (c *composer) told() {
	var said []string
	for _, cl := range c.req.GetClarifications() {
		if answer := strings.TrimSpace(cl.GetAnswer()); answer != "" && !cl.GetDeclined() && len(answer) <= 200 && !strings.ContainsAny(answer, "\n\"“”") {
			said = append(said, "“"+answer+"”")
		}
	}
	if len(said) > 0 {
		c.say("When asked, you said " + join(said) + ".")
	}
}
