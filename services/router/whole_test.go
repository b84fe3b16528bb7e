package router_test

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	"github.com/weft-mesh/weft/services/router"
)

func TestTheNoteIsAllThatIsNotTheQuestion(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, log, query string }{
		"behind an initial":               {"K. 21.4 kg today. how much did she gain?", "K. 21.4 kg today.", "how much did she gain?"},
		"behind an initial like a food's": {"P. 7 leeks up. when did I sow them?", "P. 7 leeks up.", "when did I sow them?"},
		"an initial before a verb":        {"K. was 21.4 kg today, is that more than last week?", "K. was 21.4 kg today", "is that more than last week?"},
		"an initial amid the note":        {"Met K. was tired, is that usual on Mondays?", "Met K. was tired", "is that usual on Mondays?"},
		"behind a title":                  {"Dr. K. says rest. when did I last see her?", "Dr. K. says rest.", "when did I last see her?"},
		"behind a shortened word":         {"Saw z. B. Anna. When did we last meet?", "Saw z. B. Anna.", "When did we last meet?"},
		"a heading of a time":             {"Monday. Ran 5k. How far did I run last week?", "Monday. Ran 5k.", "How far did I run last week?"},
		"a time behind the note":          {"Ran 5k. This morning. How far did I run last week?", "Ran 5k. This morning.", "How far did I run last week?"},
		"a greeting":                      {"Hello! Ran 5k. How far did I run last week?", "Hello! Ran 5k.", "How far did I run last week?"},
		"an announcement":                 {"Ran 5k. Quick question: how far did I run last week?", "Ran 5k.", "Quick question: how far did I run last week?"},
		"thanks":                          {"Ran 5k. How far did I run last week? Thanks!", "Ran 5k.", "How far did I run last week? Thanks!"},
		"a question first":                {"How far did I run last week? Thanks! Ran 5k with K. today.", "Ran 5k with K. today.", "How far did I run last week? Thanks!"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := route(t, &pb.RouteRequest{Text: c.text, Domains: shipped(t)})
			if got.GetInputType() != both || got.GetLogPortion() != c.log || got.GetQueryPortion() != c.query {
				t.Errorf("%v: note %q, question %q", got.GetInputType(), got.GetLogPortion(), got.GetQueryPortion())
			}
		})
	}
}

// The note and the question put together are the input, but for what joins them. Where
// notes and questions alternate, one of them is all of it.
func TestNoWordOfAnInputIsLost(t *testing.T) {
	t.Parallel()
	parts := []string{
		"K.", "P.", "Dr.", "z. B.", "No. 5", "21.4 kg today.", "7 leeks up.", "ran 5k", "Slept 7 h.", "12.03. dentist.", "…", "\n", ",", "and", "but", "-", "(so)",
		"Hi!", "Thanks!", "Quick question:", "Monday.", "This morning.", "yesterday", "Squats.", "\"Are we poor? No.\"", "- milk", "1. eggs", "Felt good!",
		"how much did she gain?", "When did I sow them?", "why?", "how did I sleep last week", "what should I do today?", "Only the ones over 10k.",
	}
	rapid.Check(t, func(rt *rapid.T) {
		text := strings.TrimSpace(strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 1, 8).Draw(rt, "parts"), " "))
		if text == "" {
			return
		}
		got := route(t, &pb.RouteRequest{Text: text})
		note, question := got.GetLogPortion(), got.GetQueryPortion()
		if got.GetInputType() != both || note == text || question == text {
			if got.GetReply() == "" && note != text && question != text && (note == "" || question == "") {
				rt.Fatalf("%q: note %q, question %q", text, note, question)
			}
			return
		}
		for _, order := range [][2]string{{note, question}, {question, note}} {
			rest, first := strings.CutPrefix(text, order[0])
			between, last := strings.CutSuffix(rest, order[1])
			if first && last && onlyJoins(between) {
				return
			}
		}
		rt.Fatalf("%q: note %q, question %q", text, note, question)
	})
}

// onlyJoins reports whether a text has nothing but marks, blanks and words that join.
func onlyJoins(text string) bool {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if !router.Joins(strings.ToLower(w)) {
			return false
		}
	}
	return true
}
