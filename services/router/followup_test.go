package router_test

import (
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

// asked routes a question as the last turn of a session, on a Friday of October 2026.
func asked(t *testing.T, text string, session ...string) *pb.RouteResponse {
	t.Helper()
	return route(t, &pb.RouteRequest{
		Context: &commonv1.CallContext{Now: timestamppb.New(time.Date(2026, 10, 16, 9, 0, 0, 0, time.UTC)), TimeZone: "Europe/Berlin"},
		Text:    text, Session: session, Domains: shipped(t),
	})
}

func TestAFollowUpIsCompletedByTheQuestionBeforeIt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, want, text string
		session          []string
	}{
		{"by another time", "How far did I run in September?", "and in September?", []string{"How far did I run last month?"}},
		{"by a time that the question had none of", "How far did I run in September?", "and in September?", []string{"How far did I run?"}},
		{"by a bare month", "How far did I run in August?", "what about August?", []string{"user: How far did I run in July?", "weft: 42 km."}},
		{"by a bare day", "How far did I run yesterday?", "and yesterday?", []string{"How far did I run on Monday?"}},
		{"by the month before", "How far did I run in August 2026?", "and the month before?", []string{"How far did I run last month?"}},
		{"by the week before", "How far did I run from 2026-09-28 to 2026-10-04?", "the week before?", []string{"How far did I run last week?"}},
		{"by the day after", "How far did I run on 2026-10-13?", "and the day after?", []string{"How far did I run on Monday?"}},
		{"by the week after a day", "How far did I run from 2026-10-01 to 2026-10-07?", "the week after?", []string{"How far did I run on 2026-09-30?"}},
		{"by the year before", "How far did I run in 2025?", "the year before?", []string{"How far did I run this year?"}},
		{"by an extreme", "Which was the heaviest of the squats in September?", "which was the heaviest?", []string{"How many squats did I do in September?"}},
		{"by what stands behind the same preposition", "How much did I spend on tea last month?", "and on tea?", []string{"How much did I spend on coffee last month?"}},
		{"by another term of the domain", "How many bench press sets did I do in May?", "and bench press?", []string{"How many squat sets did I do in May?"}},
		{"by a completed one", "How far did I run in July?", "and in July?", []string{"How far did I run last month?", "weft: 12 km.", "and in August?"}},
		{"by what it is compared with", "How far did I run last month compared to August?", "was it more than in August?", []string{"How far did I run last month?"}},
		{"by what it is compared with and no verb", "How far did I run last month compared to the month before?", "more than the month before?", []string{"How far did I run last month?"}},
		{"by what else it is compared with", "How far did I run last month compared to July?", "and in July?", []string{"How far did I run last month?", "was that less than in August?"}},
		{"by another comparison", "How far did I run last month compared to July?", "is that further than in July?", []string{"How far did I run last month?", "was that less than in August?"}},
		{"by the time of the question before", "how long did I sleep last week?", "and how long did I sleep?", []string{"How far did I run last week?"}},
		{"by the day of the question before", "what did I eat on Monday?", "and what did I eat?", []string{"How far did I run on Monday?", "weft: 5 km."}},
		{"by another day of what is on", "what's on tomorrow?", "and tomorrow?", []string{"what's on today?"}},
		{"by another weekday of what is on", "what is on Friday?", "and on Friday?", []string{"what is on today?"}},
		{"past a note", "How far did I run in August?", "and in August?", []string{"How far did I run last month?", "had soup for lunch"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := asked(t, c.text, c.session...)
			if got.GetInputType() != query || got.GetQueryPortion() != c.want || got.GetCompletedFrom() != c.text || got.GetUnclearReference() {
				t.Errorf("got %q of %q, unclear: %v, %v", got.GetQueryPortion(), got.GetCompletedFrom(), got.GetUnclearReference(), got.GetInputType())
			}
		})
	}
}

func TestWhatAFollowUpCanNotTellWithCertaintyIsSaidToBeUnclear(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		session    []string
	}{
		{"a pronoun for nothing", "is it better?", nil},
		{"one of nothing", "which one?", nil},
		{"an extreme of nothing", "which was the heaviest?", nil},
		{"the week before no week", "and the week before?", nil},
		{"one of two times", "and in July?", []string{"Did I run more in May than in June?"}},
		{"an extreme of two things", "which was the longest?", []string{"How many runs and swims did I do in May?"}},
		{"a comparison with nothing", "was it more than in January?", nil},
		{"a comparison with nothing that was asked", "more than in January?", []string{"had soup for lunch"}},
		{"a reason for nothing", "why?", []string{"had soup for lunch"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := asked(t, c.text, c.session...)
			if !got.GetUnclearReference() || got.GetQueryPortion() != c.text || got.GetCompletedFrom() != "" {
				t.Errorf("got %q of %q, unclear: %v", got.GetQueryPortion(), got.GetCompletedFrom(), got.GetUnclearReference())
			}
		})
	}
}

// What takes up a question tells nothing, and is kept as no note.
func TestWhatTakesUpAQuestionIsNoNote(t *testing.T) {
	t.Parallel()
	session := []string{"user: How far did I run in January?", "weft: 42 km."}
	for text, want := range map[string]string{
		"no, in February": "How far did I run in February?", "in February": "How far did I run in February?",
		"and now?": "", "really?": "", "not that": "", "the second one": "", "that one": "",
	} {
		got := asked(t, text, session...)
		if completed := got.GetCompletedFrom() != ""; got.GetInputType() != query || got.GetLogPortion() != "" || completed != (want != "") || completed && got.GetQueryPortion() != want || completed == got.GetUnclearReference() {
			t.Errorf("%q is %v, %q, unclear: %v", text, got.GetInputType(), got.GetQueryPortion(), got.GetUnclearReference())
		}
		if got := asked(t, text, append(session, "user: had soup")...); strings.HasPrefix(text, "the ") && got.GetInputType() != log {
			t.Errorf("%q behind a note is %v", text, got.GetInputType())
		}
	}
	for _, text := range []string{"Ran 5 km", "good run today", "now 78.2", "no, 95 kg", "the second coffee"} {
		if got := asked(t, text, session...); got.GetLogPortion() != text {
			t.Errorf("%q is %v, of which %q is kept", text, got.GetInputType(), got.GetLogPortion())
		}
	}
}

func TestAQuestionThatIsCompleteIsLeftAsItIs(t *testing.T) {
	t.Parallel()
	session := []string{"How far did I run last month?"}
	for _, text := range []string{
		"Did I run more than in May?", "was the last run longer than in May?", "How did I sleep in May?", "and how did I sleep in May?", "is it normal that my knee hurts?", "what did the doctor say?",
		"how long has it been since I ran?", "how long did I sleep?", "and where does Tom live?", "show me last week", "Ran 8 km today. Is it more than last week?",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			if got := asked(t, text, session...); got.GetCompletedFrom() != "" || got.GetUnclearReference() {
				t.Errorf("got %q of %q, unclear: %v", got.GetQueryPortion(), got.GetCompletedFrom(), got.GetUnclearReference())
			}
		})
	}
}
