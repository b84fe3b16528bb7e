package draft

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/check"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmapfile"
	"github.com/weft-mesh/weft/planning/timeline"
)

// carriedOut are the half marathon and the thesis of both, kept, with what the calendar has.
func carriedOut(t testing.TB) (Request, []Kept, []timeline.Commitment) {
	t.Helper()
	r, drafts := both(t)
	s, err := Together(t.Context(), r, drafts...)
	if err != nil {
		t.Fatal(err)
	}
	var kept []Kept
	for i, id := range []string{"RM-RUN", "RM-THESIS"} {
		said := r
		said.Wish = []string{"half marathon on 25 April, four evenings a week, not on Thursdays", "finish my thesis by the end of May, 16 hours a week"}[i]
		doc := s.Drafts[i].Document(id, s.Result.Schedule)
		doc.Wish = said.Wish
		if _, err := roadmapfile.Render(doc); err != nil {
			t.Fatal(err)
		}
		kept = append(kept, Kept{Document: doc, Said: said})
	}
	return r, kept, s.Commitments
}

// resumed resumes roadmaps and has what is left scheduled.
func resumed(t *testing.T, r Request, now time.Time, held []timeline.Commitment, kept ...Kept) *Resumed {
	t.Helper()
	out, err := Resume(now, held, kept...)
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Solve(t.Context(), r.Solve); err != nil {
		t.Fatal(err)
	}
	return out
}

// ticked has all blocks that are over by then done.
func ticked(k Kept, now time.Time) Kept {
	k.Document.Blocks = slices.Clone(k.Document.Blocks)
	for i := range k.Document.Blocks {
		if b := &k.Document.Blocks[i]; !b.To.After(now) {
			b.Done = true
		}
	}
	return k
}

func TestWhereNothingDiffersNothingMoves(t *testing.T) {
	t.Parallel()
	r, kept, held := carriedOut(t)
	for _, weeks := range []int{0, 1, 5, 11, 19, 30} {
		now := r.Now.AddDate(0, 0, 7*weeks).Add(37 * time.Minute)
		as := []Kept{ticked(kept[0], now), ticked(kept[1], now)}
		got := resumed(t, r, now, held, as...)
		if d := got.Differences(); len(d) > 0 {
			t.Errorf("after %d weeks %d things differ, such as: %s", weeks, len(d), d[0].Text)
		}
		if got.Result.Verdict != problem.Feasible || len(got.Moves()) > 0 || len(got.Documents("ann", now)) > 0 {
			t.Errorf("after %d weeks it is %s, and %d tasks move", weeks, got.Result.Verdict, len(got.Moves()))
		}
	}
}

func TestWorkThatWasNotDoneIsLaidAnewAndLittleElseMoves(t *testing.T) {
	t.Parallel()
	r, kept, held := carriedOut(t)
	now := r.Now.AddDate(0, 0, 28)
	as := []Kept{ticked(kept[0], now), ticked(kept[1], now)}
	blocks := as[1].Document.Blocks
	last := -1
	for i, b := range blocks {
		if b.Done && (last < 0 || b.From.After(blocks[last].From)) {
			last = i
		}
	}
	blocks[last].Done = false
	got := resumed(t, r, now, held, as...)
	differ := got.Differences()
	if len(differ) != 1 || differ[0].Kind != Missed || !differ[0].From.Equal(blocks[last].From) {
		t.Fatalf("what differs is %+v", differ)
	}
	moves := got.Moves()
	if got.Result.Verdict != problem.Feasible || len(moves) == 0 || len(moves) > 4 {
		t.Fatalf("it is %s, with %d moves", got.Result.Verdict, len(moves))
	}
	if m := moves[0]; m.Why != "it was not done then" || m.Task != "RM-THESIS/"+blocks[last].Node {
		t.Errorf("moved is %+v", m)
	}
	if faults := check.Schedule(got.Problem, got.Result.Schedule); len(faults) > 0 {
		t.Errorf("it does not hold: %+v", faults[0])
	}
	docs := got.Documents("ann", now)
	if len(docs) == 0 {
		t.Fatal("no roadmap has changed")
	}
	for _, d := range docs {
		if _, err := roadmapfile.Render(d); err != nil {
			t.Error(err)
		}
		if e := d.Log[len(d.Log)-1]; e.Who != "ann" || e.Code != "replan" || e.Why == "" {
			t.Errorf("the log ends with %+v", e)
		}
	}
	// By what it has become, nothing differs any more.
	for _, d := range docs {
		i := slices.IndexFunc(as, func(k Kept) bool { return k.Document.ID == d.ID })
		as[i].Document = d
	}
	again := resumed(t, r, now, held, as...)
	if d := again.Differences(); len(d) > 0 || len(again.Moves()) > 0 {
		t.Errorf("what was laid anew differs: %v", d)
	}
	minutes := func(d roadmapfile.Document) (sum time.Duration) {
		for _, b := range d.Blocks {
			sum += b.To.Sub(b.From)
		}
		return sum
	}
	if was, is := minutes(kept[1].Document), minutes(as[1].Document); was != is {
		t.Errorf("the thesis has %s of work, and had %s", is, was)
	}
}

func TestWhatIsLockedOrHasBegunStaysAndTheReasonIsTold(t *testing.T) {
	t.Parallel()
	r, kept, held := carriedOut(t)
	k := kept[1]
	k.Document.Blocks = slices.Clone(k.Document.Blocks)
	slices.SortFunc(k.Document.Blocks, func(a, b roadmapfile.Block) int { return a.From.Compare(b.From) })
	at := len(k.Document.Blocks) / 3
	b := k.Document.Blocks[at]
	now := b.From.Add(20 * time.Minute).In(r.Now.Location()) // in the middle of a block
	as := []Kept{ticked(kept[0], now), ticked(k, now)}
	locked := &as[1].Document.Blocks[at+2]
	locked.Locked = true
	taken := timeline.Commitment{ID: "x", Title: "Dentist", From: as[1].Document.Blocks[at+1].From, To: as[1].Document.Blocks[at+2].To}
	got := resumed(t, r, now, append(slices.Clip(held), taken), as...)
	if got.Result.Verdict != problem.Feasible {
		t.Fatal(got.Result.Verdict)
	}
	if !slices.ContainsFunc(got.Differences(), func(d Difference) bool {
		return d.Kind == Taken && d.From.Equal(as[1].Document.Blocks[at+1].From) && strings.Contains(d.Text, "Dentist")
	}) {
		t.Errorf("what differs is %v", got.Differences())
	}
	var after roadmapfile.Document
	for _, d := range got.Documents("ann", now) {
		if d.ID == "RM-THESIS" {
			after = d
		}
	}
	for _, want := range []roadmapfile.Block{as[1].Document.Blocks[at], *locked} {
		if !slices.Contains(after.Blocks, want) {
			t.Errorf("%+v has not stayed", want)
		}
	}
	moves := got.Moves()
	if !slices.ContainsFunc(moves, func(m Move) bool { return m.Why == "Dentist is at that time" }) {
		t.Errorf("no move is told with the dentist: %v", moves)
	}
	for _, b := range after.Blocks {
		if !b.Done && !b.Locked && b.From.After(now) && b.From.Before(taken.To) && taken.From.Before(b.To) {
			t.Errorf("%+v is while the dentist is", b)
		}
	}
}

// An illness of a week puts a plan off in its order, at the pace that it had.
func TestAWeekThatIsLostPutsThePlanOffInItsOrder(t *testing.T) {
	t.Parallel()
	r := request(t, "pass my exam in molecular biology on 20 March, Mon-Fri 08:00-22:00, Sat-Sun 10:00-18:00, 8 hours a week, at most 3 hours a day, not on Thursdays")
	d := draft(t, r)
	if d.Result.Verdict != problem.Feasible {
		t.Fatal(d.Result.Verdict)
	}
	doc := d.Document("RM-EXAM", d.Result.Schedule)
	now := r.Now.AddDate(0, 0, 21)
	ill := timeline.Commitment{ID: "ill", Title: "Ill", AllDay: true, From: civil.DateOf(now).In(now.Location()), To: (civil.DateOf(now) + 7).In(now.Location())}
	got := resumed(t, r, now, []timeline.Commitment{ill}, ticked(Kept{Document: doc, Said: r}, now))
	if got.Result.Verdict != problem.Feasible {
		t.Fatal(got.Result.Verdict)
	}
	if n := got.overtaken(); n > farBehind {
		t.Errorf("%d tasks come before one that they came after", n)
	}
	for _, m := range got.Moves() {
		if late := m.To[0].From - m.From[0].From; late > 21*24*60 {
			t.Errorf("“%s” is put off by %d days", m.Title, late/24/60)
		}
		if m.Why == "" {
			t.Errorf("“%s” moves without a reason", m.Title)
		}
	}
	if w := got.Weeks(3); w[2].Room != 8*60 || w[2].Shares[0].Minutes > 8*60 {
		t.Errorf("the weeks have %+v", w)
	}
}

// What is shown as free takes nothing, and is no reason.
func TestWhatIsShownAsFreeTakesNoBlock(t *testing.T) {
	t.Parallel()
	r, kept, held := carriedOut(t)
	now := r.Now.AddDate(0, 0, 14)
	as := []Kept{ticked(kept[0], now), ticked(kept[1], now)}
	birthday := timeline.Commitment{ID: "b", Title: "Birthday", AllDay: true, Free: true, From: (civil.DateOf(now) + 1).In(now.Location()), To: (civil.DateOf(now) + 9).In(now.Location())}
	if got := resumed(t, r, now, append(slices.Clip(held), birthday), as...); len(got.Differences())+len(got.Moves()) > 0 {
		t.Errorf("%v, %v", got.Differences(), got.Moves())
	}
	next := slices.MinFunc(slices.DeleteFunc(slices.Clone(as[1].Document.Blocks), func(b roadmapfile.Block) bool { return b.Done }), func(a, b roadmapfile.Block) int { return a.From.Compare(b.From) })
	taken := timeline.Commitment{ID: "x", Title: "Dentist", From: next.From, To: next.To}
	for _, m := range resumed(t, r, now, append(slices.Clip(held), birthday, taken), as...).Moves() {
		if strings.Contains(m.Why, "Birthday") {
			t.Errorf("“%s” moves because %s", m.Title, m.Why)
		}
	}
}

// What a person has fixed holds, whatever it breaks of what was asked for.
func TestWhatAPersonHasFixedHolds(t *testing.T) {
	t.Parallel()
	r, kept, held := carriedOut(t)
	now := r.Now.Add(time.Hour)
	k := kept[1]
	k.Document.Blocks = slices.Clone(k.Document.Blocks)
	blocks := k.Document.Blocks
	slices.SortFunc(blocks, func(a, b roadmapfile.Block) int { return a.From.Compare(b.From) })
	for i, at := range []int{3, 1, 2} { // at night, two at once, longer than they need, and in another order
		b := &blocks[at]
		b.From = now.Add(12*time.Hour + time.Duration(i)*time.Minute).Truncate(time.Minute).UTC()
		b.To, b.Locked = b.From.Add(6*time.Hour), true
	}
	got := resumed(t, r, now, held, kept[0], k)
	if got.Result.Verdict != problem.Feasible {
		t.Fatalf("it is %s: %v", got.Result.Verdict, got.Result.Certificate)
	}
	for _, d := range got.Documents("ann", now) {
		for _, b := range k.Document.Blocks {
			if b.Locked && d.ID == k.Document.ID && !slices.Contains(d.Blocks, b) {
				t.Errorf("%+v has not stayed", b)
			}
		}
	}
}

func TestDoneTasksTakeNoTimeAndTheirLagsHold(t *testing.T) {
	t.Parallel()
	r, kept, held := carriedOut(t)
	now := r.Now.AddDate(0, 0, 1)
	k := kept[1]
	k.Document.Nodes = slices.Clone(k.Document.Nodes)
	k.Document.Blocks = slices.Clone(k.Document.Blocks)
	done := ""
	for i := range k.Document.Nodes {
		if n := &k.Document.Nodes[i]; n.Level.Depth() >= leafDepth && n.Estimate > 0 {
			n.Status, n.On, done = roadmapfile.Done, civil.DateOf(now), n.ID
			break
		}
	}
	k.Document.Blocks = slices.DeleteFunc(k.Document.Blocks, func(b roadmapfile.Block) bool { return b.Node == done })
	got := resumed(t, r, now, held, kept[0], k)
	if len(got.Differences()) > 0 || got.Result.Verdict != problem.Feasible {
		t.Errorf("%v, %s", got.Differences(), got.Result.Verdict)
	}
	for _, x := range got.Problem.Tasks {
		if x.ID == "RM-THESIS/"+done {
			t.Error("what is done is still to be done")
		}
	}
}

func TestWhatHasNoRoomAnyMoreIsProvedAndHasWaysOutThatHold(t *testing.T) {
	t.Parallel()
	r, kept, _ := carriedOut(t)
	zone := r.Now.Location()
	k := kept[1]
	deadline := k.Document.Nodes[0].Deadline
	now := (deadline - 20).In(zone).Add(12 * time.Hour)
	as := ticked(k, now)
	ill := timeline.Commitment{ID: "ill", Title: "Hospital", AllDay: true, From: (deadline - 20).In(zone), To: (deadline + 1).In(zone)}
	got := resumed(t, r, now, []timeline.Commitment{ill}, as)
	if got.Result.Verdict != problem.Impossible || got.Result.Certificate == nil {
		t.Fatalf("it is %s", got.Result.Verdict)
	}
	if len(got.Moves())+len(got.Documents("ann", now)) > 0 {
		t.Error("a roadmap changes though there is no schedule")
	}
	ways, err := got.WaysOut(t.Context(), r.Solve)
	if err != nil || len(ways) == 0 {
		t.Fatalf("there is no way out: %v", err)
	}
	for _, w := range ways {
		as.Later, as.Out = map[string]int{}, nil
		for task, days := range w.Later {
			_, node := Roadmap(task)
			as.Later[node] = days
		}
		for _, task := range w.Out {
			_, node := Roadmap(task)
			as.Out = append(as.Out, node)
		}
		then := resumed(t, r, now, []timeline.Commitment{ill}, as)
		docs := then.Documents("ann", now)
		if then.Result.Verdict != problem.Feasible || len(docs) != 1 {
			t.Fatalf("%s: it is %s, %d roadmaps change", w.Text, then.Result.Verdict, len(docs))
		}
		if _, err := roadmapfile.Render(docs[0]); err != nil {
			t.Error(err)
		}
		if len(as.Out) > 0 && !slices.ContainsFunc(docs[0].Nodes, func(n roadmapfile.Node) bool { return n.ID == as.Out[0] && n.Status == roadmapfile.Dropped }) {
			t.Errorf("%s: it is not dropped", w.Text)
		}
		if later := func(n roadmapfile.Node) bool {
			i := slices.IndexFunc(k.Document.Nodes, func(o roadmapfile.Node) bool { return o.ID == n.ID })
			return n.Deadline > k.Document.Nodes[i].Deadline
		}; len(as.Later) > 0 && !slices.ContainsFunc(docs[0].Nodes, later) {
			t.Errorf("%s: all deadlines are as they were", w.Text)
		}
	}
}

// Whatever life has done to roadmaps, what is laid anew holds, and is laid once.
func TestWhateverLifeDoesWhatIsLaidAnewHolds(t *testing.T) {
	t.Parallel()
	r, kept, held := carriedOut(t)
	r.Solve.Schedules = 20
	laid := 0
	for seed := range uint64(40) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		now := r.Now.Add(time.Duration(rnd.IntN(180*24*60)) * time.Minute)
		var as []Kept
		busy := slices.Clone(held)
		for _, k := range kept {
			k.Document.Blocks, k.Document.Nodes = slices.Clone(k.Document.Blocks), slices.Clone(k.Document.Nodes)
			for i := range k.Document.Blocks {
				b := &k.Document.Blocks[i]
				b.Done = !b.To.After(now) && rnd.IntN(40) > 0
				if b.From.Before(now) {
					continue
				}
				switch rnd.IntN(250) {
				case 0:
					b.Locked = true
				case 1:
					b.From, b.To, b.Locked = b.From.Add(50*time.Hour), b.To.Add(51*time.Hour), true
				case 2:
					busy = append(busy, timeline.Commitment{ID: b.ID, Title: "Something", From: b.From.Add(time.Minute), To: b.To.Add(30 * time.Second)})
				case 3:
					b.From, b.To = b.From.Add(-29*time.Hour), b.To.Add(-29*time.Hour)
				case 4:
					b.Done = true
				}
			}
			for i := range k.Document.Nodes {
				n := &k.Document.Nodes[i]
				if n.Level.Depth() < leafDepth || n.Estimate == 0 {
					continue
				}
				switch rnd.IntN(250) {
				case 0:
					n.Status, n.On = roadmapfile.Done, civil.DateOf(now)
				case 1:
					n.Status, n.On = roadmapfile.Dropped, civil.DateOf(now)
				case 2:
					n.Estimate += 25
				case 3:
					n.Estimate = max(1, n.Estimate-25)
				}
			}
			as = append(as, k)
		}
		got := resumed(t, r, now, busy, as...)
		if got.Result.Verdict != problem.Feasible {
			then, out, err := got.DropSessions(t.Context(), r.Solve)
			if err != nil {
				t.Fatal(err)
			}
			if then == nil {
				continue // the verdict was checked
			}
			got = then
			for _, id := range out {
				for i := range as {
					if of, node := Roadmap(id); of == as[i].Document.ID {
						as[i].Out = append(as[i].Out, node)
					}
				}
			}
		}
		laid++
		for _, doc := range got.Documents("ann", now) {
			if _, err := roadmapfile.Render(doc); err != nil {
				t.Errorf("seed %d: %v", seed, err)
			}
			i := slices.IndexFunc(as, func(k Kept) bool { return k.Document.ID == doc.ID })
			as[i] = Kept{Document: doc, Said: as[i].Said}
		}
		again := resumed(t, r, now, busy, as...)
		if d := again.Differences(); len(d) > 0 || len(again.Moves()) > 0 || again.Result.Verdict != problem.Feasible {
			t.Errorf("seed %d: what was laid anew is %s, %d things differ and %d tasks move: %+v", seed, again.Result.Verdict, len(d), len(again.Moves()), d[:min(1, len(d))])
		}
	}
	if laid < 25 {
		t.Errorf("%d of 40 lives have a schedule", laid)
	}
}

// A session that was missed is not made up at the cost of the others: what has no room in its
// week is left out, and what is over too.
func TestAMissedSessionIsLeftOutWhereItsWeekHasNoRoom(t *testing.T) {
	t.Parallel()
	r, kept, held := carriedOut(t)
	for name, days := range map[string]int{"its week is over": 24, "the last evening of it": 22} {
		now := r.Now.AddDate(0, 0, days).Truncate(24 * time.Hour).Add(20 * time.Hour)
		k := ticked(kept[0], now)
		missed := map[string]bool{}
		for i := range k.Document.Blocks {
			if b := &k.Document.Blocks[i]; b.Done && now.Sub(b.From) < 8*24*time.Hour {
				b.Done, missed[b.Node] = false, true
			}
		}
		got := resumed(t, r, now, held, k)
		if got.Result.Verdict != problem.Feasible {
			then, out, err := got.DropSessions(t.Context(), r.Solve)
			if err != nil || then == nil || len(out) == 0 {
				t.Fatalf("%s: %v, %v", name, err, got.Result.Verdict)
			}
			got = then
		}
		docs := got.Documents("ann", now)
		if len(docs) != 1 {
			t.Fatalf("%s: %d roadmaps change", name, len(docs))
		}
		dropped := 0
		for _, n := range docs[0].Nodes {
			if n.Status == roadmapfile.Dropped {
				dropped++
				if !missed[n.ID] {
					t.Errorf("%s: %s is left out, and was not missed", name, n.Title)
				}
			}
		}
		if dropped == 0 || dropped > len(missed) {
			t.Errorf("%s: %d of %d are left out", name, dropped, len(missed))
		}
	}
}

func BenchmarkResume(b *testing.B) {
	r, kept, held := carriedOut(b)
	now := r.Now.AddDate(0, 0, 28)
	as := []Kept{ticked(kept[0], now), ticked(kept[1], now)}
	next := slices.MinFunc(slices.DeleteFunc(slices.Clone(as[1].Document.Blocks), func(b roadmapfile.Block) bool { return b.Done }), func(a, b roadmapfile.Block) int { return a.From.Compare(b.From) })
	for name, more := range map[string][]timeline.Commitment{
		"nothing differs": nil, "an evening is taken": {{ID: "x", Title: "Dentist", From: next.From, To: next.To}},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				got, err := Resume(now, append(slices.Clip(held), more...), as...)
				if err == nil {
					err = got.Solve(b.Context(), r.Solve)
				}
				if err != nil || got.Result.Verdict != problem.Feasible {
					b.Fatal(err, got.Result.Verdict)
				}
			}
		})
	}
}

// In a plan with room, a few days that are lost move what was missed then, and hardly anything
// else: a pace that nobody asked for gives way before it.
func TestAFewLostDaysMoveLittleElseWhereThereIsRoom(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"pass my exam in biology on 20 March, weekday evenings and weekends, 8 hours a week",
		"write my thesis by 31 August, weekends and weekday evenings, 14 hours a week", "find a job by 30 April, 8 hours a week",
	} {
		r := request(t, text)
		d := draft(t, r)
		k := Kept{Document: d.Document("RM-1", d.Result.Schedule), Said: r}
		first := slices.MinFunc(k.Document.Blocks, func(a, b roadmapfile.Block) int { return a.From.Compare(b.From) }).From
		for _, weeks := range []int{1, 4} {
			now := first.In(r.Now.Location()).AddDate(0, 0, 7*weeks)
			as := ticked(k, now.AddDate(0, 0, -4))
			missed, left := map[string]bool{}, map[string]bool{}
			for _, b := range as.Document.Blocks {
				left[b.Node] = left[b.Node] || !b.Done
				missed[b.Node] = missed[b.Node] || !b.Done && !b.To.After(now)
			}
			got := resumed(t, r, now, nil, as)
			others := slices.DeleteFunc(got.Moves(), func(m Move) bool { _, node := Roadmap(m.Task); return missed[node] })
			if got.Result.Verdict != problem.Feasible || len(others) > len(left)/10 {
				t.Errorf("%s, after %d weeks: it is %s, and %d others of %d tasks move", text, weeks, got.Result.Verdict, len(others), len(left))
			}
		}
	}
}
