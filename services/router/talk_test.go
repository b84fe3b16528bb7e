package router_test

import (
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

// spoken is a request on Tuesday, November 24, 2026.
func spoken(text string) *pb.RouteRequest {
	return &pb.RouteRequest{
		Context: &commonv1.CallContext{Now: timestamppb.New(time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)), TimeZone: "Europe/Berlin"},
		Text:    text,
		Recent: []*commonv1.Entry{
			{Id: "2026-11-24_08-00-00", Text: "ran 5k\nfelt good"},
			{Id: "2026-11-23_08-00-00", Text: "slept 7 h"},
		},
	}
}

func TestSmallTalkIsAnsweredAndNotKept(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"hello":                  "Hello. Write a note, or ask about your notes.",
		"Hi!":                    "Hello. Write a note, or ask about your notes.",
		"thanks":                 "You're welcome.",
		"Thank you very much.":   "You're welcome.",
		"ok":                     "All right.",
		"OK, thanks":             "You're welcome.",
		"good night":             "Good night.",
		"Good morning Weft":      "Good morning.",
		"hello, good morning!!":  "Good morning.",
		"bye":                    "Goodbye.",
		"Okay then":              "All right.",
		"Cheers, bye!":           "Goodbye.",
		"Vielen Dank!":           "You're welcome.",
		"Gracias, buenas noches": "Good night.",
	} {
		got := route(t, spoken(text))
		if got.GetInputType() != commonv1.InputType_INPUT_TYPE_TALK || got.GetReply() != want || got.GetLogPortion() != "" {
			t.Errorf("%q: %v, want the reply %q", text, got, want)
		}
	}
}

func TestWhatSaysMoreThanSmallTalkIsANote(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"good night, slept 8 h", "hello kitty", "thanks to Ann for the lift", "ok day", "good", "night", "bye bye blackbird",
		"hi 5", "good morning run", "thanks 🎂", "note: hello", "okay, bench 80 kg", "said goodbye",
		"forget the milk", "delete the old photos", "remove that tree", "forgot that", "undo it tomorrow",
		"remind Ann to call", "reminded me to breathe", "remind me to call Ann. Slept 7 h.", "remind me to",
		"remind me as often as you like to breathe",
	} {
		if got := route(t, spoken(text)); got.GetInputType() != log || got.GetReply() != "" || got.GetKeepAs() != "" {
			t.Errorf("%q: %v", text, got)
		}
	}
	for _, text := range []string{"hello", "delete that note", "remind me to call Ann tomorrow"} {
		req := spoken(text)
		req.Intent = log
		if got := route(t, req); got.GetInputType() == commonv1.InputType_INPUT_TYPE_TALK || got.GetLogPortion() != text || got.GetKeepAs() != "" {
			t.Errorf("%q as a note: %v", text, got)
		}
	}
}

func TestWhoWantsANoteDeletedIsToldHow(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"delete that note", "Delete my last note.", "forget that", "please delete the last entry", "scratch that", "cancel that", "Cancel it!", "lösch das wieder", "borra eso"} {
		got := route(t, spoken(text))
		const want = "I can't delete notes from here. The latest by its day and time is “ran 5k”: to delete it, run `weft entries rm 2026-11-24_08-00-00`. `weft entries` shows the ids of others. If only what it plans is off, keep a note that says so."
		if got.GetInputType() != commonv1.InputType_INPUT_TYPE_TALK || got.GetReply() != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	req := spoken("delete that note")
	req.Recent = nil
	if got := route(t, req).GetReply(); got != "I can't delete notes from here. To delete one, find its id with `weft entries`, then run `weft entries rm ID`." {
		t.Errorf("without a note: %q", got)
	}
}

func TestAWishToBeRemindedIsKeptAsATask(t *testing.T) {
	t.Parallel()
	const due = ", due Wed 25 Nov: `weft tasks` lists it."
	for text, want := range map[string][2]string{
		"remind me to call Ann tomorrow":                 {"- [ ] call Ann tomorrow 📅 2026-11-25", "Weft sends no reminders. It kept this as an open task" + due},
		"Remind me tomorrow to call Ann!":                {"- [ ] call Ann tomorrow 📅 2026-11-25", "Weft sends no reminders. It kept this as an open task" + due},
		"can you remind me to call Ann’s mum tomorrow?":  {"- [ ] call Ann’s mum tomorrow 📅 2026-11-25", "Weft sends no reminders. It kept this as an open task" + due},
		"please remind me to pay the rent by Friday":     {"- [ ] pay the rent by Friday 📅 2026-11-27", "Weft sends no reminders. It kept this as an open task, due Fri 27 Nov: `weft tasks` lists it."},
		"set a reminder to buy milk":                     {"- [ ] buy milk", "Weft sends no reminders. It kept this as an open task: `weft tasks` lists it."},
		"remind me to answer yesterday's letter":         {"- [ ] answer yesterday's letter", "Weft sends no reminders. It kept this as an open task: `weft tasks` lists it."},
		"remind me to send the report of May on Tuesday": {"- [ ] send the report of May on Tuesday 📅 2026-11-24", "Weft sends no reminders. It kept this as an open task, due Tue 24 Nov: `weft tasks` lists it."},
	} {
		got := route(t, spoken(text))
		if got.GetInputType() != log || got.GetKeepAs() != want[0] || len(got.GetNotices()) != 1 || got.GetNotices()[0] != want[1] || got.GetLogPortion() != text {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestNoModelIsAskedWhatSmallTalkIs(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"thanks", "delete that note", "remind me to call Ann tomorrow"} {
		got, p := by(t, spoken(text), mind.Model)
		if p.Calls() != 0 || got.GetReply() == "" && got.GetKeepAs() == "" || got.GetProvenance().GetDegraded() {
			t.Errorf("%q: after %d calls: %v", text, p.Calls(), got)
		}
	}
}
