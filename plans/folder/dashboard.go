package folder

import (
	"fmt"
	"slices"
	"strings"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/plans/planfile"
	"github.com/weft-mesh/weft/plans/progress"
)

const (
	// begin and end are the lines between which the dashboard is Weft's.
	begin = "<!-- weft:dashboard -->"
	end   = "<!-- weft:end -->"

	// Long is how long something may wait before it is shown as blocked.
	Long       = 24 * time.Hour
	mostLines  = 10
	mostRecent = 10
	// mostItems is how many of a section are shown, and mostAlerts how many files: however
	// many there are, what waits for an answer is still found, and the file read again.
	mostItems  = 100
	mostAlerts = 20
)

// A View is what the dashboard shows.
type View struct {
	Now    time.Time
	Plans  []*orchestratorv1.Plan // those that have not ended, and some that have
	Alerts []Alert
	Lines  []planfile.Entry // of the logs of plans' files
}

// String returns the dashboard's text. It tells moments and no spans of time, so that it
// changes only when something does.
func (v View) String() string {
	plans := slices.Clone(v.Plans)
	slices.SortFunc(plans, func(a, b *orchestratorv1.Plan) int { return strings.Compare(b.GetId(), a.GetId()) })
	var out strings.Builder
	out.WriteString("# Dashboard\n")
	section(&out, "Waiting for you", v.waiting(plans))
	section(&out, "Active", v.active(plans))
	section(&out, "Blocked or stale", v.blocked(plans))
	section(&out, "Recently done", v.done(plans))
	section(&out, "Log", v.lines(plans))
	return out.String()
}

func section(out *strings.Builder, title string, items []string) {
	fmt.Fprintf(out, "\n## %s\n\n", title)
	if len(items) == 0 {
		out.WriteString("Nothing.\n")
	}
	for _, item := range items[:min(len(items), mostItems)] {
		out.WriteString("- " + item + "\n")
	}
	if more := len(items) - mostItems; more > 0 {
		fmt.Fprintf(out, "- … and %d more\n", more)
	}
}

func (v View) waiting(plans []*orchestratorv1.Plan) []string {
	var out []string
	for _, a := range v.Alerts[:min(len(v.Alerts), mostAlerts)] {
		text := "⚠️ "
		if a.Path != "" {
			text += "`" + strings.ReplaceAll(planfile.Visible(a.Path), "`", "'") + "`: "
		}
		out = append(out, text+inline(brief(a.Text)))
	}
	if more := len(v.Alerts) - mostAlerts; more > 0 {
		out = append(out, fmt.Sprintf("⚠️ and %d more", more))
	}
	type wait struct {
		at   time.Time
		text string
	}
	var waits []wait
	for _, p := range plans {
		for _, pause := range p.GetPauses() {
			at := pause.GetCreateTime().AsTime()
			waits = append(waits, wait{at, fmt.Sprintf("%s %s (since %s)", link(p), inline(brief(pause.GetText())), minute(at))})
		}
	}
	stable.Sort(waits, func(a, b wait) int { return a.at.Compare(b.at) })
	for _, w := range waits {
		out = append(out, w.text)
	}
	return out
}

func (v View) active(plans []*orchestratorv1.Plan) []string {
	var out []string
	for _, p := range plans {
		switch p.GetState() {
		case orchestratorv1.Plan_STATE_DRAFTING, orchestratorv1.Plan_STATE_CHECKING, orchestratorv1.Plan_STATE_EXECUTING, orchestratorv1.Plan_STATE_WAITING:
			done := 0
			for _, s := range p.GetSteps() {
				if boxOf(s) {
					done++
				}
			}
			text := fmt.Sprintf("%s %s: %s, %d of %d steps", link(p), objective(p), word(p.GetState()), done, len(p.GetContent().GetSteps()))
			if p.GetOutage() != nil {
				text += ", " + inline(brief(progress.WaitsFor(p.GetOutage(), minute)))
			} else if s := current(p); s != nil {
				text += ", now " + s.GetId() + " (" + stepWord(s.GetState()) + ")"
			}
			out = append(out, text)
		}
	}
	return out
}

func current(p *orchestratorv1.Plan) *orchestratorv1.PlanStep {
	for _, s := range p.GetSteps() {
		if !boxOf(s) && s.GetState() > orchestratorv1.PlanStep_STATE_PENDING {
			return s
		}
	}
	return nil
}

func (v View) blocked(plans []*orchestratorv1.Plan) []string {
	var out []string
	for _, p := range plans {
		if progress.Ended(p.GetState()) {
			continue
		}
		why := ""
		switch p.GetState() {
		case orchestratorv1.Plan_STATE_REJECTED, orchestratorv1.Plan_STATE_NEEDS_REVIEW, orchestratorv1.Plan_STATE_EXPIRED:
			why = strings.ReplaceAll(word(p.GetState()), "_", " ")
			if p.GetReason() != "" {
				why += ": " + inline(brief(p.GetReason()))
			}
		}
		switch s := current(p); s.GetState() {
		case orchestratorv1.PlanStep_STATE_FAILED, orchestratorv1.PlanStep_STATE_UNKNOWN:
			why = fmt.Sprintf("step %s: %s, %s", s.GetId(), stepWord(s.GetState()), inline(brief(s.GetResult().GetText())))
		}
		if p.GetOutage() != nil {
			why = inline(brief(progress.WaitsFor(p.GetOutage(), minute)))
		}
		if since, waits := oldest(p); waits && v.Now.Sub(since) >= Long {
			if why != "" {
				why += "; "
			}
			why += "⚠️ has waited for more than 24 hours, since " + minute(since)
		}
		if why != "" {
			out = append(out, fmt.Sprintf("%s %s: %s", link(p), objective(p), why))
		}
	}
	return out
}

// oldest returns since when a plan waits.
func oldest(p *orchestratorv1.Plan) (at time.Time, waits bool) {
	for _, pause := range p.GetPauses() {
		if t := pause.GetCreateTime().AsTime(); !waits || t.Before(at) {
			at, waits = t, true
		}
	}
	return at, waits
}

func (v View) done(plans []*orchestratorv1.Plan) []string {
	var over []*orchestratorv1.Plan
	for _, p := range plans {
		if progress.Ended(p.GetState()) {
			over = append(over, p)
		}
	}
	stable.Sort(over, func(a, b *orchestratorv1.Plan) int {
		return b.GetUpdateTime().AsTime().Compare(a.GetUpdateTime().AsTime())
	})
	var out []string
	for _, p := range over[:min(len(over), mostRecent)] {
		text := fmt.Sprintf("%s %s: %s at %s", inline(p.GetId()), objective(p), word(p.GetState()), minute(p.GetUpdateTime().AsTime()))
		if p.GetReason() != "" {
			text += ", " + inline(brief(p.GetReason()))
		}
		out = append(out, text)
	}
	return out
}

// lines returns the last lines of all logs, the newest first.
func (v View) lines(plans []*orchestratorv1.Plan) []string {
	all, told := slices.Clone(v.Lines), map[string]bool{}
	for _, p := range plans {
		for _, l := range entriesOf(p) {
			if !l.once { // others are in the files
				all = append(all, l.Entry)
			}
		}
	}
	slices.Reverse(all) // of a second, too, the last comes first
	stable.Sort(all, func(a, b planfile.Entry) int {
		return b.Time.Truncate(time.Second).Compare(a.Time.Truncate(time.Second))
	})
	var out []string
	for _, e := range all {
		key := e.String()
		if told[key] || len(out) == mostLines {
			continue
		}
		told[key] = true
		text := minute(e.Time) + " " + inline(brief(e.Actor)) + ": " + inline(brief(e.Action))
		if e.Reason != "" {
			text += " — " + inline(brief(e.Reason))
		}
		out = append(out, text)
	}
	return out
}

func link(p *orchestratorv1.Plan) string { return "[[" + p.GetId() + "]]" }

func objective(p *orchestratorv1.Plan) string { return inline(brief(p.GetContent().GetObjective())) }

func minute(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

// Place puts the dashboard's text in the place of the one in a file, nil if there is none.
// It reports false for a file that has no place for it: somebody else's.
func Place(file []byte, text string) ([]byte, bool) {
	eol := "\n"
	if strings.Contains(string(file), "\r\n") {
		eol = "\r\n"
	}
	ours := begin + "\n" + text + end + "\n"
	if file == nil {
		return []byte(ours), true
	}
	from, to := -1, -1
	at := 0
	for line := range strings.Lines(string(file)) {
		switch strings.TrimRight(line, "\r\n") {
		case begin:
			if from >= 0 {
				return nil, false
			}
			from = at
		case end:
			if from < 0 || to >= 0 {
				return nil, false
			}
			to = at + len(line)
		}
		at += len(line)
	}
	if from < 0 || to < 0 {
		return nil, false
	}
	ours = strings.ReplaceAll(ours, "\n", eol)
	if !strings.HasSuffix(string(file[:to]), "\n") {
		ours = strings.TrimSuffix(ours, eol)
	}
	return []byte(string(file[:from]) + ours + string(file[to:])), true
}

// IsDashboard reports whether a file is a dashboard that Weft writes.
func IsDashboard(file []byte) bool {
	_, ok := Place(file, "")
	return ok && file != nil
}
