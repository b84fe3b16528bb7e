package router_test

import (
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

func TestWhatAnEntryTellsOtherwiseIsCorrected(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 2, 23, 9, 0, 0, 0, time.UTC)
	entry := func(id, date, text string) *commonv1.Entry {
		at, err := time.Parse(time.DateOnly, date)
		if err != nil {
			t.Fatal(err)
		}
		return &commonv1.Entry{Id: id, Date: date, Time: timestamppb.New(at.Add(7 * time.Hour)), Text: text}
	}
	oats := entry("1", "2026-02-23", "80g oats with blueberries")
	sugar, hoursAgo := entry("1", "2026-02-23", "7.9"), entry("1", "2026-02-23", "7.9")
	sugar.Time = timestamppb.New(now)
	hoursAgo.Time = timestamppb.New(now.Add(-2 * time.Hour))
	pain := []*commonv1.Entry{entry("2", "2026-02-23", "pain 4/10"), entry("1", "2026-02-22", "pain 6/10")}
	for _, c := range []struct {
		name, text string
		recent     []*commonv1.Entry
		want       commonv1.InputType
	}{
		{"another value of the same thing", "oats were 60 g", []*commonv1.Entry{oats}, correction},
		{"nothing kept", "oats were 60 g", nil, log},
		{"the same value", "oats were 80 g", []*commonv1.Entry{oats}, log},
		{"something else", "rice was 60 g", []*commonv1.Entry{oats}, log},
		{"a value of another kind", "oats were 3 €", []*commonv1.Entry{oats}, log},
		{"the value that it denies, noted of late", "Ran 6 km, not 5, what a day", []*commonv1.Entry{entry("1", "2026-02-22", "Ran 5 km")}, correction},
		{"the value that it denies, noted long ago", "Ran 6 km, not 5, what a day", []*commonv1.Entry{entry("1", "2026-02-10", "Ran 5 km")}, log},
		{"long ago", "oats were 60 g", []*commonv1.Entry{entry("1", "2026-01-03", "80g oats")}, log},
		{"what is measured again and again", "pain was a 5", pain, log},
		{"a bare value, at once", "6.8", []*commonv1.Entry{sugar}, correction},
		{"a bare value, hours later", "6.8", []*commonv1.Entry{hoursAgo}, log},
		{"something new of the next day", "5 pomodoros", []*commonv1.Entry{entry("1", "2026-02-22", "3 pomodoros")}, log},
		{"what was done again", "shop took £340, coach party", []*commonv1.Entry{entry("1", "2026-02-22", "Shop took £212 today")}, log},
		{"a value in common", "table 2 gave 9", []*commonv1.Entry{entry("1", "2026-02-23", "tip 8 from table 2")}, correction},
		{"a value that stands there, and another", "one of the 850s was 815", []*commonv1.Entry{entry("1", "2026-02-22", "rent in, 850")}, correction},
		{"a day on which it lies", "saturday was 23 drops, app missed two", []*commonv1.Entry{entry("1", "2026-02-21", "21 drops, 55 km, £118")}, correction},
		{"what told it, digit for digit", "watch says 6h20", []*commonv1.Entry{entry("1", "2026-02-23", "slept 7h")}, correction},
		{"another word for it", "pear, not apple", []*commonv1.Entry{entry("1", "2026-02-23", "apple")}, correction},
		{"words of no entry", "tea, not coffee", []*commonv1.Entry{entry("1", "2026-02-23", "apple")}, log},
		{"another day of it", "the concert is on the 13th, the church double booked us", []*commonv1.Entry{entry("1", "2026-02-20", "Concert date agreed: 12 March")}, correction},
		{"a time that it names", "pain was a 5 yesterday", pain, correction},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := route(t, &pb.RouteRequest{
				Context: &commonv1.CallContext{Now: timestamppb.New(now), TimeZone: "UTC"}, Text: c.text, Recent: c.recent,
			})
			if got.GetInputType() != c.want {
				t.Errorf("%q is %v (%s), want %v", c.text, got.GetInputType(), got.GetReasoning(), c.want)
			}
		})
	}
}

// What is told of another payment, run or nap is no correction of the one before: a value that
// was kept would be lost, and a sum be wrong.
func TestWhatHappenedBesideAnEntryCorrectsNone(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 2, 23, 9, 0, 0, 0, time.UTC)
	var kept []*commonv1.Entry
	for _, text := range []string{"Paid 80 € for the electrician", "Ran 5 km", "Slept 7 h"} {
		kept = append(kept, &commonv1.Entry{Id: text, Date: "2026-02-23", Time: timestamppb.New(now.Add(-time.Minute)), Text: text})
	}
	for text, want := range map[string]commonv1.InputType{
		"Paid 30 € for wine, not cheap":            log,
		"Paid 30 €, too much":                      log,
		"Paid 30 €. Which was too much":            log,
		"Paid 30 € for a book, not for me":         log,
		"Actually paid 30 € for parking!":          log,
		"Paid 30 €, wrong account at first":        log,
		"Actually, I also ran 3 km in the evening": log,
		"Ran 3 km, wrong shoes":                    log,
		"We ran 4 km with Tom, not alone":          log,
		"Actually slept 1 h in the afternoon":      log,
		"Actually slept 6 h":                       correction,
		"oops, ran 6 km":                           correction,
		"Ran 6 km, not 5":                          correction,
		"No, paid 90 € for the electrician":        correction,
		"I wrote 80 but paid 90":                   correction,
		"Called a plumber, not the electrician":    correction,
	} {
		got := route(t, &pb.RouteRequest{Context: &commonv1.CallContext{Now: timestamppb.New(now), TimeZone: "UTC"}, Text: text, Recent: kept})
		if got.GetInputType() != want {
			t.Errorf("%q is %v (%s), want %v", text, got.GetInputType(), got.GetReasoning(), want)
		}
	}
}
