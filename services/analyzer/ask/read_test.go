package ask_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

var names = map[ask.Aggregate]string{
	ask.List: "list", ask.Sum: "sum", ask.Count: "count", ask.Average: "average", ask.Median: "median", ask.Best: "best", ask.Least: "least",
	ask.Spread: "spread", ask.Last: "last", ask.First: "first", ask.Whether: "whether", ask.Trend: "trend", ask.Gap: "gap", ask.Streak: "streak", ask.Skipped: "skipped",
}

// written is a query in one line, without what it has not.
func written(q *ask.Query) string {
	out := []string{names[q.Aggregate]}
	add := func(name string, v any) {
		if s := fmt.Sprint(v); s != "" && s != "0" && s != "false" {
			out = append(out, name+" "+s)
		}
	}
	add("of", q.Dimension)
	add("in", q.Unit)
	add("noun", q.Noun)
	if q.Limit != nil {
		add("limit", q.Limit.Text)
	}
	for _, s := range q.Sizes {
		add("size", strings.TrimSpace(s.Text))
	}
	add(q.Few.Word, q.Few.N)
	add("nth", q.Nth)
	add("place", q.Rank.Place)
	add("few", q.Rank.Few)
	add("per", q.Per)
	if q.Which {
		add("which", q.By)
	} else {
		add("by", q.By)
	}
	for _, i := range q.Intervals {
		from, to := "today", "today"
		if i.From != nil {
			from = i.From.Name
		}
		if i.To != nil {
			to = i.To.Name
		}
		add("from", from+" to "+to)
	}
	if q.Occasion != nil {
		add(q.Occasion.Beside, q.Occasion.Event.Name)
	}
	if q.Attribute != nil {
		add("tells", q.Attribute.What)
	}
	return strings.Join(out, ", ")
}

func TestAQuestionIsReadIntoWhatItComputes(t *testing.T) {
	t.Parallel()
	today, err := notes.ParseDay("2026-02-23")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"show me my runs":                                "list",
		"how far did I run in May?":                      "sum, of length",
		"km in january":                                  "sum, of length, in km",
		"how many pages did I read":                      "count, noun pages",
		"how many times did I swim":                      "count",
		"median sleep in hours":                          "median, of duration, in h",
		"third longest run":                              "best, place 3",
		"my two heaviest deadlifts together":             "best, few 2",
		"my last 3 runs":                                 "list, last 3",
		"fastest 5k":                                     "best, size 5k",
		"nights under 6 hours":                           "count, of duration, limit under 6 hours",
		"runs of 10 km or more":                          "count, of length, limit 10 km or more",
		"which month had the most migraines":             "best, which month",
		"coffee by weekday":                              "list, by weekday",
		"how much do I spend on coffee a week":           "sum, of money, per week",
		"migraines per month":                            "count, per month",
		"how many days between the exam and the party":   "count, from the exam to the party",
		"how many weeks until my exam":                   "count, from today to exam",
		"how long did I sleep the night before the race": "sum, of duration, from today to race, before race",
		"difference between my longest and shortest run": "spread",
		"longest time without a run":                     "gap",
		"what colour is the lamp":                        "list, tells the colour",
	} {
		if got := written(ask.Read(text, commonv1.QueryType_QUERY_TYPE_SIMPLE, today)); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}
