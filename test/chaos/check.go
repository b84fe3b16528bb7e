package chaos

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// A Run is how a run stands when everything has healed.
type Run struct {
	Status  orchestratorv1.RunReport_Status
	Failure string
	Err     error // it could not be read
}

// A Verification is what `weft runs verify` reports.
type Verification struct {
	Lost     []LostRun `json:"lost"`
	Problems []string  `json:"problems"`
}

// A LostRun is a run that is not whole.
type LostRun struct {
	RunID   string `json:"runId"`
	Text    string `json:"text"`
	Problem string `json:"problem"`
	// It was begun anew, and goes on.
	Recovered bool `json:"recovered"`
}

// Evidence is all that is known after a scenario.
type Evidence struct {
	Inputs   []Input
	Acks     map[string]string // the run that was acknowledged, by request id
	Runs     map[string]Run    // of the acknowledged runs
	Started  map[string]int    // how many runs there are, by the text of their input
	Open     []string          // runs that are under way, acknowledged or not
	Files    map[string]string // of the vault, by path in it
	Verified Verification
	Damaged  bool   // files of the bus were changed
	Said     string // in the logs of the servers since then
}

// A Finding is a kind of thing that Check finds.
type Finding string

// The findings. All but Reported and Allowed are broken promises.
const (
	Lost       Finding = "lost"           // acknowledged, and gone without a word
	Doubled    Finding = "doubled"        // kept or run more than once
	Failed     Finding = "failed"         // ended as failed
	Stuck      Finding = "not ended"      // a minute after everything had healed
	Refused    Finding = "never accepted" // nor that
	Questions  Finding = "questions kept as notes"
	Reported   Finding = "losses reported"     // made by damage, and told
	Allowed    Finding = "losses allowed"      // by runs.durability=relaxed
	Unreported Finding = "losses not reported" // and not told where they have to be
	False      Finding = "false reports"       // of a loss where there was none
	Other      Finding = "else"                // a process that fell, a command that failed
)

// AllFindings returns the findings in the order in which they are told.
func AllFindings() []Finding {
	return []Finding{Lost, Doubled, Failed, Stuck, Refused, Questions, Reported, Allowed, Unreported, False, Other}
}

// Findings are what was found, each with the input or the run that it is about.
type Findings map[Finding][]string

func (f Findings) add(what Finding, format string, args ...any) {
	f[what] = append(f[what], fmt.Sprintf(format, args...))
}

// Check compares what was acknowledged with what is there.
func Check(e Evidence) Findings {
	f := Findings{}
	kept := strings.Join(rawFiles(e.Files), "\n")
	all := strings.Join(slices.Collect(maps.Values(e.Files)), "\n")
	reports := map[string]LostRun{}
	for _, l := range e.Verified.Lost {
		reports[l.RunID] = l
	}
	if !e.Damaged {
		f.alarms(e)
	}
	f.stranded(e)
	for _, in := range e.Inputs {
		if n := e.Started[in.Text]; n > 1 {
			f.add(Doubled, "%q has %d runs", in.Text, n)
		}
		if in.Question != "" && strings.Contains(all, in.Question) {
			f.add(Questions, "%q", in.Text)
		}
		copies := 0
		if in.Note != "" {
			copies = strings.Count(kept, in.Note)
		}
		if copies > 1 {
			f.add(Doubled, "%q is in the vault %d times", in.Text, copies)
		}
		run, acknowledged := e.Acks[in.RequestID]
		if !acknowledged {
			f.add(Refused, "%q", in.Text)
			continue
		}
		report, reported := reports[run]
		if reported && e.Damaged {
			f.add(Reported, "run %s", run)
			if !toldDamaged(e.Said, run) {
				f.add(Unreported, "run %s is not in the server's log", run)
			}
		}
		if !reported || report.Recovered || !e.Damaged {
			f.judge(e, run)
		}
		if in.Note != "" && copies == 0 && !strings.Contains(report.Text, in.Note) {
			f.add(Lost, "%q: run %s is %v", in.Text, run, e.Runs[run].Status)
		}
	}
	return f
}

// stranded notes the runs under way that nobody was told of.
func (f Findings) stranded(e Evidence) {
	acknowledged := slices.Collect(maps.Values(e.Acks))
	for _, id := range e.Open {
		if !slices.Contains(acknowledged, id) {
			f.add(Stuck, "run %s, which was never acknowledged", id)
		}
	}
}

// alarms notes what is called a loss where nothing was damaged.
func (f Findings) alarms(e Evidence) {
	if v := e.Verified; len(v.Lost)+len(v.Problems) > 0 {
		f.add(False, "%+v", v)
	}
	for line := range strings.Lines(e.Said) {
		if strings.Contains(line, "is damaged") || strings.Contains(line, "left alone") {
			f.add(False, "%s", line)
		}
	}
}

// judge looks at one acknowledged run that has to be there.
func (f Findings) judge(e Evidence, id string) {
	run := e.Runs[id]
	switch {
	case run.Err != nil && e.Damaged:
		f.add(Unreported, "run %s: %v", id, run.Err)
	case run.Err != nil:
		f.add(Lost, "run %s: %v", id, run.Err)
	case run.Status == orchestratorv1.RunReport_FAILED:
		f.add(Failed, "run %s: %s", id, run.Failure)
	case !settled(run.Status):
		f.add(Stuck, "run %s is %v", id, run.Status)
	}
}

// toldDamaged reports whether a line of the servers' logs calls a run damaged. That
// a line names it is not enough: a worker that fails at it does so, too.
func toldDamaged(said, id string) bool {
	for line := range strings.Lines(said) {
		if strings.Contains(line, id) && strings.Contains(line, "damaged") {
			return true
		}
	}
	return false
}

// over reports whether nothing more will come of a run: it has ended, or it can
// never be read.
func (r Run) over() bool {
	switch status.Code(r.Err) {
	case codes.OK:
		return settled(r.Status)
	case codes.NotFound, codes.FailedPrecondition, codes.DataLoss:
		return true
	}
	return false
}

// settled reports whether a run has ended or waits for a person.
func settled(s orchestratorv1.RunReport_Status) bool {
	switch s {
	case orchestratorv1.RunReport_COMPLETED, orchestratorv1.RunReport_PARTIAL, orchestratorv1.RunReport_WAITING,
		orchestratorv1.RunReport_FAILED, orchestratorv1.RunReport_CANCELLED:
		return true
	}
	return false
}

// rawFiles returns the day files of a vault.
func rawFiles(all map[string]string) []string {
	var out []string
	for name, text := range all {
		if ok, _ := path.Match("logs/raw/*/*/*.md", name); ok {
			out = append(out, text)
		}
	}
	return out
}
