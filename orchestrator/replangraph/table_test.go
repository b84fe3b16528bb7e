package replangraph_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/planning/roadmapfile"
	"github.com/weft-mesh/weft/planning/wire"
)

func TestWhereNothingDiffersNothingIsAsked(t *testing.T) {
	t.Parallel()
	l := newLife(t, 24, race, thesis)
	before := l.roadmap("RM-1")
	l.begin()
	l.ends(planningv1.ReplanResult_OUTCOME_UNCHANGED)
	l.went("OBSERVE differs", "PROPOSE same")
	if !proto.Equal(before, l.roadmap("RM-1")) {
		t.Error("the roadmap has changed")
	}
	none := newLife(t, 0)
	none.begin()
	none.ends(planningv1.ReplanResult_OUTCOME_UNCHANGED)
}

func TestWhatOfACalendarCouldNotBeReadIsTold(t *testing.T) {
	t.Parallel()
	l := newLife(t, 24, race)
	l.unread = []string{"work.ics:9: \"X-THING\" is not read"}
	l.dentist(l.next("RM-1"))
	l.busy[0].Doubt = "work.ics:3: it takes the day"
	l.begin()
	asked := l.consent()
	for i, want := range []string{l.unread[0], l.busy[0].GetDoubt()} {
		if d := asked.GetObserved().GetDifferences()[i]; d.GetKind() != "unread" || d.GetText() != "Some calendars can't be read: "+want {
			t.Errorf("%d is %v, want %s", i, d, want)
		}
	}
}

func TestWhatACalendarTakesMovesWithConsentAndAReason(t *testing.T) {
	t.Parallel()
	l := newLife(t, 24, race, thesis)
	taken := l.next("RM-1")
	l.dentist(taken)
	before := l.roadmap("RM-1")
	l.begin()
	asked := l.consent()
	if d := asked.GetObserved().GetDifferences(); len(d) == 0 || len(d) > 2 || d[0].GetKind() != "taken" || !strings.Contains(d[0].GetText(), "Dentist") || d[0].GetRoadmapId() != "RM-1" {
		t.Errorf("what differs is %v", d)
	}
	moves := asked.GetProposal().GetMoves()
	if len(moves) == 0 || len(moves) > 3 || moves[0].GetReason() != "Dentist is at that time" || len(moves[0].GetTo()) == 0 {
		t.Fatalf("the moves are %v", moves)
	}
	if len(asked.GetProposal().GetSchedule().GetBlocks()) > 0 || len(asked.GetProposal().GetWeeks()) != 12 || len(asked.GetProposal().GetTitles()) != 2 {
		t.Error("the proposal is not as it is told")
	}
	for _, w := range asked.GetProposal().GetWeeks()[1:4] {
		if w.GetRoom() == 0 || len(w.GetShares()) != 2 || w.GetShares()[0].GetMinutes() == 0 || w.GetShares()[0].GetMinutes()+w.GetShares()[1].GetMinutes() > w.GetRoom() {
			t.Errorf("a week has %v", w)
		}
	}
	if !proto.Equal(before, l.roadmap("RM-1")) {
		t.Error("it has moved without consent")
	}
	l.Choose("apply")
	res := l.ends(planningv1.ReplanResult_OUTCOME_APPLIED)
	after := l.roadmap("RM-1")
	if res.GetApprovedBy() != l.person.User || !slices.Contains(res.GetRoadmapIds(), "RM-1") || after.GetVersion() != before.GetVersion()+1 {
		t.Errorf("it came to %v", res)
	}
	if len(after.GetBlocks()) != len(before.GetBlocks()) || after.GetGoal().GetWish() != race {
		t.Errorf("%d blocks, and the goal %q", len(after.GetBlocks()), after.GetGoal().GetWish())
	}
	for _, b := range after.GetBlocks() {
		if b.GetStartTime().AsTime().Before(taken.GetEndTime().AsTime()) && taken.GetStartTime().AsTime().Before(b.GetEndTime().AsTime()) {
			t.Errorf("%v is while the dentist is", b)
		}
	}
	entry := after.GetAdaptations()[len(after.GetAdaptations())-1]
	if entry.GetCode() != "replan" || entry.GetWho() != l.person.User || entry.GetWhy() == "" || !strings.Contains(entry.GetWhat(), "moved from") {
		t.Errorf("the log ends with %v", entry)
	}
	doc, err := wire.Document(after)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := roadmapfile.Render(doc); err != nil {
		t.Error(err)
	}
	again := *l
	again.Events = nil
	again.begin()
	again.ends(planningv1.ReplanResult_OUTCOME_UNCHANGED)
}

func TestWithoutConsentNothingMoves(t *testing.T) {
	t.Parallel()
	for option, outcome := range map[string]planningv1.ReplanResult_Outcome{
		"decline": planningv1.ReplanResult_OUTCOME_DECLINED, "": planningv1.ReplanResult_OUTCOME_EXPIRED,
	} {
		l := newLife(t, 24, race)
		l.dentist(l.next("RM-1"))
		before := l.roadmap("RM-1")
		l.begin()
		l.consent()
		if option == "" {
			l.Now = l.Now.Add(2 * time.Hour)
		} else {
			l.Choose(option)
		}
		l.ends(outcome)
		if !proto.Equal(before, l.roadmap("RM-1")) {
			t.Errorf("%q: the roadmap has changed", option)
		}
	}
}

func TestWorkThatWasMissedIsLaidAnew(t *testing.T) {
	t.Parallel()
	l := newLife(t, 24, race, thesis)
	m := l.roadmap("RM-2")
	last := &planningv1.Block{}
	for _, b := range m.GetBlocks() {
		if b.GetDone() && b.GetStartTime().AsTime().After(last.GetStartTime().AsTime()) {
			last = b
		}
	}
	last.Done = false
	l.keep(m)
	l.begin("RM-2")
	asked := l.consent()
	if d := asked.GetObserved().GetDifferences(); len(d) != 1 || d[0].GetKind() != "missed" {
		t.Errorf("what differs is %v", d)
	}
	for _, move := range asked.GetProposal().GetMoves() {
		if move.GetRoadmapId() != "RM-2" {
			t.Errorf("%v moves, of a roadmap that was not named", move)
		}
	}
	l.Choose("apply")
	l.ends(planningv1.ReplanResult_OUTCOME_APPLIED)
	if now := l.next("RM-2"); now.GetStartTime().AsTime().Before(l.Now) {
		t.Errorf("%v is past", now)
	}
	// Nor does it lie on what the other roadmap has.
	for _, a := range l.blocks("RM-1") {
		for _, b := range l.blocks("RM-2") {
			if a.GetStartTime().AsTime().Before(b.GetEndTime().AsTime()) && b.GetStartTime().AsTime().Before(a.GetEndTime().AsTime()) {
				t.Errorf("%v and %v are at once", a, b)
			}
		}
	}
}

// What changes between the proposal and the consent is looked at again.
func TestATimelineThatChangesUnderTheConsentIsLookedAtAgain(t *testing.T) {
	t.Parallel()
	l := newLife(t, 24, race, thesis)
	l.dentist(l.next("RM-1"))
	l.begin()
	to := l.consent().GetProposal().GetMoves()[0].GetTo()[0]
	// The new time is taken, too.
	l.busy = append(l.busy, &planningv1.Commitment{Id: "c", Title: "Choir", StartTime: to.GetStartTime(), EndTime: to.GetEndTime()})
	l.Choose("apply")
	again := l.consent()
	for _, m := range again.GetProposal().GetMoves() {
		for _, x := range m.GetTo() {
			if x.GetStartTime().AsTime().Equal(to.GetStartTime().AsTime()) {
				t.Errorf("%v is proposed again", m)
			}
		}
	}
	// A change that is in nobody's way is no reason to ask again.
	m := l.roadmap("RM-2")
	m.Adaptations = append(m.Adaptations, &planningv1.Adaptation{Time: timestamppb.New(l.Now), Who: "ann", Code: "lock", What: "looked at"})
	m.Version++
	l.keep(m)
	l.Choose("apply")
	l.ends(planningv1.ReplanResult_OUTCOME_APPLIED)
	l.went("OBSERVE differs", "PROPOSE proposed", "WAIT_CONSENT agreed", "APPLY outdated", "OBSERVE differs", "PROPOSE proposed", "WAIT_CONSENT agreed", "APPLY applied")
	if log := l.roadmap("RM-2").GetAdaptations(); log[len(log)-1].GetCode() == "" || !slices.ContainsFunc(log, func(a *planningv1.Adaptation) bool { return a.GetWhat() == "looked at" }) {
		t.Error("what others have changed is lost")
	}
}

func TestAProposalIsForTheTimelineThatWasLookedAt(t *testing.T) {
	t.Parallel()
	l := newLife(t, 24, race)
	l.dentist(l.next("RM-1"))
	l.begin()
	l.agent.after = nil
	first := true
	l.agent.spoil = func(*planningv1.ScheduleDraft) {
		if first {
			first = false
			m := l.roadmap("RM-1")
			m.Version++
			l.keep(m)
		}
	}
	l.consent()
	l.Choose("again")
	l.consent()
	l.Choose("apply")
	l.ends(planningv1.ReplanResult_OUTCOME_APPLIED)
	l.went("OBSERVE differs", "PROPOSE proposed", "WAIT_CONSENT again", "OBSERVE differs", "PROPOSE proposed", "WAIT_CONSENT agreed", "APPLY applied")
}

// What was to begin before the person agreed is proposed anew.
func TestHoursThatArePastByTheConsentAreProposedAnew(t *testing.T) {
	t.Parallel()
	l := newLife(t, 24, race)
	l.dentist(l.next("RM-1"))
	l.begin()
	to := l.consent().GetProposal().GetMoves()[0].GetTo()[0]
	l.Choose("apply")
	l.Now = to.GetStartTime().AsTime().Add(time.Minute)
	l.consent()
	l.went("OBSERVE differs", "PROPOSE proposed", "WAIT_CONSENT agreed", "APPLY outdated", "OBSERVE differs", "PROPOSE proposed")
}

func TestWhatIsDoneLockedOrBegunStays(t *testing.T) {
	t.Parallel()
	l := newLife(t, 24, race)
	m := l.roadmap("RM-1")
	next := l.next("RM-1")
	for _, b := range m.GetBlocks() {
		b.Locked = b.GetId() == next.GetId()
	}
	l.keep(m)
	l.dentist(next)
	l.begin()
	l.ends(planningv1.ReplanResult_OUTCOME_UNCHANGED) // the person has put it there
}

func TestAScheduleThatDoesNotHoldIsNotProposed(t *testing.T) {
	t.Parallel()
	l := newLife(t, 24, race)
	l.dentist(l.next("RM-1"))
	l.agent.spoil = func(d *planningv1.ScheduleDraft) {
		for _, b := range d.GetBlocks() {
			b.StartTime, b.EndTime = timestamppb.New(b.GetStartTime().AsTime().Add(8*time.Hour)), timestamppb.New(b.GetEndTime().AsTime().Add(8*time.Hour))
		}
	}
	l.begin()
	why, _ := l.troubled()
	if !strings.Contains(why, "does not hold") {
		t.Errorf("it is told as %q", why)
	}
	l.agent.spoil = nil
	l.Choose("again")
	l.consent()
}

func TestACalendarThatCanNotBeReadIsAskedAbout(t *testing.T) {
	t.Parallel()
	l := newLife(t, 24, race)
	l.away = errors.New("calendar work can't be read")
	l.begin()
	why, _ := l.troubled()
	if !strings.Contains(why, "calendar work can't be read") {
		t.Errorf("it is told as %q", why)
	}
	l.away = nil
	l.Choose("again")
	l.ends(planningv1.ReplanResult_OUTCOME_UNCHANGED)
	unknown := newLife(t, 24, race)
	unknown.begin("RM-9")
	if why, _ := unknown.troubled(); !strings.Contains(why, "RM-9 is not active") {
		t.Errorf("it is told as %q", why)
	}
	unknown.Choose("decline")
	unknown.ends(planningv1.ReplanResult_OUTCOME_DECLINED)
}

func TestWhatHasNoRoomAnyMoreIsProvedAndAWayOutIsTaken(t *testing.T) {
	t.Parallel()
	l := newLife(t, 130, thesis)
	from := l.Now.AddDate(0, 0, 1).Truncate(24 * time.Hour)
	l.busy = append(l.busy, &planningv1.Commitment{Id: "h", Title: "Hospital", AllDay: true, StartTime: timestamppb.New(from), EndTime: timestamppb.New(from.AddDate(0, 0, 53))})
	before := l.roadmap("RM-1")
	l.begin()
	why, asked := l.troubled()
	ways := asked.GetProposal().GetSchedule().GetWays()
	if !strings.HasPrefix(why, "This is proven: ") || !strings.Contains(why, " of work left, but only ") || len(ways) == 0 {
		t.Fatalf("%q, with %d ways out", why, len(ways))
	}
	l.Choose(ways[0].GetId())
	if d := l.consent(); len(d.GetProposal().GetMoves()) == 0 {
		t.Error("nothing moves")
	}
	if l.report().GetTerms() == nil {
		t.Error("what gives is not told")
	}
	l.Choose("apply")
	until := slices.Clone(l.Events)
	l.ends(planningv1.ReplanResult_OUTCOME_APPLIED)
	after := l.roadmap("RM-1")
	changed := false
	for i, n := range after.GetOutline().GetNodes() {
		changed = changed || n.GetDeadline() != before.GetOutline().GetNodes()[i].GetDeadline() || n.GetStatus() != before.GetOutline().GetNodes()[i].GetStatus()
	}
	if !changed {
		t.Error("neither a deadline nor a task has given")
	}
	// A worker that dies before that is in the log does not put a deadline off twice.
	l.Events = until
	res := l.ends(planningv1.ReplanResult_OUTCOME_APPLIED)
	if !proto.Equal(after, l.roadmap("RM-1")) || !slices.Equal(res.GetRoadmapIds(), []string{"RM-1"}) {
		t.Errorf("it is version %d, and was %d; %v", l.roadmap("RM-1").GetVersion(), after.GetVersion(), res)
	}
}

// A worker that dies after it has kept the roadmaps, and before that is in the log, does not
// keep them twice.
func TestWhatWasKeptIsNotKeptTwice(t *testing.T) {
	t.Parallel()
	l := newLife(t, 24, race)
	l.dentist(l.next("RM-1"))
	l.begin()
	l.consent()
	l.Choose("apply")
	before := slices.Clone(l.Events)
	l.ends(planningv1.ReplanResult_OUTCOME_APPLIED)
	version := l.roadmap("RM-1").GetVersion()
	l.Events = before
	res := l.ends(planningv1.ReplanResult_OUTCOME_APPLIED)
	if l.roadmap("RM-1").GetVersion() != version || !slices.Equal(res.GetRoadmapIds(), []string{"RM-1"}) {
		t.Errorf("it is version %d, and was %d; %v", l.roadmap("RM-1").GetVersion(), version, res)
	}
}

// A session that was missed and has no room in its week any more is left out, with consent.
func TestASessionWhoseWeekIsFullIsLeftOut(t *testing.T) {
	t.Parallel()
	l := newLife(t, 24, race)
	m := l.roadmap("RM-1")
	missed := map[string]bool{}
	for _, b := range m.GetBlocks() {
		if ago := l.Now.Sub(b.GetEndTime().AsTime()); ago >= 0 && ago < 12*24*time.Hour {
			b.Done, missed[b.GetNodeId()] = false, true
		}
	}
	l.keep(m)
	l.begin()
	asked := l.consent()
	if !slices.ContainsFunc(asked.GetObserved().GetDifferences(), func(d *planningv1.Difference) bool { return d.GetKind() == "lapsed" }) {
		t.Errorf("what differs is %v", asked.GetObserved().GetDifferences())
	}
	if !slices.ContainsFunc(asked.GetProposal().GetMoves(), func(m *planningv1.Move) bool {
		return len(m.GetTo()) == 0 && strings.Contains(m.GetReason(), "left out")
	}) {
		t.Errorf("the moves are %v", asked.GetProposal().GetMoves())
	}
	l.Choose("apply")
	l.ends(planningv1.ReplanResult_OUTCOME_APPLIED)
	dropped := 0
	for _, n := range l.roadmap("RM-1").GetOutline().GetNodes() {
		if n.GetStatus() == planningv1.Node_STATUS_DROPPED {
			dropped++
			if !missed[n.GetId()] {
				t.Errorf("%s is left out, and was not missed", n.GetTitle())
			}
		}
	}
	if dropped == 0 {
		t.Error("nothing is left out")
	}
	again := *l
	again.Events = nil
	again.begin()
	again.ends(planningv1.ReplanResult_OUTCOME_UNCHANGED)
}

// Where one of several roadmaps has no time any more, it is told how the others go on.
func TestARoadmapWithoutTimeDoesNotHoldUpOthers(t *testing.T) {
	t.Parallel()
	l := newLife(t, 130, race, thesis)
	from := l.Now.AddDate(0, 0, 1).Truncate(24 * time.Hour)
	l.busy = append(l.busy, &planningv1.Commitment{Id: "h", Title: "Hospital", AllDay: true, StartTime: timestamppb.New(from), EndTime: timestamppb.New(from.AddDate(0, 0, 53))})
	l.begin()
	why, _ := l.troubled()
	if !strings.Contains(why, "weft roadmaps replan RM-1") || !strings.Contains(why, "weft roadmaps replan RM-2") {
		t.Errorf("it is told as %q", why)
	}
	alone := newLife(t, 130, thesis)
	alone.busy = l.busy
	alone.begin()
	if why, _ := alone.troubled(); strings.Contains(why, "weft roadmaps replan") {
		t.Errorf("a single one is told as %q", why)
	}
}

// A roadmap of which its person has to settle something first is named, and others don't wait
// for it: they are laid around its blocks.
func TestARoadmapThatCanNotBeLaidAnewDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	l := newLife(t, 24, race, thesis)
	m := l.roadmap("RM-2")
	nodes := m.GetOutline().GetNodes()
	nodes[len(nodes)-1].Deadline = "2027-12-31" // after that of its goal
	l.keep(m)
	l.dentist(l.next("RM-1"))
	l.begin()
	asked := l.consent()
	if d := asked.GetObserved().GetDifferences()[0]; d.GetKind() != "unsound" || d.GetRoadmapId() != "RM-2" || !strings.Contains(d.GetText(), nodes[len(nodes)-1].GetTitle()) {
		t.Errorf("told is %v", d)
	}
	for _, m := range asked.GetProposal().GetMoves() {
		if m.GetRoadmapId() != "RM-1" {
			t.Errorf("%s moves", m.GetTitle())
		}
	}
	l.Choose("apply")
	l.ends(planningv1.ReplanResult_OUTCOME_APPLIED)
	for _, b := range l.blocks("RM-1") {
		for _, o := range l.blocks("RM-2") {
			if b.GetStartTime().AsTime().Before(o.GetEndTime().AsTime()) && o.GetStartTime().AsTime().Before(b.GetEndTime().AsTime()) {
				t.Errorf("%v lies on %v", b, o)
			}
		}
	}
	alone := *l
	alone.Events = nil
	alone.begin("RM-2")
	if why, _ := alone.troubled(); !strings.Contains(why, "can't be replanned until") {
		t.Errorf("alone it is told as %q", why)
	}
}

// Between blocks of one's own there is no way to go: those of another roadmap may begin when one
// ends, and nothing has to move for it.
func TestBlocksOfAnotherRoadmapMayLieSideBySide(t *testing.T) {
	t.Parallel()
	l := newLife(t, 24, race, thesis)
	ends := l.next("RM-1").GetEndTime().AsTime()
	m := l.roadmap("RM-2")
	moved := m.GetBlocks()[slices.IndexFunc(m.GetBlocks(), func(b *planningv1.Block) bool { return b.GetId() == l.next("RM-2").GetId() })]
	moved.StartTime, moved.EndTime, moved.Locked = timestamppb.New(ends), timestamppb.New(ends.Add(moved.GetEndTime().AsTime().Sub(moved.GetStartTime().AsTime()))), true
	l.keep(m)
	l.begin("RM-1")
	l.ends(planningv1.ReplanResult_OUTCOME_UNCHANGED)
}
