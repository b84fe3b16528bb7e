package draft

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/planning/check"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/schedule"
	"github.com/weft-mesh/weft/planning/timeline"
	"github.com/weft-mesh/weft/planning/wish"
)

// Request is a wish, and what is known besides.
type Request struct {
	Wish string
	// SaidFrom is where in Wish each of what was said later begins: it takes the place of what was said
	// before of the same thing.
	SaidFrom []int
	// Extracted is what a model has extracted from the words of the wish; nil: they are read by
	// rules.
	Extracted *Extracted
	Now       time.Time         // in the person's zone
	Answers   map[string]string // parameters of the template, by name
	Templates *pattern.Set
	Template  string     // by name; "": by the words of the wish
	Steps     []Step     // of the plain template, in their order
	By        civil.Date // the last day, instead of what the wish says; 0: that
	// Windows are when work may be, instead of what the wish says; nil: that. Never
	// is when it may not, besides.
	Windows, Never []wish.Window
	// Commitments are what the person's calendar holds; Read returns them for a
	// stretch of time, nil: none.
	Commitments func(from, to time.Time) ([]timeline.Commitment, error)
	// Unlimited says that the most a day and a week that the wish names is not kept.
	Unlimited bool
	// Later are parts of the goal whose deadline is put off by so many days, and Out
	// those that are left out, both by id.
	Later map[string]int
	Out   []string
	Solve schedule.Options
	// reached is what of a counted goal is done or begun already.
	reached countReached
}

// Draft is what came of a request.
type Draft struct {
	Wish        wish.Wish
	Unread      []string // clauses of the wish, which are not kept
	Unkept      []string // what was read and is not kept as it was said, and why
	Selection   pattern.Selection
	Questions   []pattern.Question // what could be asked: of each of Unread, then what matters most
	Assumptions []pattern.Assumption
	Adapted     []outline.Adapted // what was mended without judgement
	Start, End  civil.Date        // the first and the last day that are looked at
	Outline     outline.Outline   // with its cycles
	Goal        roadmap.Goal
	Frame       timeline.Frame
	Commitments []timeline.Commitment
	Problem     problem.Problem
	Result      schedule.Result
	// Out are the times of what comes again that are left out for want of room, by their ids.
	Out  []string
	Took time.Duration // for the search

	own []Step // that the person has named
	// stretches are the days of each of own where nobody has named them, and they follow from how much
	// there is to do; nil: they are the person's.
	stretches []wish.Days

	values pattern.Values
	notes  []pattern.Assumption // of the values

	person   timeline.Person
	said     []timeline.Most // of person.Most, what was said
	even     []timeline.Most // and what nobody said
	spread   []timeline.Most // one session a day, where a roadmap that is kept has it so
	slots    bool            // hours are cut into sessions with pauses between
	restDays bool            // the sessions of a training are spread over their weeks
}

// ErrContradiction says that a wish can't be as it is said; Wish.Problems tells
// why.
var ErrContradiction = errors.New("the goal contradicts itself")

// ErrNoSteps says that no template is for a goal, and nobody has named its steps.
var ErrNoSteps = errors.New("no template fits this goal: name its steps and how long each takes, such as \"Sort the scores: 10 h\"")

// InputError says what of a request can't be planned with: a template that isn't
// there, an answer that a parameter can't have, too few days.
type InputError struct{ Err error }

// Error tells the reason.
func (e *InputError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *InputError) Unwrap() error { return e.Err }

// ViolationsError says that an outline breaks the grammar in ways that only a
// person can settle.
type ViolationsError struct{ Violations []outline.Violation }

// Error tells the first.
func (e *ViolationsError) Error() string {
	v := e.Violations[0]
	return fmt.Sprintf("the outline is not sound (%d violations): %s", len(e.Violations), v)
}

// Make drafts all of it. With an error the draft has what came before it: for
// ErrContradiction the wish, for a *ViolationsError the outline as well.
func Make(ctx context.Context, r Request) (*Draft, error) {
	d, err := Outline(r)
	if err != nil {
		return d, err
	}
	if err := d.lay(r, d.Outline); err != nil {
		return d, err
	}
	return d, d.Schedule(ctx, r)
}

// Read reads a request: its wish, the template that fits, and what could be asked.
func Read(r Request) (*Draft, error) {
	d := &Draft{}
	answers, err := d.read(r)
	if err != nil {
		return d, &InputError{err}
	}
	d.Wish.Choose(r.By, r.Windows, r.Never, r.Unlimited)
	d.Wish.Problems = append(d.Wish.Problems, d.Wish.Contradictions(civil.DateOf(r.Now))...)
	if len(d.Wish.Problems) > 0 {
		return d, ErrContradiction
	}
	if d.Selection, err = choose(r, d.Wish); err != nil {
		return d, &InputError{err}
	}
	t := d.Selection.Template
	if d.own, err = ownSteps(t, saidSteps(t, d.Wish), r.Steps, answers); err != nil {
		return d, &InputError{err}
	}
	if len(d.own) > 0 { // whoever names the steps has settled what the goal takes
		d.Selection.Spec.Confidence, d.Selection.Spec.IntroducedBy = 1, outline.ByUserFeedback
	} else if t.Name == pattern.Generic && r.Extracted == nil {
		if d.own = d.measuredSteps(t, r); len(d.own) > 0 {
			d.Selection.Spec.Confidence = measuredConfidence
		}
	}
	if d.values, d.notes, err = values(t, d.Selection.Params, d.Wish, answers); err != nil {
		return d, &InputError{err}
	}
	d.Questions = append(d.Questions, d.ask(t, r.Extracted != nil)...)
	d.Start = max(civil.DateOf(r.Now)+1, d.Wish.Start)
	return d, nil
}

// Outline reads a request, and takes the goal apart. The outline that a
// *ViolationsError is about is there.
func Outline(r Request) (*Draft, error) {
	d, err := Read(r)
	if err != nil {
		return d, err
	}
	return d, d.outline(r)
}

// outline builds and checks the tree.
func (d *Draft) outline(r Request) error {
	t := d.Selection.Template
	if t.Name == pattern.Generic && len(d.own) == 0 {
		return &InputError{ErrNoSteps}
	}
	built, assumptions, err := pattern.Build(t, d.values, d.Start, d.Wish.By)
	if err != nil {
		return &InputError{err}
	}
	if d.Wish.Title != "" {
		built.Nodes[0].Title = sentence(d.Wish.Title)
	}
	d.single(built)
	unkept := slices.Concat(d.notes, d.unheeded(t))
	for _, s := range missing(d.Wish, built) {
		unkept = append(unkept, pattern.Assumption{Kind: pattern.Warning, Text: "what you said about “" + s + "” is not used: this kind of plan has no such work"})
	}
	for _, a := range unkept {
		if a.Kind != pattern.Warning {
			continue
		}
		d.Unkept = append(d.Unkept, a.Text)
	}
	d.Assumptions = slices.Concat(unkept, assumptions)
	d.steps(&built)
	for _, a := range d.scaleToTotal(&built) {
		d.Assumptions = append(d.Assumptions, a)
		if a.Kind == pattern.Warning {
			d.Unkept = append(d.Unkept, a.Text)
		}
	}
	if err := d.fitToSessions(r, &built); err != nil {
		return &InputError{err}
	}
	built.Pattern = d.Selection.Spec
	if err := d.parts(r, built); err != nil {
		return err
	}
	d.Outline, d.Adapted = outline.Fix(without(built, r.Out))
	if v := outline.Check(d.Outline); len(v) > 0 {
		return &ViolationsError{v}
	}
	return nil
}

// parts says which of the parts that a request leaves out or puts off is none.
func (d *Draft) parts(r Request, built outline.Outline) error {
	whole, _ := outline.Fix(built)
	known := map[string]bool{}
	for _, n := range slices.Concat(whole.Nodes, outline.Expand(whole, d.Start).Nodes) {
		known[n.ID] = true
	}
	for _, id := range slices.Concat(r.Out, slices.Sorted(maps.Keys(r.Later))) {
		if !known[id] {
			return &InputError{fmt.Errorf("this goal has no part with the id %.70q", id)}
		}
	}
	if slices.Contains(r.Out, whole.Nodes[0].ID) {
		return &InputError{errors.New("the goal itself can't be left out")}
	}
	return nil
}

// choose selects the template: by the goal alone, since "every morning" says when
// and not what; by all words if that is not sure.
func choose(r Request, w wish.Wish) (pattern.Selection, error) {
	if r.Template == "" && r.Extracted != nil {
		r.Template = r.Extracted.Template
	}
	if r.Template != "" {
		t := r.Templates.Get(r.Template)
		if t == nil {
			var names []string
			for _, t := range r.Templates.Templates {
				names = append(names, t.Name)
			}
			return pattern.Selection{}, fmt.Errorf("there is no template %q; choose one of %s", r.Template, strings.Join(names, ", "))
		}
		s := r.Templates.Select(r.Wish)
		if s.Template != t {
			s.Params = nil
		}
		return pattern.Selection{Template: t, Spec: spec(t, 1), Params: s.Params, Reasons: []string{"you chose it"}}, nil
	}
	s := r.Templates.Select(w.Title)
	if _, counts := countOf(r, w); counts || s.Question == "" { // what is counted is no habit, however often it is done
		return s, nil
	}
	return r.Templates.Select(r.Wish), nil
}

func spec(t *pattern.Template, confidence float64) outline.PatternSpec {
	return outline.PatternSpec{Pattern: t.Pattern, Subtype: t.Subtype, Variant: t.Name, Confidence: confidence, IntroducedBy: outline.ByUserFeedback}
}

func (d *Draft) assume(text string) {
	d.Assumptions = append(d.Assumptions, pattern.Assumption{Kind: pattern.Derived, Text: text})
}

// Title is the goal in the person's words, or as its template calls it.
func (d *Draft) Title() string {
	switch nodes := d.Goal.Outline.Nodes; {
	case len(nodes) > 0:
		return nodes[0].Title
	case d.Wish.Title == "":
		return d.Selection.Template.Title
	}
	return sentence(d.Wish.Title)
}

// Keeps tells whether a schedule of the draft can keep all that was said.
func (d *Draft) Keeps() bool { return len(d.Unread)+len(d.Unkept) == 0 }

// Hours are when work may lie in each week, in words: days with the same hours in
// one line.
func (d *Draft) Hours() []string {
	out := append(roadmap.Told(d.person.Windows), d.ofStreams()...)
	office := slices.ContainsFunc(d.Goal.Outline.Nodes, func(n outline.Node) bool { return n.Office })
	if office && d.Goal.Lenient { // else it is within the other hours
		for _, text := range roadmap.Told(roadmap.Office(d.Wish)) {
			out = append(out, "work that needs others at work: "+text)
		}
	}
	return out
}

// ofStreams are the hours of streams, in words.
func (d *Draft) ofStreams() []string {
	var out []string
	for _, s := range d.Wish.Streams {
		windows, _ := roadmap.Windows(d.Wish.Of(s))
		for _, text := range roadmap.Told(windows) {
			out = append(out, s.Name+": "+text)
		}
	}
	return out
}

// WeekOf are the hours of a draft that is read and not laid yet.
func (d *Draft) WeekOf() []string {
	windows, _ := roadmap.Windows(d.Wish)
	return append(roadmap.Told(windows), d.ofStreams()...)
}

// sentence begins with a capital letter.
func sentence(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[n:]
}

// verify has the checker go through what the solver says. A schedule that does not
// hold is a mistake of the solver: an error, and never a plan.
func (d *Draft) verify() error {
	switch d.Result.Verdict {
	case problem.Feasible:
		if faults := check.Schedule(d.Problem, d.Result.Schedule); len(faults) > 0 {
			return fmt.Errorf("the schedule found breaks a rule, which is a bug in the solver: %s: %s", faults[0].Task, faults[0].Says)
		}
	case problem.Impossible:
		// What the checker can't follow is not told as proved.
		if check.Certificate(d.Problem, *d.Result.Certificate) != nil {
			d.Result.Verdict, d.Result.Certificate = problem.NotFound, nil
		}
	}
	return nil
}

// Titles are those of the tasks, by their ids in the problem.
func (d *Draft) Titles() map[string]string {
	out := map[string]string{}
	for _, n := range d.Goal.Outline.Nodes {
		out[d.Goal.Prefix+n.ID] = n.Title
	}
	return out
}
