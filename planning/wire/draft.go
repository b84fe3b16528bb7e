package wire

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/schedule"
	"github.com/weft-mesh/weft/planning/timeline"
	"github.com/weft-mesh/weft/planning/wish"
)

// Request reads a goal, as it is said at now in the person's zone, with what their
// time holds already.
func Request(m *planningv1.Goal, now time.Time, commitments []*planningv1.Commitment, templates *pattern.Set) (draft.Request, error) {
	terms := m.GetTerms()
	words, saidFrom := wordsSaid(m)
	r := draft.Request{
		Wish: words, SaidFrom: saidFrom, Now: now, Answers: terms.GetAnswers(), Templates: templates, Template: terms.GetTemplate(),
		Unlimited: terms.GetUnlimited(), Out: terms.GetOut(), Later: map[string]int{},
		Solve: schedule.Options{Schedules: int(m.GetSchedules()), Seed: m.GetSeed()},
	}
	for _, s := range terms.GetSteps() {
		r.Steps = append(r.Steps, draft.Step{Title: s.GetTitle(), Minutes: int(s.GetMinutes())})
	}
	for _, l := range terms.GetLater() {
		r.Later[l.GetNodeId()] += int(l.GetDays())
	}
	var err error
	if r.Extracted, err = extracted(m.GetExtraction()); err != nil {
		return r, err
	}
	if err := readTerms(&r, "goal.terms", terms, now); err != nil {
		return r, err
	}
	held, err := Commitments(commitments)
	r.Commitments = func(time.Time, time.Time) ([]timeline.Commitment, error) { return held, nil }
	return r, err
}

// CheckTerms returns a *FieldError for the first of a goal's terms that can't be read at
// now. field is where they stand in a message.
func CheckTerms(field string, terms *planningv1.Terms, now time.Time, templates *pattern.Set) error {
	if name := terms.GetTemplate(); name != "" && templates.Get(name) == nil {
		return &FieldError{field + ".template", fmt.Sprintf("there is no template %q", name)}
	}
	return readTerms(&draft.Request{}, field, terms, now)
}

// readTerms reads the terms of a goal that are texts.
func readTerms(r *draft.Request, field string, terms *planningv1.Terms, now time.Time) (err error) {
	if r.By, err = day(field+".by", terms.GetBy()); err != nil {
		return err
	}
	if r.By != 0 && r.By <= civil.DateOf(now) {
		return &FieldError{field + ".by", terms.GetBy() + " is past"}
	}
	if r.Windows, err = windows(field+".when", terms.GetWhen(), now); err != nil {
		return err
	}
	r.Never, err = windows(field+".never", terms.GetNever(), now)
	return err
}

// Words are those of a goal, with what was said since.
func Words(m *planningv1.Goal) string {
	words, _ := wordsSaid(m)
	return words
}

// wordsSaid are the words of a goal, and where in them each of what was said later begins.
func wordsSaid(m *planningv1.Goal) (out string, later []int) {
	out = m.GetWish()
	add := func(text string) {
		out = strings.TrimRight(out, " .") + ". "
		later = append(later, len(out))
		out += text
	}
	for _, s := range m.GetSaid() {
		add(s)
	}
	for _, r := range m.GetReplies() {
		if !strings.EqualFold(strings.TrimSpace(r.GetAnswer()), draft.Aside) {
			add(r.GetAnswer())
		}
	}
	return out, later
}

func windows(field string, texts []string, now time.Time) (out []wish.Window, err error) {
	for i, text := range texts {
		w, err := wish.ReadWindows(text, now)
		if err != nil {
			return nil, &FieldError{fmt.Sprintf("%s[%d]", field, i), err.Error()}
		}
		out = append(out, w...)
	}
	return out, nil
}

// Commitments reads what a person's time holds.
func Commitments(list []*planningv1.Commitment) ([]timeline.Commitment, error) {
	var out []timeline.Commitment
	for i, c := range list {
		from, err := instant(index("commitments", i, "start_time"), c.GetStartTime())
		if err != nil {
			return nil, err
		}
		to, err := instant(index("commitments", i, "end_time"), c.GetEndTime())
		if err != nil {
			return nil, err
		}
		out = append(out, timeline.Commitment{ID: c.GetId(), Title: c.GetTitle(), From: from, To: to, AllDay: c.GetAllDay(), OwnBlock: c.GetOwnBlock(), Free: c.GetFree(), Doubt: c.GetDoubt()})
	}
	return out, nil
}

// FromCommitments writes what a person's time holds.
func FromCommitments(list []timeline.Commitment) []*planningv1.Commitment {
	var out []*planningv1.Commitment
	for _, c := range list {
		out = append(out, &planningv1.Commitment{
			Id: c.ID, Title: c.Title, StartTime: timestamppb.New(c.From), EndTime: timestamppb.New(c.To), AllDay: c.AllDay, OwnBlock: c.OwnBlock, Free: c.Free, Doubt: c.Doubt,
		})
	}
	return out
}

// FromUnderstood writes what was read of a goal.
func FromUnderstood(d *draft.Draft) *planningv1.Understood {
	out := &planningv1.Understood{
		Title: d.Wish.Title, By: fromDay(d.Wish.By), Start: fromDay(d.Wish.Start), Unread: d.Unread, Contradictions: d.Wish.Problems,
		Confidence: d.Selection.Spec.Confidence, Reasons: d.Selection.Reasons,
	}
	out.Readings = FromReadings(d.Wish.Readings)
	if t := d.Selection.Template; t != nil {
		out.Template, out.Pattern = t.Name, fromSpec(d.Selection.Spec)
	}
	for _, q := range d.Questions {
		m := &planningv1.Question{Id: q.Param, Text: q.Text, Min: int32(q.Min), Max: int32(q.Max)}
		if q.Default != (pattern.Value{}) {
			m.Default = q.Default.String()
		}
		for _, c := range q.Choices {
			m.Choices = append(m.Choices, &planningv1.Choice{Value: c.Value, Label: c.Label})
		}
		out.Questions = append(out.Questions, m)
	}
	return out
}

var kinds = map[pattern.Kind]planningv1.Assumption_Kind{
	pattern.Default: planningv1.Assumption_KIND_DEFAULT,
	pattern.Derived: planningv1.Assumption_KIND_DERIVED,
	pattern.Warning: planningv1.Assumption_KIND_WARNING,
}

// FromReadings writes what was read of words.
func FromReadings(list []wish.Reading) (out []*planningv1.Reading) {
	for _, r := range list {
		out = append(out, &planningv1.Reading{Words: r.Words, Means: r.Means, Assumed: r.Assumed})
	}
	return out
}

// FromAssumptions writes what a draft rests on.
func FromAssumptions(list []pattern.Assumption) []*planningv1.Assumption {
	var out []*planningv1.Assumption
	for _, a := range list {
		out = append(out, &planningv1.Assumption{Kind: kinds[a.Kind], Param: a.Param, Text: a.Text})
	}
	return out
}

// FromAdapted writes what was changed of an outline.
func FromAdapted(list []outline.Adapted) []*planningv1.Adaptation {
	var out []*planningv1.Adaptation
	for _, a := range list {
		out = append(out, &planningv1.Adaptation{Who: string(a.Who), Code: a.Code, What: a.What, Why: a.Why})
	}
	return out
}

// FromWays writes what could give.
func FromWays(ways []draft.Way) []*planningv1.Way {
	var out []*planningv1.Way
	for _, w := range ways {
		terms := &planningv1.Terms{By: fromDay(w.By), Unlimited: w.Unlimited, Out: w.Out}
		for id, days := range w.Later {
			terms.Later = append(terms.Later, &planningv1.Later{NodeId: id, Days: int32(days)})
		}
		slices.SortFunc(terms.Later, func(a, b *planningv1.Later) int { return strings.Compare(a.NodeId, b.NodeId) })
		out = append(out, &planningv1.Way{Id: wayID(out, w.Text), Text: w.Text, Terms: terms, Reduces: len(w.Out) > 0})
	}
	return out
}

// wayID names a way out by what it says, so that whoever types the name of one that is not offered any
// more takes no other way.
func wayID(before []*planningv1.Way, text string) string {
	const letters = "abcdefghjkmnpqrstuvwxyz23456789"
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(text)) // a hash takes what it is given
	id := "way-"
	for sum, n := hash.Sum64(), 0; n < 3 || slices.ContainsFunc(before, func(w *planningv1.Way) bool { return w.GetId() == id }); n++ {
		id += string(letters[sum%uint64(len(letters))])
		sum /= uint64(len(letters))
	}
	return id
}

// FromDays writes a goal on the person's days. There are none of its nodes where
// dependencies go in a circle.
func FromDays(d *draft.Draft) *planningv1.RoadmapDraft {
	days, _ := d.Days()
	work, room := d.Load()
	out := &planningv1.RoadmapDraft{
		Start: d.Start.String(), End: d.End.String(), Hours: d.Hours(), Limits: d.Limits(), Work: int64(work), Room: int64(room),
	}
	for _, n := range days {
		out.Nodes = append(out.Nodes, &planningv1.NodeDays{
			NodeId: n.Node, Earliest: n.Earliest.String(), Latest: n.Latest.String(), Critical: n.Critical,
		})
	}
	for _, s := range d.Spreads() {
		out.Options = append(out.Options, &planningv1.Option{Name: s.Name, Text: s.Text, Taken: s.Taken, Reason: s.Reason})
	}
	return out
}

var verdicts = map[problem.Verdict]planningv1.Verdict{
	problem.Feasible:   planningv1.Verdict_VERDICT_FEASIBLE,
	problem.Impossible: planningv1.Verdict_VERDICT_IMPOSSIBLE,
	problem.NotFound:   planningv1.Verdict_VERDICT_NOT_FOUND,
}

// FromSchedule writes what the solver came to for a draft.
func FromSchedule(d *draft.Draft) *planningv1.ScheduleDraft {
	out := &planningv1.ScheduleDraft{
		Verdict: verdicts[d.Result.Verdict], Cost: d.Result.Schedule.Cost, Generated: int32(d.Result.Generated), Assumptions: FromAssumptions(d.Assumptions), Out: d.Out,
	}
	if d.Result.Verdict == problem.Feasible {
		out.Blocks, out.Weeks = fromBlocks(d), FromWeeks(d.Weeks())
	}
	if c := d.Result.Certificate; c != nil && d.Result.Verdict == problem.Impossible {
		out.Certificate, out.Explanation = fromCertificate(c), roadmap.Explain(c, d.Frame, d.Titles())
	}
	return out
}

// fromBlocks writes all blocks of a schedule, those of milestones and of the begins
// and ends of parts too: a checker needs them.
func fromBlocks(d *draft.Draft) []*planningv1.Block {
	var out []*planningv1.Block
	for _, b := range d.Result.Schedule.Blocks {
		out = append(out, &planningv1.Block{NodeId: b.Task, StartTime: timestamppb.New(d.Frame.Time(b.From)), EndTime: timestamppb.New(d.Frame.Time(b.To))})
	}
	return out
}

// Schedule reads the blocks of a schedule in the minutes of a frame, with what they
// cost.
func Schedule(m *planningv1.ScheduleDraft, f timeline.Frame) (problem.Schedule, error) {
	s := problem.Schedule{Cost: m.GetCost()}
	for i, b := range m.GetBlocks() {
		from, err := instant(index("blocks", i, "start_time"), b.GetStartTime())
		if err != nil {
			return s, err
		}
		to, err := instant(index("blocks", i, "end_time"), b.GetEndTime())
		if err != nil {
			return s, err
		}
		s.Blocks = append(s.Blocks, problem.Block{Task: b.GetNodeId(), Span: problem.Span{From: f.Minute(from), To: f.Minute(to)}})
	}
	return s, nil
}

func fromCertificate(c *problem.Certificate) *planningv1.Certificate {
	out := &planningv1.Certificate{
		Reason: string(c.Reason), Tasks: c.Tasks, From: int64(c.Span.From), To: int64(c.Span.To), Need: int64(c.Need), Room: int64(c.Room),
		Resource: int32(c.Resource),
	}
	for _, l := range c.Links {
		out.Links = append(out.Links, int32(l))
	}
	for _, l := range c.Caps {
		out.Caps = append(out.Caps, int32(l))
	}
	return out
}

// Certificate reads a proof.
func Certificate(m *planningv1.Certificate) problem.Certificate {
	c := problem.Certificate{
		Reason: problem.Reason(m.GetReason()), Tasks: m.GetTasks(), Span: problem.Span{From: int(m.GetFrom()), To: int(m.GetTo())},
		Need: int(m.GetNeed()), Room: int(m.GetRoom()), Resource: int(m.GetResource()),
	}
	for _, l := range m.GetLinks() {
		c.Links = append(c.Links, int(l))
	}
	for _, l := range m.GetCaps() {
		c.Caps = append(c.Caps, int(l))
	}
	return c
}
