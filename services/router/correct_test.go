package router_test

import (
	"testing"

	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

func TestACorrectionIsToldFromANote(t *testing.T) {
	t.Parallel()
	corrects := []string{
		"glucose was 5.9, sorry",
		"position was 121 - typo",
		"the wine was 6.50, sorry, I had put 65.0",
		"slept 5h50 actually, the watch only synced now",
		"I said 2 eggs this morning. It was 3, there was one in the pancake too.",
		"Salary was 2,480. I must have looked at last month.",
		"wrong unit for the weight, that's lbs",
		"Correction on today's run: average heart rate 162",
		"no it was her sister",
		"9 patients is wrong, I had 10",
		"swap those: anxiety 6, energy 5",
		"Potsdam was 42 km there and back, strava says",
		"tofu 120g i mean",
		"lbs not kg obviously",
		"42 km should be 24 km",
		"70.7 sorry",
		"sorry, 3x8 at 50 kg",
		"in june, not may",
	}
	notes := []string{
		"that was 45 minutes of pure joy",
		"those were 12 good years, sorry to see them end",
		"oats 60 g, sorry no berries",
		"this morning's bp was 132/91",
		"the ibuprofen was 600 mg",
		"squat was 225 lbs",
		"I was wrong about Jan, he is kind",
		"drove 42 km, strava says nothing about the wind",
		"no, thanks to the rain no run today",
		"sorry for the late entry, slept 7h",
	}
	for _, text := range corrects {
		if res := route(t, &pb.RouteRequest{Text: text}); res.GetInputType() != correction {
			t.Errorf("%q is %v: %s", text, res.GetInputType(), res.GetReasoning())
		}
	}
	for _, text := range notes {
		if res := route(t, &pb.RouteRequest{Text: text}); res.GetInputType() != log {
			t.Errorf("%q is %v: %s", text, res.GetInputType(), res.GetReasoning())
		}
	}
}
