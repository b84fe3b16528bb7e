package router_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"
	"pgregory.net/rapid"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

// What only compares, denies or tells of another day, as people have written it, after notes
// that it could be taken to correct. A correction that is none changes data that is right.
func TestANoteThatComparesOrDeniesCorrectsNothing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		before     []string // days ago and the note
	}{
		{"better than on a day", "Bench press 3x5 @ 75kg, better than Friday. Squat 3x5 @ 97.5kg.", []string{"3 Bench press 3x5 @ 75kg, last rep slow but clean. Squat 3x5 @ 95kg easy."}},
		{"better than on a day, of one thing", "Bench press 3x5 @ 77.5kg, better than Friday", []string{"3 Bench press 3x5 @ 75kg"}},
		{"odd, beside a day", "Bench press 3x5 @ 82.5kg felt heavy. Odd, this weight was smooth on Friday. Dropped squat to 3x5 @ 100kg.", []string{"3 Bench press 3x5 @ 82.5kg, smooth. Squat 3x5 @ 107.5kg."}},
		{"less than an amount", "Prepared the week. Less than three weeks to the release, so: protect sleep, protect gym.", []string{"0 Backlog: 38 tickets to the release, 25 days."}},
		{"denies, and tells what is done", "It was not two hours. Working until now, espresso at nine.", []string{"0 Standup, then two hours of quiet work on the importer."}},
		{"a second value of its own", "Slept 5.5h, woke at five and that was it.", []string{"1 Slept 6h, woke at five"}},
		{"denies a cause", "migraine. had 2 glasses of red wine last night, slept 7h so it's not the sleep. ok so wine too", []string{"1 slept 6h"}},
		{"a value of another thing", "night was ok, 5 pts, no codes. bed now", []string{"2 off nights. 3 in a row done. unit was short again, 6 pts each"}},
		{"denies of all", "costco 286.44. that's with the diapers for the baby shower, so not all ours", []string{"3 costco 201.10"}},
		{"tells a length", "Book club pick is The Women. audiobook on the route, 15 hrs long, that's about 3 shifts", []string{"4 Book club moved, 2 shifts this week"}},
		{"denies a quality", "167.8. christmas was not free", []string{"1 166.2"}},
		{"asks and tells", "too cold to run. treadmill? the rec centre is 9.75 drop in hmm", []string{"5 plan for the rec room: 28k"}},
		{"denies of a value", "161.9 but that's not real weight", []string{"1 163.4"}},
		{"names another day than it begins with", "Weds: heritage called, waitlist 2-4 months, need 500 deposit. Paid it. wait it's monday. whatever", nil},
		{"instead of what is done on a day", "9k instead of sundays, after work, 1:03:20. green beer at Tashas (1)", []string{"2 9k along the river"}},
		{"instead of what was planned", "13k instead of 18, D had the kids but thunderstorm, got hailed on. 1:32:15", []string{"7 18k, 2:10:00"}},
		{"forgot a thing", "12k. 1:26:10. bonked at 10, forgot gel. icy under the bridges", []string{"1 10k"}},
		{"backwards", "day off booked. stairs backwards. 161.2 all burger", []string{"1 160.4"}},
		{"walks backwards", "walk 50 min, hot already. met a retired colonel who walks backwards", []string{"1 walk 40 min"}},
		{"a walk in place of a run", "Walk at Nose Hill w D and Pickle, 5k, no running this week on purpose", []string{"2 Walk at Nose Hill, 4k"}},
		{"puts a thing somewhere", "New battery for the Ford, 168.99 at Autozone, put it in in the driveway at 14 degrees. Hands took an hour to come back", nil},
		{"puts it back", "Cherry bowl: 2 lb 1 oz, same as last week. It's dry. Put it back on the lathe Monday", []string{"7 Cherry bowl: 2 lb 2 oz"}},
		{"denies what another said", "82.4 kg. Des says the scales are off. They are not off Des", []string{"1 82.9 kg"}},
		{"a value of another kind, at once", "81.6 kg", []string{"0 7.6"}},
		{"on the phone", "Pete on the phone for an hour. Baby is due 28/3. Mei sick every morning still. Wish Perth was closer", nil},
		{"what was and was found", "I was $50 out for an hour. It was stuck under the sauce", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			now := time.Date(2026, 2, 23, 9, 0, 0, 0, time.UTC) // a Monday
			var recent []*commonv1.Entry
			for i, before := range c.before {
				days, text, _ := strings.Cut(before, " ")
				at := now.AddDate(0, 0, -int(days[0]-'0')).Add(-10 * time.Minute)
				recent = append(recent, &commonv1.Entry{Id: fmt.Sprint(i), Date: at.Format(time.DateOnly), Time: timestamppb.New(at), Text: text})
			}
			for _, intent := range []commonv1.InputType{log, commonv1.InputType_INPUT_TYPE_UNSPECIFIED} {
				got := route(t, &pb.RouteRequest{
					Context: &commonv1.CallContext{Now: timestamppb.New(now), TimeZone: "UTC"}, Text: c.text, Recent: recent, Intent: intent,
				})
				if got.GetInputType() == correction {
					t.Errorf("%q is a correction: %s", c.text, got.GetReasoning())
				}
			}
		})
	}
}

// A plainNote is a note of what people do, with what they put beside it.
var plainNote = rapid.Custom(func(t *rapid.T) string {
	pick := func(label string, from ...string) string { return rapid.SampledFrom(from).Draw(t, label) }
	number := func(label string, least, most int) int { return rapid.IntRange(least, most).Draw(t, label) }
	day := func(label string) string {
		return pick(label, "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
	}
	done := func(label string) string {
		return pick(label,
			fmt.Sprintf("Ran %d km", number(label+" km", 3, 20)),
			fmt.Sprintf("ran %dk in %d:%02d", number(label+" k", 3, 12), number(label+" min", 20, 59), number(label+" s", 0, 59)),
			fmt.Sprintf("Bench press 3x5 @ %dkg", 5*number(label+" bench", 8, 20)),
			fmt.Sprintf("Squat 3x5 @ %dkg", 5*number(label+" squat", 10, 30)),
			fmt.Sprintf("Slept %d h", number(label+" sleep", 4, 9)),
			fmt.Sprintf("Paid %d € for wine", number(label+" wine", 5, 60)),
			fmt.Sprintf("groceries %d.%02d", number(label+" euro", 12, 90), number(label+" cent", 0, 99)),
			fmt.Sprintf("walk %d min", number(label+" walk", 10, 90)),
			fmt.Sprintf("swam %d m", 50*number(label+" swim", 4, 40)),
			fmt.Sprintf("mood %d/10", number(label+" mood", 1, 10)),
			fmt.Sprintf("%d coffees", number(label+" coffee", 2, 6)),
			fmt.Sprintf("%d.%d kg", number(label+" kg", 60, 99), number(label+" g", 0, 9)),
			fmt.Sprintf("read %d pages", number(label+" pages", 5, 90)))
	}
	beside := pick("beside", "",
		", better than "+day("than"), ", worse than on "+day("worse"), ", more than last week", ", less than yesterday",
		", same as "+day("same"), ", slower than the last one", ", heavier than "+day("heavier")+"'s",
		fmt.Sprintf(", up from %d", number("up", 2, 90)), fmt.Sprintf(", down from %d on %s", number("down", 2, 90), day("on")),
		fmt.Sprintf(", %d more than %s", number("more", 2, 9), day("more than")),
		" instead of "+day("instead")+"s", " instead of the gym", " instead of tea", fmt.Sprintf(" instead of %d", number("planned", 2, 90)),
		", not easy", ", not with Tom", ", so not all mine", ". It was not hard", ". The gym was not open", ". That's not much",
		". Not the knee this time", ", no pain", ". The app says nothing", ", felt heavy", ". Odd, that was easy on "+day("odd"),
		". Put the bike in the cellar", ". Forgot the keys", ". "+done("more done"), ", then "+done("then"))
	return done("done") + beside
})

// However many plain notes are kept, no one of them is taken for a correction of another.
func TestPlainNotesNeverCorrectEachOther(t *testing.T) {
	t.Parallel()
	infos := shipped(t)
	rapid.Check(t, func(rt *rapid.T) {
		now := time.Date(2026, 2, 2, 7, 0, 0, 0, time.UTC)
		var recent []*commonv1.Entry
		for i, text := range rapid.SliceOfN(plainNote, 2, 8).Draw(rt, "notes") {
			now = now.Add(time.Duration(rapid.IntRange(1, 48).Draw(rt, "hours")) * time.Hour)
			got := route(t, &pb.RouteRequest{
				Context: &commonv1.CallContext{Now: timestamppb.New(now), TimeZone: "UTC"},
				Text:    text, Domains: infos, Recent: recent, Intent: log,
			})
			if got.GetInputType() != log {
				rt.Fatalf("%q is %v: %s", text, got.GetInputType(), got.GetReasoning())
			}
			recent = slices.Insert(recent, 0, &commonv1.Entry{Id: fmt.Sprint(i), Date: now.Format(time.DateOnly), Time: timestamppb.New(now), Text: text})
		}
	})
}
