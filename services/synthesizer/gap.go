package synthesizer

import (
	"slices"
	"strings"
	"unicode"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
)

// gapsOf are the gaps that nothing has filled, each once, and what the search says
// besides: times that are none, somebody who did not answer.
func gapsOf(req *pb.SynthesizeRequest) []*commonv1.Gap {
	var out []*commonv1.Gap
	for _, g := range slices.Concat(req.GetOpenGaps(), req.GetAnalysis().GetGaps()) {
		if !g.GetFound() && !slices.ContainsFunc(out, func(o *commonv1.Gap) bool { return o.GetId() == g.GetId() }) {
			out = append(out, g)
		}
	}
	add := func(reason commonv1.GapReason, words ...string) {
		if !slices.ContainsFunc(out, func(g *commonv1.Gap) bool {
			return g.GetReason() == reason && (len(words) == 0 || slices.Contains(g.GetWords(), words[0]))
		}) {
			out = append(out, &commonv1.Gap{Reason: reason, Words: words})
		}
	}
	if s := req.GetSearch(); s != nil && !s.GetComplete() {
		add(commonv1.GapReason_GAP_REASON_OUTAGE)
	}
	for _, u := range req.GetUnresolvedTimes() {
		add(commonv1.GapReason_GAP_REASON_TIME_UNKNOWN, u.GetText())
	}
	return out
}

// tellGaps says what is not known of the part, as far as it matters. What bears on
// the values and notes shown always does.
func (p *part) tellGaps() {
	for _, g := range p.gaps {
		optional := false
		switch g.GetReason() {
		case commonv1.GapReason_GAP_REASON_NOT_STATED:
			if p.closest || p.repeated {
				continue // the lead says it
			}
		case commonv1.GapReason_GAP_REASON_NO_NOTES:
			if p.form.GetWanted() == commonv1.Wanted_WANTED_TASKS {
				break // the lead does not say that none of the tasks fits
			}
			side := len(g.GetRanges()) > 0 && p.form.GetWanted() == commonv1.Wanted_WANTED_COMPARE
			if p.closest && !side || p.elsewhere && len(g.GetRanges()) > 0 {
				continue // the lead says it
			}
		case commonv1.GapReason_GAP_REASON_CIRCUMSTANCES, commonv1.GapReason_GAP_REASON_OUTSIDE_DOMAIN,
			commonv1.GapReason_GAP_REASON_PRESENT_STATE, commonv1.GapReason_GAP_REASON_AMBIGUOUS, commonv1.GapReason_GAP_REASON_UNSPECIFIED:
			optional = g.GetSeverity() == commonv1.Severity_SEVERITY_NICE_TO_HAVE
		}
		if !optional || p.detailed || p.req.GetPartial() {
			p.say(p.missing(g, len(p.citations) > 0))
		}
	}
}

// absent are the words of the question that no note has. Where tasks are asked for, a
// gap tells what no task has.
func (p *part) absent() []string {
	if p.form.GetWanted() == commonv1.Wanted_WANTED_TASKS {
		return nil
	}
	var out []string
	for _, g := range p.gaps {
		if g.GetReason() == commonv1.GapReason_GAP_REASON_NO_NOTES && len(g.GetRanges()) == 0 {
			out = append(out, g.GetWords()...)
		}
	}
	return out
}

// way returns the command that lists what a form asks for one by one, empty if it does
// not: a number is not made of more notes by listing them.
func way(form *commonv1.QueryForm, g *commonv1.Gap) string {
	switch form.GetWanted() {
	case commonv1.Wanted_WANTED_TASKS:
		if form.GetTasks() == commonv1.TaskState_TASK_STATE_DONE || form.GetTasks() == commonv1.TaskState_TASK_STATE_UNSPECIFIED {
			return "weft tasks --all"
		}
		return "weft tasks"
	case commonv1.Wanted_WANTED_LIST, commonv1.Wanted_WANTED_SUMMARY, commonv1.Wanted_WANTED_LOOKUP:
	default:
		return ""
	}
	var words []string
	for _, s := range form.GetSubjects() {
		words = append(words, strings.FieldsFunc(s.GetWords(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })...)
	}
	if len(words) > 0 {
		return "weft search " + strings.Join(words, " ")
	}
	command := "weft entries"
	if r := g.GetRanges(); len(r) == 1 && r[0].GetStart() != "" && r[0].GetEnd() != "" {
		command += " --from " + r[0].GetStart() + " --to " + r[0].GetEnd()
	}
	return command
}

// missing writes a gap. shown tells whether the answer shows something all the
// same.
func (w *writer) missing(g *commonv1.Gap, shown bool) string {
	v := struct {
		*commonv1.Gap
		Days, What, Because string
		Tasks, Way          string // which tasks are asked for; the command that lists more
		Outage, Shown       bool
	}{Gap: g, Days: w.calendar.spans(g.GetRanges()), Shown: shown}
	form := w.req.GetForm()
	for _, s := range w.req.GetSubQueries() {
		if s.GetId() == g.GetSubQueryId() && s.GetForm() != nil {
			form = s.GetForm()
		}
	}
	v.Tasks, v.Way = w.tasks(form), way(form, g)
	v.Outage = w.req.GetSearch() != nil && !w.req.GetSearch().GetComplete()
	if g.GetMeasure() != nil {
		subject := ""
		if loaded := w.req.GetDomainContext().GetLoaded(); len(g.GetWords()) == 1 && len(loaded) > 0 && loaded[0] == g.GetMeasure().GetDomain() {
			subject = g.GetWords()[0] // "stress rating"
		}
		v.What = w.what(subject, g.GetMeasure())
	}
	for _, u := range w.req.GetUnresolvedTimes() {
		if slices.Contains(g.GetWords(), u.GetText()) {
			v.Because = u.GetReason()
		}
	}
	return render(kindOf("gap", g.GetReason().String(), "GAP_REASON_"), v)
}
