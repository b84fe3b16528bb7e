package pattern

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
)

// mistake is what is wrong with a template, and at which YAML path.
type mistake struct{ path, reason string }

type linter struct {
	t     *Template
	found *mistake
	ids   map[string]bool
}

func (l *linter) fail(path, format string, args ...any) {
	if l.found == nil {
		l.found = &mistake{path, fmt.Sprintf(format, args...)}
	}
}

func (l *linter) quantity(path string, q Quantity) {
	if err := q.check(l.t); err != nil {
		l.fail(path, "%v", err)
	}
}

var name = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

// check returns the first mistake of a template.
func (t *Template) check() *mistake {
	l := &linter{t: t, ids: map[string]bool{"goal": true}}
	if !name.MatchString(t.Name) {
		l.fail("$.name", "%q is no name: small letters, digits and \"_\"", t.Name)
	}
	if outline.Subtypes(t.Pattern) == nil || !slices.Contains(outline.Subtypes(t.Pattern), t.Subtype) {
		l.fail("$.pattern", "there is no pattern %q with a subtype %q", t.Pattern, t.Subtype)
	}
	for i := range t.Params {
		l.param(fmt.Sprintf("$.params[%d]", i), i)
	}
	for i, c := range t.Cues {
		l.cue(fmt.Sprintf("$.cues[%d]", i), c)
	}
	l.title("$.title", t.Title)
	l.quantity("$.weeks.least", t.Weeks.Least)
	l.quantity("$.weeks.usual", t.Weeks.Usual)
	l.quantity("$.weeks.most", t.Weeks.Most)
	l.quantity("$.needs", t.Needs)
	if t.Weeks.Least == nil || t.Weeks.Usual == nil {
		l.fail("$.weeks", "weeks need least and usual")
	}
	if p := t.param(t.Capacity); t.Capacity != "" && (p == nil || p.Choices != nil) {
		l.fail("$.capacity", "%q is no parameter that is a number", t.Capacity)
	}
	if t.Needs != nil && t.Capacity == "" {
		l.fail("$.needs", "needs are held against capacity, which is missing")
	}
	l.collect("$.parts", t.Parts)
	l.arc()
	for i := range t.Parts {
		l.part(fmt.Sprintf("$.parts[%d]", i), &t.Parts[i], outline.Goal, false)
	}
	return l.found
}

func (l *linter) param(path string, i int) {
	p := &l.t.Params[i]
	switch {
	case !name.MatchString(p.Name) || l.t.param(p.Name) != p:
		l.fail(path+".name", "%q is no name, or is there twice", p.Name)
	case p.Question == "" || p.Worth < 1 || p.Worth > 10:
		l.fail(path, "%s needs a question and a worth of 1 to 10", p.Name)
	case p.Choices == nil && (p.Max <= p.Min || p.Max-p.Min > 10_000):
		l.fail(path, "%s needs choices, or a min and a larger max", p.Name)
	case l.t.Accept(p.Name, p.Default) != nil:
		l.fail(path+".default", "%v", l.t.Accept(p.Name, p.Default))
	}
}

func (l *linter) cue(path string, c Cue) {
	if len(c.Words) == 0 || c.Weight == 0 || c.Weight < -10 || c.Weight > 10 {
		l.fail(path, "a cue has words and a weight of -10 to 10 other than 0")
	}
	for i, w := range c.Words {
		if w == "" || strings.Join(words(w), " ") != strings.ReplaceAll(w, "*", "") || strings.Contains(strings.TrimSuffix(w, "*"), "*") {
			l.fail(fmt.Sprintf("%s.words[%d]", path, i), "%q is not words in small letters, with \"*\" at most at the end", w)
		}
	}
	for key, v := range c.Set {
		if err := l.t.Accept(key, v); err != nil {
			l.fail(path+".set", "%v", err)
		}
	}
}

var placeholder = regexp.MustCompile(`\{([a-z0-9_]*)\}`)

func (l *linter) title(path, title string) {
	if title == "" {
		l.fail(path, "a title is missing")
	}
	for _, m := range placeholder.FindAllStringSubmatch(title, -1) {
		if m[1] != "n" && l.t.param(m[1]) == nil {
			l.fail(path, "{%s} is no parameter", m[1])
		}
	}
}

func (l *linter) collect(path string, parts []Part) {
	for i := range parts {
		at := fmt.Sprintf("%s[%d]", path, i)
		l.id(at+".id", parts[i].ID)
		l.collect(at+".parts", parts[i].Parts)
	}
}

func (l *linter) id(path, id string) {
	if !name.MatchString(id) || l.ids[id] {
		l.fail(path, "%q is no id, or is there twice", id)
	}
	l.ids[id] = true
}

func (l *linter) part(path string, p *Part, parent outline.Level, several bool) {
	l.title(path+".title", p.Title)
	if !p.Level.Below(parent) {
		l.fail(path+".level", "a %q can't stand below a %s", p.Level, parent)
	}
	l.quantity(path+".estimate", p.Estimate)
	l.quantity(path+".times", p.Times)
	l.quantity(path+".after", p.After)
	l.quantity(path+".open", p.Open)
	l.quantity(path+".due", p.Due)
	l.quantity(path+".deadline", p.Deadline)
	if p.Times != nil && several {
		l.fail(path+".times", "it is below what is there several times already")
	}
	if w := p.When; w != nil {
		param := l.t.param(w.Param)
		for _, v := range w.Is {
			if param == nil || !slices.Contains(param.all(), v) {
				l.fail(path+".when", "%s is never %q", w.Param, v)
			}
		}
	}
	for i, d := range p.Depends {
		lag := d.lag()
		if !l.ids[d.On] || d.On == p.ID || lag > network.MaxLag || lag < -network.MaxLag {
			l.fail(fmt.Sprintf("%s.depends[%d]", path, i), "%q is no other part, or %d days are more than sixty", d.On, d.Days)
		}
	}
	l.repeat(path, p)
	for i := range p.Parts {
		l.part(fmt.Sprintf("%s.parts[%d]", path, i), &p.Parts[i], p.Level, several || p.Times != nil)
	}
}

func (l *linter) repeat(path string, p *Part) {
	if (p.Level == outline.Cycle) != (p.Repeat != nil) {
		l.fail(path, "a cycle has repeat, and nothing else")
	}
	if r := p.Repeat; r != nil {
		l.quantity(path+".repeat.times", r.Times)
		if r.Every < 1 || r.Every > 366 || r.Unit != outline.Day && r.Unit != outline.Week && r.Unit != outline.Month {
			l.fail(path+".repeat", "every %d %q: it is 1 to 366 of day, week or month", r.Every, r.Unit)
		}
	}
}

func (d Depends) lag() network.Minute { return (d.Days*24 + d.Hours) * 60 }

func (l *linter) arc() {
	a := l.t.Arc
	if a == nil {
		return
	}
	if a.Growth < 1 || a.Growth > 50 || a.Lighter.Every < 2 || a.Lighter.To < 1 || a.Lighter.To > 100 || len(a.Sessions) == 0 || len(a.Taper) == 0 || len(a.Phases) == 0 {
		l.fail("$.arc", "an arc has sessions, grows by 1 to 50 percent, and has phases, a taper, and a lighter week every 2 or more")
	}
	share := 0
	for i, p := range a.Phases {
		path := fmt.Sprintf("$.arc.phases[%d]", i)
		l.id(path+".id", p.ID)
		l.title(path+".title", p.Title)
		l.quantity(path+".weeks", p.Weeks)
		share += p.Share
		if p.Share < 0 || (p.Share > 0) == (p.Weeks != nil) || p.Taper != (i == len(a.Phases)-1) || p.Taper && p.Weeks == nil {
			l.fail(path, "a phase has weeks or a share, and the last is the taper, with weeks")
		}
	}
	if share != 100 {
		l.fail("$.arc.phases", "the shares add up to %d, not to 100", share)
	}
	for i, s := range a.Sessions {
		path := fmt.Sprintf("$.arc.sessions[%d]", i)
		l.id(path+".id", s.ID)
		l.title(path+".title", s.Title)
		l.quantity(path+".times", s.Times)
		l.quantity(path+".first", s.First)
		l.quantity(path+".peak", s.Peak)
	}
}
