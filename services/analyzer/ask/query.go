package ask

import (
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// An Aggregate is what becomes of the values of the entries.
type Aggregate int

// The aggregates.
const (
	List    Aggregate = iota // show me, or the sentence that says it
	Sum                      // how much, how far, how long
	Count                    // how many times, how often
	Average                  // on average, typical
	Median                   // median
	Best                     // best, longest, heaviest, record
	Least                    // least, shortest, lightest
	Spread                   // from the least to the best
	Last                     // when did I last
	First                    // when did I first
	Whether                  // did I
	Trend                    // how is my progress
	Gap                      // longest break
	Streak                   // longest streak
	Skipped                  // how often did I not
)

// A Query is a question as it is computed.
type Query struct {
	Text   string
	Tokens []search.Token
	Kind   commonv1.QueryType

	Aggregate Aggregate

	// The measure.
	Dimension string // of the quantity asked for, "" for any
	Unit      string // in which it is asked for, "" for the notes' own
	Noun      string // what is counted: "pages" in "how many pages"

	// The entries.
	Limit        *Limit              // an amount that they are held to
	Sizes        []quantity.Quantity // lengths that they are of: "fastest 5k"
	Restrictions []Restriction       // what else says which of them count
	Few          Few                 // the last few of them, or the first
	Nth          int                 // the one in this place of time, 0 for none
	// Places are those in time of the elements of a series that are asked for.
	Places []Place
	Began  bool // where it started is asked for
	Weeks  int  // on how many days of each week in a row it was, 0 for any streak

	// The order and the groups.
	Rank  Rank   // where in the order of the values
	By    Period // each of these has a value of its own
	Which bool   // of these the one with most is asked for, or least
	Per   Period // the whole as a rate

	Contrast  *Contrast  // two kinds of days that are held against each other
	Intervals []Interval // the days between two things; the likeliest first
	Coming    *Event     // what lies ahead, where it asks when that is; it is the first of the intervals
	Moment    *Moment    // that whose day it asks for, which notes tell or were written on
	Occasion  *Occasion  // what places it in time
	Attribute *Attribute // what a note on it has to tell
	Seek      Seek       // what a sentence that answers it has
	traits    Trait
	heed      heed // the words that these readings took
	times     heed // those of them that name times
}

// A Few is the last few entries, or the first.
type Few struct {
	N    int // 0 for all
	Word string
}

// First reports whether the first few are meant.
func (f Few) First() bool { return f.Word == "first" }

// Is reports whether the question has all of these traits.
func (q *Query) Is(t Trait) bool { return q.traits&t == t }

// Has reports whether the question has one of the phrases.
func (q *Query) Has(phrases ...Phrase) bool {
	for _, ph := range phrases {
		if search.Contains(q.Tokens, ph) {
			return true
		}
	}
	return false
}

// Counts reports whether the question counts what happened.
func (q *Query) Counts() bool {
	switch q.Aggregate {
	case Count, Whether, Streak, Gap, Skipped:
		return true
	}
	return false
}

// OfDeeds reports whether the question asks for what was done and not how two
// things go together: "when did I last run with Lena".
func (q *Query) OfDeeds() bool { return q.Aggregate != List && q.Aggregate != Trend }

// AsksNow reports whether the question asks how something is now.
func (q *Query) AsksNow() bool { return q.Is(Present) || q.Is(Habitual) || q.Is(Now) }

// Sought reports whether the question asks for one thing that a sentence of the
// notes says, and not to be shown notes.
func (q *Query) Sought() bool { return q.Is(Seeking) && !q.Is(Requesting) }

// Valued reports whether a question for one thing asks for a quantity of its
// subject: the pace of a run, the dose of a medicine.
func (q *Query) Valued() bool {
	return q.Aggregate == List && q.Attribute == nil && (q.Dimension != "" || q.ValuedNow())
}

// ValuedNow reports whether the question asks what a value is or was.
func (q *Query) ValuedNow() bool { return q.AsksNow() || q.Is(Was) }

// Ranked reports whether the question asks for places in an order.
func (q *Query) Ranked() bool { return q.Rank != Rank{} }
