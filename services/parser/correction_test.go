package parser_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
)

// correct gives a correction, on that Wednesday at half past nine in the evening,
// to notes of the form "2026-01-14 19:00 text", oldest first. Their ids are 1, 2
// and so on.
func correct(t *testing.T, text string, notes ...string) *pb.ParseResponse {
	t.Helper()
	req := request(t, text)
	req.Correction = true
	set, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, d := range set.Infos() {
		all = append(all, d.GetName())
	}
	req.DomainContext = set.Context(all) // as a run does
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range notes {
		at, err := time.ParseInLocation("2006-01-02 15:04", n[:16], zone)
		if err != nil {
			t.Fatal(err)
		}
		req.Recent = slices.Insert(req.Recent, 0, &commonv1.Entry{
			Id: string(rune('1' + i)), Date: n[:10], Time: timestamppb.New(at), Text: n[17:],
		})
	}
	return parse(t, req)
}

func TestACorrectionFindsItsEntry(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		notes      []string
		target     string
		changes    []string
	}{
		{
			"digits that were swapped", "the supermarket was 71.35",
			[]string{"2026-01-14 10:00 groceries 73.15 €", "2026-01-14 11:00 pharmacy 12.40 €"},
			"1", []string{"money.spending[0].amount.value 73.15 -> 71.35"},
		},
		{
			"another number of the same things", "three glasses tbh",
			[]string{"2026-01-14 18:00 two glasses of red wine with Inge", "2026-01-14 20:00 read 20 pages"},
			"1", []string{"nutrition.items[0].count 2 -> 3"},
		},
		{
			"a pair of values", "128 over 88, misread the display",
			[]string{"2026-01-14 20:10 BP 138/88", "2026-01-14 20:12 pulse 74"},
			"1", []string{"general.blood_pressure.systolic 138 -> 128"},
		},
		{
			"of a thing that no domain knows", "INR should be 2.7 says the letter",
			[]string{"2026-01-14 10:00 INR 2.4, warfarin 5 mg", "2026-01-14 11:00 walked 3 km"},
			"1", nil,
		},
		{
			"a remark besides", "it's Nantes not Lyon, I always confuse them",
			[]string{"2026-01-14 10:00 coffee with Marie, she is moving to Lyon", "2026-01-14 11:00 slept 8h"},
			"1", nil,
		},
		{
			"several values at once", "yesterday's run was 11 km in 65 min, not 12 in 70",
			[]string{"2026-01-13 18:00 ran 12 km in 70 min", "2026-01-14 18:00 yoga"},
			"1", []string{"running.runs[0].distance.value 12 -> 11", "running.runs[0].duration.value 70 -> 65"},
		},
		{
			"two things of one entry", "yesterday: bench was 82.5 and rows were 65",
			[]string{"2026-01-13 18:00 bench 80kg 5x5, rows 60kg 4x8", "2026-01-14 18:00 squats 100kg 5x5"},
			"1", []string{"strength.sets[0].load.value 80 -> 82.5", "strength.sets[1].load.value 60 -> 65"},
		},
		{
			"told anew as a note would be", "leg press yesterday was 4x10 at 150kg",
			[]string{"2026-01-13 18:00 Leg day: squat 4x6 90kg, leg press 3x12 140kg"},
			"1", []string{"strength.sets[1].load.value 140 -> 150", "strength.sets[1].reps 12 -> 10", "strength.sets[1].sets 3 -> 4"},
		},
		{
			"by the old value alone", "that 160 was really 155",
			[]string{"2026-01-12 18:00 deadlift 1x3 160kg", "2026-01-14 18:00 deadlift 1x3 150kg"},
			"1", []string{"strength.sets[0].load.value 160 -> 155"},
		},
		{
			"the old value said last", "deadlift was 155, sorry, I had put 160",
			[]string{"2026-01-12 18:00 deadlift 1x3 160kg", "2026-01-14 18:00 squat 1x3 150kg"},
			"1", []string{"strength.sets[0].load.value 160 -> 155"},
		},
		{
			"nothing but the right value", "sorry, 82.5 kg",
			[]string{"2026-01-13 07:00 weight 84 kg", "2026-01-14 19:00 weight 83.5 kg", "2026-01-14 21:05 napped 30 min"},
			"2", []string{"general.weight.value 83.5 -> 82.5"},
		},
		{
			"nothing but the right unit", "*meters",
			[]string{"2026-01-13 12:00 swam 2000 m", "2026-01-14 12:00 swam 1500 yards"},
			"2", []string{"swimming.swims[0].distance.value 1500 -> 1500", "swimming.swims[0].distance.unit yd -> m"},
		},
		{
			"a number in words", "I wrote two coffees this morning, it was three",
			[]string{"2026-01-14 08:00 2 coffees before 9", "2026-01-14 15:00 tea"},
			"1", []string{"nutrition.items[0].count 2 -> 3"},
		},
		{
			"a time in words, and what it lasts", "lights out was half past eleven, i put 22:30",
			[]string{"2026-01-14 06:50 lights out 22:30, up at 6:45", "2026-01-14 07:30 porridge"},
			"1", []string{"sleep.nights[0].bedtime 22:30 -> 23:30", "sleep.nights[0].duration.value 8.25 -> 7.25"},
		},
		{
			"another value tells which", "the 8k took 50 min",
			[]string{"2026-01-12 18:00 ran 8k in 48 min", "2026-01-13 18:00 ran 5k in 30 min"},
			"1", []string{"running.runs[0].duration.value 48 -> 50"},
		},
		{
			"the value beside the word, of two of a kind", "the milk was 66",
			[]string{"2026-01-14 18:00 vegetables 340 rupees, milk 64"},
			"1", []string{"money.spending[1].amount.value 64 -> 66"},
		},
		{
			"two values of one thing", "ah no it was 2000m and 46 minutes",
			[]string{"2026-01-14 18:00 swam 1800m, 41 min"},
			"1", []string{"swimming.swims[0].duration.value 41 -> 46", "swimming.swims[0].distance.value 1800 -> 2000"},
		},
		{
			"another clause has a number too", "tuesday's squats were with 150, had 2.5s on instead of 5s",
			[]string{"2026-01-13 18:00 squat 3x3 155kg", "2026-01-14 10:00 ohp 5x5 57.5kg"},
			"1", []string{"strength.sets[0].load.value 155 -> 150"},
		},
		{
			"of several new numbers the one of its size", "the quarter close day was 7:30 to 18, not 8",
			[]string{"2026-01-12 18:30 Worked 8 to 18, quarter close", "2026-01-13 18:30 Worked 9 to 17"},
			"1", []string{"work.blocks[0].start 08:00 -> 07:30", "work.blocks[0].duration.value 10 -> 10.5"},
		},
		{
			"a number that names a thing", "table 2 gave 9",
			[]string{"2026-01-14 12:00 tip 14 from table 6", "2026-01-14 13:00 tip 8 from table 2"},
			"2", nil,
		},
		{
			"what is said after it is no time of it", "The run was 8k. I must have read last month's.",
			[]string{"2026-01-14 18:00 ran 7k"},
			"1", []string{"running.runs[0].distance.value 7 -> 8"},
		},
		{
			"a part of the day", "this morning's bp was 132/91",
			[]string{"2026-01-14 07:30 blood pressure 142/91", "2026-01-14 19:30 blood pressure 128/84"},
			"1", []string{"general.blood_pressure.systolic 142 -> 132"},
		},
		{
			"words of the text where the data has none", "the shoes were 120 euros, not dollars",
			[]string{"2026-01-13 16:00 Bought new running shoes for $120", "2026-01-13 19:00 dinner out, 40 €"},
			"1", []string{"money.spending[0].amount.value 120 -> 120", "money.spending[0].amount.unit USD -> EUR"},
		},
		{
			"a name stands for a name", "It's Noor who has the fever and not Sami",
			[]string{"2026-01-13 15:00 Sami had a swimming lesson, Noor watched", "2026-01-14 06:40 Sami has a fever"},
			"2", nil,
		},
		{
			"a text without data", "the ferritin was 60",
			[]string{"2026-01-14 08:00 Ferritin 40, more lentils", "2026-01-14 10:00 meeting with Sven, 400 € deposit"},
			"1", nil,
		},
		{
			"no value, right after the note", "no it was her sister",
			[]string{"2026-01-14 21:00 Met Carla's cousin at the market"},
			"1", nil,
		},
		{
			"a day long ago", "on 5 January ohp was 42.5",
			[]string{"2026-01-05 18:00 OHP 3x8 40kg", "2026-01-07 18:00 OHP 3x8 40kg"},
			"1", []string{"strength.sets[0].load.value 40 -> 42.5"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			res := correct(t, tt.text, tt.notes...)
			if got := res.GetCorrection().GetTargetEntryId(); got != tt.target {
				t.Errorf("%q means %q of %v, want %s", tt.text, got, res.GetCorrection().GetCandidateEntryIds(), tt.target)
			}
			if got := changesOf(res.GetCorrection()); !slices.Equal(got, tt.changes) {
				t.Errorf("%q changes %v, want %v", tt.text, got, tt.changes)
			}
		})
	}
}

func TestACorrectionThatFitsSeveralEntriesIsAQuestion(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		notes      []string
		candidates []string
	}{
		{"the same value twice that day", "yesterday's run was 6k not 5k",
			[]string{"2026-01-13 08:00 ran 5k", "2026-01-13 20:00 ran 5k with the club"}, []string{"2", "1"}},
		{"two of a kind that day", "yesterday's walk was 50 min",
			[]string{"2026-01-13 10:00 walk 40 min", "2026-01-13 17:00 walk 25 min with Nia"}, []string{"2", "1"}},
		{"two days ago and before", "bench should have been 82.5 instead of 80",
			[]string{"2026-01-09 18:00 bench 5x5 80kg", "2026-01-11 18:00 bench 5x5 80kg"}, []string{"2", "1"}},
		{"a name in two texts", "it was Jana, not Jan",
			[]string{"2026-01-10 21:00 talked to Jan about the move", "2026-01-11 21:00 Jan helped with the boxes"}, []string{"2", "1"}},
		{"one read by a domain, one not", "the call with lena on monday took 45 min",
			[]string{"2026-01-12 12:00 call with Lena, 30 min", "2026-01-12 16:00 call with Lena again, 30 min, budget"}, []string{"2", "1"}},
		{"one of many", "fix: slept 8h", []string{
			"2026-01-06 08:00 slept 7h", "2026-01-07 08:00 slept 7.5h", "2026-01-08 08:00 slept 6h", "2026-01-09 08:00 slept 7h",
			"2026-01-10 08:00 slept 9h", "2026-01-11 08:00 slept 7h", "2026-01-12 08:00 slept 6.5h",
		}, []string{"7", "6", "5", "4", "3"}},
		{"a value of another size, and not of the note just written", "no, 2 h",
			[]string{"2026-01-14 19:00 slept 7h", "2026-01-14 20:30 bought varnish"}, []string{"1"}},
		{"two that a value alone may mean", "sorry, 8 h",
			[]string{"2026-01-14 19:00 slept 7h", "2026-01-14 19:30 worked 9 h", "2026-01-14 20:30 bought varnish"}, []string{"2", "1"}},
		{"two things that share a word, one noted today", "the press was 80, not 85",
			[]string{"2026-01-13 18:00 bench press 5x5 85kg", "2026-01-14 18:00 incline press 3x8 85kg"}, []string{"2", "1"}},
		{"no data at all", "sorry, glucose this morning was 7.4",
			[]string{"2026-01-14 06:50 glucose 6.9 fasting", "2026-01-14 09:10 glucose 8.4 after porridge"}, []string{"2", "1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := correct(t, tt.text, tt.notes...).GetCorrection()
			if c.GetTargetEntryId() != "" || len(c.GetChanges()) > 0 {
				t.Errorf("%q changes %q: %v", tt.text, c.GetTargetEntryId(), changesOf(c))
			}
			if got := c.GetCandidateEntryIds(); !slices.Equal(got, tt.candidates) {
				t.Errorf("%q asks about %v, want %v", tt.text, got, tt.candidates)
			}
		})
	}
}

func TestACorrectionOfNothingSaysWhy(t *testing.T) {
	t.Parallel()
	const none = "No recent entry"
	tests := []struct {
		name, text string
		notes      []string
		says       string
	}{
		{"an empty vault", "no, it was 85 kg, not 80", nil, "There are no entries to correct"},
		{"a day without notes", "yesterday's bench was 85 not 80", []string{"2026-01-11 18:00 bench 3x5 80kg"}, "“yesterday”"},
		{"another subject", "stress was a 4, not a 7", []string{"2026-01-13 18:00 energy 7/10", "2026-01-14 08:00 mood 7/10"}, none},
		{"no value of the kind", "sorry, 7.5 hours", []string{"2026-01-14 18:00 called Mum"}, none},
		{"an old value that nothing holds", "my 10k time was 51:20 not 52:10", []string{"2026-01-14 18:00 deadlift 3x5 120kg"}, none},
		{"a count of what no entry has", "no, 2 cans", []string{"2026-01-14 18:00 swam 3 min in the lake", "2026-01-14 18:30 slept 7h", "2026-01-14 19:00 bought varnish"}, none},
		{"a number alone, after a note without one", "no, 2", []string{"2026-01-14 18:30 slept 3h", "2026-01-14 19:00 bought varnish"}, none},
		{"the number, but of something else", "no, it was 85 kg, not 80", []string{"2026-01-14 18:00 walked 80 min"}, none},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			res := correct(t, tt.text, tt.notes...)
			if c := res.GetCorrection(); c.GetTargetEntryId() != "" || len(c.GetCandidateEntryIds()) > 0 {
				t.Errorf("%q means %q or %v", tt.text, c.GetTargetEntryId(), c.GetCandidateEntryIds())
			}
			if says := strings.Join(res.GetNotes(), " "); !strings.Contains(says, tt.says) {
				t.Errorf("it says %q, want something on %q", says, tt.says)
			}
		})
	}
}

// Who is taken to correct something and corrects nothing tells it for the first
// time. Of another day it is not known which entry it belongs to.
func TestWhatCorrectsNothingIsANote(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"told for the first time", "my weight was 81.4 kg", "general"},
		{"of another day", "on monday my weight was 81.4 kg", ""},
		{"the old value is named", "my weight was 81.4 kg, not 82", ""},
		{"a request", "delete the 81.4 kg", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			res := correct(t, tt.text, "2026-01-14 18:00 called Mum")
			var domains []string
			for name := range res.GetDomainData().GetFields() {
				domains = append(domains, name)
			}
			if got := strings.Join(domains, " "); got != tt.want {
				t.Errorf("%q holds data of %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

func TestNothingIsTakenBackOrMoved(t *testing.T) {
	t.Parallel()
	notes := []string{"2026-01-13 12:00 dentist, no cavities", "2026-01-14 12:00 lunch: ramen 14 €", "2026-01-14 20:00 curry and a beer"}
	tests := []struct{ name, text, target, says string }{
		{"the last one", "delete the last one", "3", "can't remove a note"},
		{"by its subject", "please remove the ramen", "2", "can't remove a note"},
		{"by its value", "ignore the 14 € one", "2", "can't remove a note"},
		{"what was just said", "scratch that, no beer", "3", "can't remove a note"},
		{"another day", "actually the dentist was monday", "1", "can't move a note"},
		{"to another day", "move the dentist to monday", "1", "can't move a note"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			res := correct(t, tt.text, notes...)
			if c := res.GetCorrection(); c.GetTargetEntryId() != tt.target || len(c.GetChanges()) > 0 {
				t.Errorf("%q means %q of %v and changes %v, want %s and nothing", tt.text, c.GetTargetEntryId(), c.GetCandidateEntryIds(), changesOf(c), tt.target)
			}
			if says := strings.Join(res.GetNotes(), " "); !strings.Contains(says, tt.says) {
				t.Errorf("it says %q, want %q in it", says, tt.says)
			}
		})
	}
	res := correct(t, "scratch that, it was 16 €", notes[:2]...)
	if got := changesOf(res.GetCorrection()); !slices.Equal(got, []string{"money.spending[0].amount.value 14 -> 16"}) {
		t.Errorf("what is said anew is no request: %v, %v", got, res.GetNotes())
	}
}

func TestAHostileCorrectionIsAnswered(t *testing.T) {
	t.Parallel()
	note := "2026-01-14 18:00 " + strings.Repeat("ran 5k, bench 80 kg not 85, 6:30 ", 40)
	for name, text := range map[string]string{
		"without an end":   "no wait it was " + strings.Repeat("not 5 but 6 and was 7, ", 2600),
		"one word":         "typo: " + strings.Repeat("a", 60<<10),
		"marks":            "not " + strings.Repeat("((((....,,,,", 5<<10),
		"numbers":          "should be " + strings.Repeat("1 2 3 4 ", 7<<10),
		"bytes of no text": "it was 5 not 6 " + strings.Repeat("\xff\x00\xfe", 20<<10),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			res := correct(t, text, note)
			if len(res.GetNotes()) == 0 {
				t.Error("nothing is said")
			}
		})
	}
}
