package noteapi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	"golang.org/x/sync/errgroup"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/notes/contextpage"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// ThreadLimits bound how many threads a tenant has, and how much of one goes with an
// input.
type ThreadLimits struct {
	Threads int // of a tenant; 0 is as many as come
	Turns   int
	Bytes   int
	Tokens  int
}

// turnLength is how many characters of what was written, and of an answer, go with a
// later input.
const turnLength = 2000

// join makes a run the next turn of a thread, and returns what was said before. The turn is
// kept before the run begins: a crash in between leaves a turn without a run, which nobody is
// told of, and never a run that its thread does not know.
func (s *Server) join(ctx context.Context, start runner.Start) (recalled, error) {
	k := runlog.ThreadKey{Tenant: start.Key.Tenant, Thread: start.Thread}
	// A repeated request gets the run of the first, which is a turn already.
	if repeated, err := s.d.RunLog.Claimed(ctx, k.Tenant, start.RequestID); err != nil || repeated {
		return recalled{}, err
	}
	before, err := s.recall(ctx, k.Tenant, k.Thread)
	if err != nil {
		return recalled{}, err
	}
	forgotten, err := s.makeRoom(ctx, k)
	if err != nil {
		return recalled{}, err
	}
	for _, id := range forgotten {
		before.notices = append(before.notices, fmt.Sprintf("The thread %s was forgotten to make room: the limit is %d threads (threads.max_threads), and it was the least recently used.", id, s.d.Defaults.Threads.Threads))
	}
	return before, s.d.RunLog.AddTurn(ctx, k, start.Key.Run, start.Labels)
}

// Prepare completes what a run begins with that is no input: something to find out gets what
// was said in its thread before, and how far its person wants models to go.
func (s *Server) Prepare(ctx context.Context, start runner.Start) error {
	in, ok := start.Input.(*reasonv1.Reasoning)
	if !ok {
		if start.Thread != "" {
			return fault.Invalid("thread_id", "runs of this graph belong to no thread; leave it out")
		}
		return nil
	}
	if start.Thread != "" {
		if len(in.GetSession()) > 0 {
			return fault.Invalid("input.session", "can't be sent along with a thread_id, because the server knows that thread's turns; remove one of them")
		}
		before, err := s.join(ctx, start)
		if err != nil {
			return s.d.API.WriteFault(ctx, err, start.Key.Run)
		}
		in.Session, in.Notices = before.session, before.notices
		if before.depth > commonv1.Depth_DEPTH_OFF {
			in.Depth = cmp.Or(in.GetDepth(), before.depth)
		}
	}
	if in.GetDepth() != commonv1.Depth_DEPTH_UNSPECIFIED {
		return nil
	}
	is, unknown := s.preferred(ctx, start.Key.Tenant, start.User)
	in.Notices = append(in.Notices, unknown...)
	if in.Depth = is.GetDepth(); in.GetDepth() == commonv1.Depth_DEPTH_OFF {
		in.Depth = commonv1.Depth_DEPTH_QUICK // who doesn't want models asks for one here
	}
	in.Steps = cmp.Or(in.GetSteps(), is.GetSteps())
	return nil
}

// preferWithin bounds the wait for what a person prefers.
const preferWithin = 2 * time.Second

// preferred is how far a person wants models to go, with a notice if that is not known now: no
// question waits for it. The outage that is the reason has lines of its own in the log.
func (s *Server) preferred(ctx context.Context, tenant, user string) (is *reasonv1.Preferences, unknown []string) {
	if s.d.Prefers == nil {
		return nil, nil
	}
	reading, cancel := context.WithTimeout(ctx, preferWithin)
	defer cancel()
	is, err := s.d.Prefers(reading, tenant, user)
	if err != nil {
		s.d.Log.DebugContext(ctx, "what a user prefers can't be read; the server's settings hold", "user", user, "error", err)
		unknown = []string{"What you prefer could not be read just now: the server's settings hold."}
	}
	return is, unknown
}

// A recalled is what was said in a thread, as its next turn is told of it.
type recalled struct {
	session, notices []string
	depth            commonv1.Depth // of the last turn
}

// onto gives an input what was said before it, and the depth of the last turn if it names none.
func (r recalled) onto(in *notegraphv1.Input) {
	c := in.GetContext()
	c.Depth = cmp.Or(c.GetDepth(), r.depth)
	in.Session, in.Notices = r.session, append(in.Notices, r.notices...)
}

// makeRoom forgets the threads that have been silent the longest if a new one would
// be one too many, and returns which.
func (s *Server) makeRoom(ctx context.Context, k runlog.ThreadKey) (forgotten []string, err error) {
	most := s.d.Defaults.Threads.Threads
	if most == 0 {
		return nil, nil
	}
	if n, err := s.d.RunLog.CountThreads(ctx, k.Tenant); err != nil || n < most {
		return nil, err
	}
	if _, err := s.d.RunLog.Thread(ctx, k); !errors.Is(err, runlog.ErrNotFound) {
		return nil, err // it is there already
	}
	list, err := s.d.RunLog.Threads(ctx, k.Tenant)
	if err != nil {
		return nil, err
	}
	for _, t := range list[min(len(list), most-1):] {
		if err := s.d.RunLog.DeleteThread(ctx, runlog.ThreadKey{Tenant: k.Tenant, Thread: t.ID}); err != nil {
			return nil, err
		}
		forgotten = append(forgotten, t.ID)
	}
	return forgotten, nil
}

// recall returns what was said in a thread. Without a thread it is nothing.
func (s *Server) recall(ctx context.Context, tenant, thread string) (out recalled, err error) {
	limits := s.d.Defaults.Threads
	if thread == "" || limits.Turns == 0 {
		return out, nil
	}
	var latest []runlog.Turn
	more := false
	for t, err := range s.d.RunLog.Turns(ctx, runlog.ThreadKey{Tenant: tenant, Thread: thread}, 0) {
		if err != nil {
			return out, err
		}
		if more = len(latest) == limits.Turns; more {
			break
		}
		latest = append(latest, t)
	}
	turns, err := s.turns(ctx, tenant, latest)
	if err != nil {
		return out, err
	}
	if len(turns) > 0 {
		out.depth = turns[0].GetDepth()
	}
	var used int
	out.session, used = limits.session(turns)
	if more || used < len(turns) {
		out.notices = append(out.notices, fmt.Sprintf("Only the last %[2]d turns of the thread %[1]s were used.", thread, used))
	}
	for _, t := range turns[:used] {
		if t.GetStatus() == orchestratorv1.RunReport_WAITING {
			out.notices = append(out.notices, fmt.Sprintf("Run %s of this thread is still waiting for an answer; this was taken as a new input.", t.GetRunId()))
		}
	}
	return out, nil
}

// session returns what goes with an input of the turns before it, which come latest
// first: oldest first, and of how many turns it is.
func (l ThreadLimits) session(turns []*orchestratorv1.Turn) (lines []string, used int) {
	size, tokens := 0, 0
	for _, t := range turns {
		said := spoken(t) // what was answered, then what was asked
		for _, line := range said {
			size += len(line)
			tokens += contextpage.Tokens(line)
		}
		if size > l.Bytes || tokens > l.Tokens {
			break
		}
		lines = append(lines, said...)
		used++
	}
	slices.Reverse(lines)
	return lines, used
}

// spoken is a turn as the router reads it, last things first.
func spoken(t *orchestratorv1.Turn) []string {
	answer := t.GetAnswer()
	if answer == "" {
		var asked []string
		for _, q := range t.GetQuestions() {
			asked = append(asked, q.GetText())
		}
		answer = strings.Join(asked, " ")
	}
	text := t.GetUnderstood()
	if text == "" {
		text = t.GetText()
	}
	if answer == "" {
		return []string{"user: " + clip(text)}
	}
	return []string{"weft: " + clip(answer), "user: " + clip(text)}
}

// clip is the beginning of a text, as a turn may have it: a note that an answer
// quotes may hold what no turn may.
func clip(text string) string {
	text = strings.ReplaceAll(text, "\x00", "")
	if r := []rune(text); len(r) > turnLength {
		return string(r[:turnLength])
	}
	return text
}

// turnsAtOnce is how many turns are read side by side.
const turnsAtOnce = 8

// turns reads the runs of turns, in the same order. One whose run is not there, has
// no place in a thread.
func (s *Server) turns(ctx context.Context, tenant string, list []runlog.Turn) ([]*orchestratorv1.Turn, error) {
	out := make([]*orchestratorv1.Turn, len(list))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(turnsAtOnce)
	for i, t := range list {
		group.Go(func() error {
			run, err := s.d.API.Run(ctx, runlog.Key{Tenant: tenant, Run: t.Run})
			if errors.Is(err, runlog.ErrNotFound) {
				return nil
			}
			if err != nil {
				return err
			}
			out[i] = turnOf(run)
			return nil
		})
	}
	err := group.Wait()
	return slices.DeleteFunc(out, func(t *orchestratorv1.Turn) bool { return t == nil }), err
}

// turnOf tells a run as a turn of its thread.
func turnOf(run *orchestratorv1.Run) *orchestratorv1.Turn {
	r := run.GetReport()
	t := &orchestratorv1.Turn{
		RunId:      run.GetId(),
		Text:       run.GetText(),
		Status:     run.GetStatus(),
		InputType:  r.GetInputType(),
		Answer:     r.GetAnswer(),
		Questions:  r.GetQuestions(),
		EntryId:    r.GetEntry().GetId(),
		CreateTime: run.GetCreateTime(),
		UpdateTime: run.GetUpdateTime(),
		Depth:      r.GetDepth(),
	}
	if r.GetCompletedFrom() != "" {
		t.Understood = r.GetQueryPortion()
	}
	return t
}
