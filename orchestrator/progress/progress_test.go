package progress

import (
	"testing"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

var now = time.Date(2026, 12, 5, 20, 0, 0, 0, time.UTC)

func timeline() *planningv1.Timeline {
	race := &planningv1.RoadmapSummary{Id: "RM-1", Title: "Half marathon", State: planningv1.Roadmap_STATE_ACTIVE, Titles: map[string]string{
		"easy": "Easy run with a few strides", "long": "Long run", "shoes": "Get shoes that fit, and break them in", "tempo": "Intervals or tempo, with an easy run in and out",
	}}
	thesis := &planningv1.RoadmapSummary{Id: "RM-2", Title: "Thesis", State: planningv1.Roadmap_STATE_ACTIVE, Titles: map[string]string{
		"sort": "Search and sort the literature, into a reference manager", "intro": "Write introduction", "sit": "Meditate",
	}}
	paused := &planningv1.RoadmapSummary{Id: "RM-3", State: planningv1.Roadmap_STATE_PAUSED, Titles: map[string]string{"garden": "Dig the garden"}}
	add := func(r *planningv1.RoadmapSummary, id, node string, hours int) {
		from := now.Add(time.Duration(hours) * time.Hour)
		r.Blocks = append(r.Blocks, &planningv1.Block{Id: id, NodeId: node, StartTime: timestamppb.New(from), EndTime: timestamppb.New(from.Add(time.Hour))})
	}
	add(race, "1", "easy", -26)
	add(race, "2", "long", -2)
	add(race, "3", "tempo", 22)
	add(race, "4", "shoes", -30)
	add(thesis, "5", "sort", -24)
	add(thesis, "6", "intro", 2)
	add(thesis, "7", "sit", -12)
	add(paused, "8", "garden", -3)
	return &planningv1.Timeline{Roadmaps: []*planningv1.RoadmapSummary{race, thesis, paused}}
}

func TestANoteOffersTheTaskThatItMayTellOf(t *testing.T) {
	t.Parallel()
	for note, want := range map[string]string{
		"ran 12 km":                      "2",
		"Long run done, 12 km in 1:15":   "2",
		"Went for a run, legs are heavy": "2",
		"sorted the literature at last":  "5",
		"wrote the introduction":         "6",
		"meditated":                      "7",
		"Easy run today: 5 km, felt ok":  "2", // the nearest one
	} {
		if got := Of(note, now, now, timeline()); got.GetBlockId() != want {
			t.Errorf("%q offers %v, not block %s", note, got, want)
		}
	}
	yesterday := now.Add(-24 * time.Hour)
	if got := Of("ran 6 km yesterday", yesterday, now, timeline()); got.GetBlockId() != "1" || got.GetGoal() != "Half marathon" {
		t.Errorf("of yesterday it offers %v", got)
	}
}

func TestASecondNoteOffersTheNextBlock(t *testing.T) {
	t.Parallel()
	life := timeline()
	thesis := life.GetRoadmaps()[1]
	for i, hours := range []int{-2, 0, 40} { // two this evening, and one that is not near
		from := now.Add(time.Duration(hours) * time.Hour)
		thesis.Blocks = append(thesis.Blocks, &planningv1.Block{
			Id: []string{"11", "12", "13"}[i], NodeId: "sort", StartTime: timestamppb.New(from), EndTime: timestamppb.New(from.Add(time.Hour)),
		})
	}
	const note = "sorted the literature"
	for _, want := range []string{"12", "11", "5", ""} { // the last is of yesterday
		got := Of(note, now, now, life)
		if got.GetBlockId() != want || want != "" && got.GetBlocks() != 4 {
			t.Fatalf("it offers %v, not block %s", got, want)
		}
		for _, b := range thesis.GetBlocks() {
			b.Done = b.GetDone() || b.GetId() == want
		}
	}
	if got := Of("ran 12 km", now, now, life); got.GetBlocks() != 1 {
		t.Errorf("a task with a block has %d", got.GetBlocks())
	}
}

func TestANoteThatTellsOfNothingDoneOffersNothing(t *testing.T) {
	t.Parallel()
	for _, note := range []string{
		"", "Anna called about the trip", "I should run more", "didn't run today", "Skipped the long run, knee hurts", "Long run tomorrow?", "wrote to Anna about the house",
		"need new running shoes", "dug the garden", "Searched for my keys for an hour", "The tempo of the concert was great", "will meditate later", "Read an article on strides",
		"Run the dishwasher before going to bed tonight", "the manager sent the reference", "maybe a run before dinner",
	} {
		if got := Of(note, now, now, timeline()); got != nil {
			t.Errorf("%q offers %q", note, got.GetTitle())
		}
	}
	done := timeline()
	for _, r := range done.GetRoadmaps() {
		for _, b := range r.GetBlocks() {
			b.Done = true
		}
	}
	if got := Of("ran 12 km", now, now, done); got != nil {
		t.Errorf("what is done is offered: %v", got)
	}
}
