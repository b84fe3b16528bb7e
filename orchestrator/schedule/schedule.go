package schedule

import (
	"fmt"
	"slices"
	"time"
)

// An Overlap says what happens at a time at which the run before has not ended.
type Overlap string

// What happens to a run that is due while the one before goes on.
const (
	SkipRun    Overlap = "skip"    // it is left out, and that is told
	QueueRun   Overlap = "queue"   // it starts when the one before has ended
	ReplaceRun Overlap = "replace" // the one before is cancelled
)

// Missed says what happens to times at which no server was there.
type Missed string

// What happens to times that were missed.
const (
	RunOnce Missed = "run_once" // one run for all of them
	RunNone Missed = "skip"
	RunAll  Missed = "run_all" // a run for each of the last mostWaiting
)

const (
	// mostWaiting is how many runs of a schedule wait to begin.
	mostWaiting = 100
	// mostTold is how many times are kept with what came of them.
	mostTold = 20
	// punctual is how late a time may be met without being missed: what a restart takes.
	punctual = 5 * time.Minute
)

// An Outcome is what came of a time.
type Outcome string

// What comes of a time.
const (
	Started Outcome = "started"
	Skipped Outcome = "skipped" // the run before went on, or too many waited
	Lapsed  Outcome = "missed"  // no server was there
	Failed  Outcome = "failed"  // the run was refused
	Nothing Outcome = "nothing" // there was nothing to do
)

// An Occurrence is a time of a schedule, and what came of it.
type Occurrence struct {
	Time    time.Time `json:"time"`
	Outcome Outcome   `json:"outcome,omitempty"` // "" while it waits
	// Starting says of a time that waits that it is decided to start its run.
	Starting bool      `json:"starting,omitempty"`
	Count    int       `json:"count"` // of times that it stands for, the last of which is Time
	Run      string    `json:"run,omitempty"`
	Found    time.Time `json:"found,omitzero"` // when the outcome was found
	Reason   string    `json:"reason,omitempty"`
	User     string    `json:"user,omitempty"` // who had it start; "" if its time had come
}

// A Schedule starts runs at the times of a timetable.
type Schedule struct {
	Tenant      string            `json:"-"`
	ID          string            `json:"-"`
	Description string            `json:"description,omitempty"`
	Cron        string            `json:"cron"`
	Zone        string            `json:"zone"`  // IANA
	Graph       string            `json:"graph"` // that its runs walk
	Starts      []byte            `json:"starts,omitempty"`
	Labels      map[string]string `json:"labels,omitempty"`
	Overlap     Overlap           `json:"overlap"`
	Missed      Missed            `json:"missed"`
	Owner       Owner             `json:"owner"` // whose its runs are
	Created     time.Time         `json:"created"`
	Paused      time.Time         `json:"paused,omitzero"`
	Asked       []byte            `json:"asked,omitempty"` // digest of the request that made it
	// BuiltIn names what the server has it do, in the place of Starts. "" if somebody made it.
	BuiltIn string `json:"built_in,omitempty"`

	// Settled is the time up to which it is decided what comes of its times.
	Settled time.Time `json:"settled"`
	// Waiting are times whose runs are to start, oldest first.
	Waiting []Occurrence `json:"waiting,omitempty"`
	// Told are its last times, oldest first.
	Told []Occurrence `json:"told,omitempty"`
	// LastRun is the run that it started last.
	LastRun string `json:"last_run,omitempty"`
}

// An Owner is whose the runs of a schedule are. They may do what the owner might when the
// schedule was made, but for deciding anything.
type Owner struct {
	User   string   `json:"user"`
	Kind   string   `json:"kind"`
	Scopes []string `json:"scopes"`
}

// Timetable reads the schedule's times.
func (s *Schedule) Timetable() (Timetable, error) {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		return Timetable{}, fmt.Errorf("time zone %q: %w", s.Zone, err)
	}
	return ParseTimetable(s.Cron, zone)
}

// IsPaused reports whether it starts nothing by itself.
func (s *Schedule) IsPaused() bool { return !s.Paused.IsZero() }

// Pause has it start nothing from now on, or go on with its first time after now.
func (s *Schedule) Pause(paused bool, now time.Time) {
	switch {
	case paused == s.IsPaused():
	case paused:
		s.Paused, s.Waiting = now, nil
	default:
		s.Paused, s.Settled = time.Time{}, now
	}
}

// settle decides what comes of the times up to now, and reports whether that changes anything.
func (s *Schedule) settle(t Timetable, now time.Time) bool {
	if s.IsPaused() {
		return false
	}
	due, all := t.Due(s.Settled, now, mostWaiting+1)
	if all == 0 {
		return false
	}
	runs := due[max(0, len(due)-mostWaiting):]
	late := func(at time.Time) bool { return now.Sub(at) > punctual }
	switch s.Missed {
	case RunNone:
		runs = slices.DeleteFunc(slices.Clone(runs), late)
	case RunOnce:
		if late(due[0]) {
			runs = due[len(due)-1:]
		}
	case RunAll:
	}
	if lapsed := all - len(runs); lapsed > 0 {
		s.tell(Occurrence{Time: due[len(due)-len(runs)-1], Outcome: Lapsed, Count: lapsed, Found: now})
	}
	for _, at := range runs {
		s.Waiting = append(s.Waiting, Occurrence{Time: at, Count: 1})
	}
	if over := len(s.Waiting) - mostWaiting; over > 0 {
		s.tell(Occurrence{
			Time: s.Waiting[over-1].Time, Outcome: Skipped, Count: over, Found: now,
			Reason: fmt.Sprintf("more than %d were waiting", mostWaiting),
		})
		s.Waiting = slices.Delete(s.Waiting, 0, over)
	}
	s.Settled = due[len(due)-1]
	return true
}

// confirm keeps what came of a time. A run that started counts more than what another server
// has made of its time meanwhile.
func (s *Schedule) confirm(o Occurrence) {
	same := func(other Occurrence) bool { return other.User == "" && other.Count == 1 && other.Time.Equal(o.Time) }
	s.Waiting = slices.DeleteFunc(s.Waiting, same)
	at := slices.IndexFunc(s.Told, same)
	switch {
	case at < 0:
		s.tell(o)
	case s.Told[at].Run == "":
		s.Told[at] = o
	}
	if o.Run != "" {
		s.LastRun = o.Run
	}
}

// TellStarted keeps that somebody had a run start, unless that is told already.
func (s *Schedule) TellStarted(run, user string, at time.Time) {
	if slices.ContainsFunc(s.Told, func(o Occurrence) bool { return o.Run == run }) {
		return
	}
	o := Occurrence{Time: at, Outcome: Started, Count: 1, Run: run, Found: at, User: user}
	if run == "" {
		o.Outcome = Nothing
	} else {
		s.LastRun = run
	}
	s.tell(o)
}

// tell keeps what came of a time.
func (s *Schedule) tell(o Occurrence) {
	s.Told = append(s.Told, o)
	if over := len(s.Told) - mostTold; over > 0 {
		s.Told = slices.Delete(s.Told, 0, over)
	}
}
