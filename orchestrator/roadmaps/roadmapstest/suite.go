// Package roadmapstest is the suite that every store of roadmaps passes.
package roadmapstest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/orchestrator/roadmaps"
)

var ann = roadmaps.Person{Tenant: "acme", User: "ann@example.com"}

// Roadmap returns a roadmap of one task.
func Roadmap(id string, version int32) *planningv1.Roadmap {
	at := time.Date(2027, 1, 12, 17, 0, 0, 0, time.UTC)
	return &planningv1.Roadmap{
		Id: id, State: planningv1.Roadmap_STATE_ACTIVE, Version: version, Zone: "Europe/Berlin", Wish: "half marathon",
		Outline: &planningv1.Outline{Nodes: []*planningv1.Node{
			{Id: "goal", Level: planningv1.Level_LEVEL_GOAL, Title: "Half marathon", Deadline: "2027-04-25"},
			{Id: "run", Level: planningv1.Level_LEVEL_TASK, Title: "Long run", ParentId: "goal", Estimate: 60},
		}},
		Blocks: []*planningv1.Block{{Id: "1", NodeId: "run", StartTime: timestamppb.New(at), EndTime: timestamppb.New(at.Add(time.Hour))}},
	}
}

// Run runs the suite on an empty store of the tenants "acme" and "other". again opens the
// same one as another process does.
func Run(t *testing.T, open func(t *testing.T) (s, again roadmaps.Store)) {
	for name, test := range map[string]func(t *testing.T, s, again roadmaps.Store){
		"what is kept is read":                           kept,
		"what is removed is gone":                        removed,
		"how a person wants to be asked is remembered":   remembered,
		"how far models go for a person is kept":         preferred,
		"of those who change a timeline one wins":        oneWins,
		"tenants and users are apart":                    apart,
		"a person has a bounded number of roadmaps":      bounded,
		"what can't be kept is refused and changes none": refused,
		"changes are told":                               watched,
		"versions are read whole while they change":      whole,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, again := open(t)
			test(t, s, again)
		})
	}
}

func keep(t *testing.T, s roadmaps.Store, p roadmaps.Person, at uint64, maps ...*planningv1.Roadmap) uint64 {
	t.Helper()
	revision, err := s.Keep(t.Context(), p, at, maps...)
	if err != nil || revision <= at {
		t.Fatalf("after revision %d it is %d, %v", at, revision, err)
	}
	return revision
}

func timeline(t *testing.T, s roadmaps.Store, p roadmaps.Person) *planningv1.Timeline {
	t.Helper()
	out, err := s.Timeline(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func kept(t *testing.T, s, again roadmaps.Store) {
	if got := timeline(t, s, ann); got.GetRevision() != 0 || len(got.GetRoadmaps()) > 0 {
		t.Errorf("a new person has %v", got)
	}
	first := keep(t, s, ann, 0, Roadmap("RM-1", 1), Roadmap("RM-2", 1))
	got := timeline(t, again, ann)
	if got.GetRevision() != first || len(got.GetRoadmaps()) != 2 {
		t.Fatalf("after the first change it is %v", got)
	}
	one := got.GetRoadmaps()[0]
	if one.GetTitle() != "Half marathon" || one.GetDeadline() != "2027-04-25" || len(one.GetBlocks()) != 1 || one.GetTitles()["run"] != "Long run" ||
		time.Since(one.GetUpdateTime().AsTime()) > time.Hour {
		t.Errorf("it tells %v", one)
	}
	next := Roadmap("RM-1", 2)
	next.State = planningv1.Roadmap_STATE_PAUSED
	second := keep(t, again, ann, first, next)
	got = timeline(t, s, ann)
	if one := got.GetRoadmaps()[0]; got.GetRevision() != second || one.GetVersion() != 2 || len(one.GetBlocks()) > 0 {
		t.Errorf("one that is paused takes time: %v", got)
	}
	m, revision, err := s.Roadmap(t.Context(), ann, "RM-1")
	if err != nil || revision != second || !proto.Equal(m, next) {
		t.Errorf("it is read as %v at %d, %v", m, revision, err)
	}
}

func removed(t *testing.T, s, again roadmaps.Store) {
	at := keep(t, s, ann, 0, Roadmap("RM-1", 1), Roadmap("RM-2", 1))
	if after, err := s.Remove(t.Context(), ann, at, "RM-1"); err != nil || after <= at {
		t.Fatal(after, err)
	}
	if _, _, err := again.Roadmap(t.Context(), ann, "RM-1"); !errors.Is(err, roadmaps.ErrNotFound) {
		t.Errorf("what was removed is read: %v", err)
	}
	if got := timeline(t, again, ann).GetRoadmaps(); len(got) != 1 || got[0].GetId() != "RM-2" {
		t.Errorf("there are left %v", got)
	}
}

func remembered(t *testing.T, s, again roadmaps.Store) {
	with := func(id string, p *planningv1.Policy) *planningv1.Roadmap {
		m := Roadmap(id, 1)
		m.Goal = &planningv1.Goal{Wish: m.GetWish(), Policy: p}
		return m
	}
	is := func(want *planningv1.Policy) {
		t.Helper()
		if got := timeline(t, again, ann).GetPolicy(); !proto.Equal(got, want) {
			t.Errorf("it is %v, want %v", got, want)
		}
	}
	at := keep(t, s, ann, 0, with("RM-1", &planningv1.Policy{Style: planningv1.Policy_STYLE_COACH}))
	is(nil)
	first := with("RM-2", &planningv1.Policy{Style: planningv1.Policy_STYLE_CONCISE, ProbingDepth: proto.Int32(0), Remember: true})
	at = keep(t, s, ann, at, first)
	is(&planningv1.Policy{Style: planningv1.Policy_STYLE_CONCISE, ProbingDepth: proto.Int32(0)})
	at = keep(t, s, ann, at, with("RM-3", &planningv1.Policy{Style: planningv1.Policy_STYLE_COACH, Tone: planningv1.Policy_TONE_CLINICAL, Remember: true}))
	now := &planningv1.Policy{Style: planningv1.Policy_STYLE_COACH, ProbingDepth: proto.Int32(0), Tone: planningv1.Policy_TONE_CLINICAL}
	is(now)
	first.Version++ // which says nothing new of how they want to be asked
	at = keep(t, s, ann, at, first)
	is(now)
	at = keep(t, s, ann, at, with("RM-4", &planningv1.Policy{Tone: planningv1.Policy_TONE_FRIENDLY, StyleAsked: true}))
	now.StyleAsked = true // and no style was said
	is(now)
	at = keep(t, s, ann, at, with("RM-5", &planningv1.Policy{Style: planningv1.Policy_STYLE_CONCISE, StyleAsked: true}))
	now.Style = planningv1.Policy_STYLE_CONCISE
	is(now)
	for _, id := range []string{"RM-1", "RM-2", "RM-3", "RM-4", "RM-5"} {
		var err error
		if at, err = s.Remove(t.Context(), ann, at, id); err != nil {
			t.Fatal(err)
		}
	}
	is(now)
}

func preferred(t *testing.T, s, again roadmaps.Store) {
	is := &reasonv1.Preferences{Depth: commonv1.Depth_DEPTH_DEEP, Steps: 8}
	at, err := s.Prefer(t.Context(), ann, 0, is)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := again.Prefer(t.Context(), ann, 0, nil); !errors.Is(err, roadmaps.ErrChanged) {
		t.Errorf("at an old revision it is set: %v", err)
	}
	at = keep(t, again, ann, at, Roadmap("RM-1", 1))
	if got := timeline(t, again, ann); !proto.Equal(got.GetReasoning(), is) || len(got.GetRoadmaps()) != 1 {
		t.Errorf("it is %v", got)
	}
	if _, err = s.Prefer(t.Context(), ann, at, nil); err != nil {
		t.Fatal(err)
	}
	if got := timeline(t, again, ann); got.GetReasoning() != nil || len(got.GetRoadmaps()) != 1 {
		t.Errorf("it is %v", got)
	}
}

func oneWins(t *testing.T, s, again roadmaps.Store) {
	at := uint64(0)
	for round := range 5 {
		var all sync.WaitGroup
		var mu sync.Mutex
		var won []uint64
		for i := range 8 {
			all.Go(func() {
				of := s
				if i%2 == 1 {
					of = again
				}
				m := Roadmap("RM-1", int32(round+1))
				m.Wish = fmt.Sprintf("as %d has it", i)
				switch revision, err := of.Keep(t.Context(), ann, at, m); {
				case err == nil:
					mu.Lock()
					won = append(won, revision)
					mu.Unlock()
				case !errors.Is(err, roadmaps.ErrChanged):
					t.Error(err)
				}
			})
		}
		all.Wait()
		if len(won) != 1 {
			t.Fatalf("%d have changed revision %d", len(won), at)
		}
		m, revision, err := s.Roadmap(t.Context(), ann, "RM-1")
		if at = won[0]; err != nil || revision != at || m.GetVersion() != int32(round+1) {
			t.Fatalf("it is %v at %d, %v", m, revision, err)
		}
	}
	if _, err := s.Remove(t.Context(), ann, at-1, "RM-1"); !errors.Is(err, roadmaps.ErrChanged) {
		t.Errorf("of an earlier revision it is removed: %v", err)
	}
}

func apart(t *testing.T, s, _ roadmaps.Store) {
	persons := []roadmaps.Person{
		ann, {Tenant: "other", User: ann.User}, {Tenant: "acme", User: ""}, {Tenant: "acme", User: "ann.*.>"}, {Tenant: "acme", User: "Ann \x00 🦊"},
	}
	for i, p := range persons {
		m := Roadmap("RM-1", 1)
		m.Wish = fmt.Sprint(i)
		keep(t, s, p, 0, m)
	}
	for i, p := range persons {
		m, _, err := s.Roadmap(t.Context(), p, "RM-1")
		if err != nil || m.GetWish() != fmt.Sprint(i) || len(timeline(t, s, p).GetRoadmaps()) != 1 {
			t.Errorf("%q of %q has %v, %v", p.User, p.Tenant, m, err)
		}
	}
}

func bounded(t *testing.T, s, _ roadmaps.Store) {
	var many []*planningv1.Roadmap
	for i := range roadmaps.MostOpen {
		many = append(many, Roadmap(fmt.Sprintf("RM-%d", i), 1))
	}
	at := keep(t, s, ann, 0, many...)
	if _, err := s.Keep(t.Context(), ann, at, Roadmap("RM-more", 1)); !errors.Is(err, roadmaps.ErrTooMany) {
		t.Errorf("one more is %v", err)
	}
	ended := Roadmap("RM-1", 2)
	ended.State = planningv1.Roadmap_STATE_DONE
	keep(t, s, ann, at, ended, Roadmap("RM-more", 1))
}

func refused(t *testing.T, s, _ roadmaps.Store) {
	large := Roadmap("RM-1", 1)
	large.Outline.Nodes[1].Notes = strings.Repeat("x", 64<<20)
	if _, err := s.Keep(t.Context(), ann, 0, large); !errors.Is(err, roadmaps.ErrTooLarge) {
		t.Errorf("64 MB are %v", err)
	}
	for _, id := range []string{"", "a.b", "*", "../x", strings.Repeat("x", 65)} {
		if _, err := s.Keep(t.Context(), ann, 0, Roadmap("RM-2", 1), Roadmap(id, 1)); err == nil {
			t.Errorf("the id %.20q is kept", id)
		}
		if _, _, err := s.Roadmap(t.Context(), ann, id); !errors.Is(err, roadmaps.ErrNotFound) {
			t.Errorf("the id %.20q is read: %v", id, err)
		}
	}
	if got := timeline(t, s, ann); got.GetRevision() != 0 || len(got.GetRoadmaps()) > 0 {
		t.Errorf("there is left %v", got)
	}
	if _, err := s.Remove(t.Context(), ann, 0, "RM-1"); !errors.Is(err, roadmaps.ErrNotFound) {
		t.Errorf("what isn't there is removed: %v", err)
	}
	if _, err := s.Keep(t.Context(), ann, 7, Roadmap("RM-1", 1)); !errors.Is(err, roadmaps.ErrChanged) {
		t.Errorf("at a revision that never was it is %v", err)
	}
}

func watched(t *testing.T, s, again roadmaps.Store) {
	at := keep(t, s, ann, 0, Roadmap("RM-1", 1))
	ctx, cancel := context.WithCancel(t.Context())
	seen := make(chan roadmaps.Person, 100)
	ended := make(chan error, 1)
	go func() {
		ended <- again.Watch(ctx, "acme", func(p roadmaps.Person) { seen <- p })
	}()
	comes := func(want roadmaps.Person) {
		t.Helper()
		for {
			select {
			case p := <-seen:
				if p == want {
					return
				}
			case err := <-ended:
				t.Fatalf("the watch has ended: %v", err)
			case <-t.Context().Done():
				t.Fatal("nobody is told")
			}
		}
	}
	comes(ann)
	bob := roadmaps.Person{Tenant: "acme", User: "bob"}
	keep(t, s, roadmaps.Person{Tenant: "other", User: "bob"}, 0, Roadmap("RM-1", 1))
	keep(t, s, bob, 0, Roadmap("RM-1", 1))
	comes(bob)
	keep(t, s, ann, at, Roadmap("RM-1", 2))
	comes(ann)
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v", err)
	}
}

func whole(t *testing.T, s, again roadmaps.Store) {
	at := keep(t, s, ann, 0, Roadmap("RM-1", 1))
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() {
		defer cancel()
		for v := range int32(50) {
			var err error
			if at, err = s.Keep(t.Context(), ann, at, Roadmap("RM-1", v+2)); err != nil {
				t.Error(err)
				return
			}
		}
	})
	for ctx.Err() == nil {
		m, _, err := again.Roadmap(t.Context(), ann, "RM-1")
		if err != nil || !proto.Equal(m, Roadmap("RM-1", m.GetVersion())) {
			t.Errorf("it is %v, %v", m, err)
			break
		}
	}
	all.Wait()
}
