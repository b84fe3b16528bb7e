package analyzer

import (
	"fmt"

	"github.com/weft-mesh/weft/notes/stat"
)

// An evidence is what is known of a value besides the value: what speaks against its
// being of what was asked.
type evidence struct {
	values   stat.Series // that it was made of
	subject  string      // as the question names it
	on       int         // notes on the subject
	other    int         // of these, those that give a number of another kind
	asked    bool        // the question says of which kind the number is
	rest     int         // notes on the subject that add nothing to the sum
	priced   bool        // it is a sum of money
	apart    bool        // the value, or one that it adds up, lies far from the others
	unheeded bool        // the question has words that the value does not take into account
	unnamed  bool        // the question names nothing that the value is of
	domain   bool        // the value is of what a domain reads
	lone     bool        // the question supposes several values, and there is one
	best     bool        // the value is the first or last of them in order
	loose    bool        // some of the values stand near the subject, and need not be of it
	once     bool        // the question is on one thing that is paid once, and the value adds up several
}

// A trust is how far a value may be taken for what was asked.
type trust int

const (
	trusted  trust = iota // it is told
	reserved              // it is told with the reason to doubt it
	withheld              // it is not told as a value
)

// A signal is one reason to doubt a value.
type signal struct {
	weight func(evidence) int
	reason func(evidence) string
}

// From which weight of all signals on a value is told with a reservation, and not
// told at all.
const (
	reserves  = 2
	withholds = 5
)

// signals are the reasons to doubt a value, the gravest of which is told.
var signals = []signal{
	{ // words of the question that the value does not know, which the answer names
		func(e evidence) int {
			if e.unheeded {
				return 2
			}
			return 0
		},
		func(evidence) string { return "" },
	},
	{ // the values lie so far apart that they can't all be of one thing
		func(e evidence) int {
			if e.apart {
				return 4
			}
			return 0
		},
		func(e evidence) string {
			return fmt.Sprintf("the numbers that it is made of lie so far apart that not all of them may be of %s", e.subject)
		},
	},
	{ // one value of several
		func(e evidence) int {
			if e.lone {
				return 2
			}
			return 0
		},
		func(e evidence) string { return fmt.Sprintf("only one number was found for %s", e.subject) },
	},
	{ // the first of them may be among those that are not known
		func(e evidence) int {
			if e.best && e.on >= 4 && 2*e.on >= 5*len(e.values) {
				return 2
			}
			return 0
		},
		func(e evidence) string {
			return fmt.Sprintf("most notes on %s give no number that I can read", e.subject)
		},
	},
	{ // most notes on it measure something else
		func(e evidence) int {
			switch n := len(e.values); {
			case e.asked || e.domain || e.other <= n:
				return 0
			case e.other >= 3*n:
				return 3
			}
			return 2
		},
		func(e evidence) string {
			return fmt.Sprintf("most notes on %s give another kind of number", e.subject)
		},
	},
	{ // what the other notes add may be much
		func(e evidence) int {
			known := mostKnown
			if e.priced {
				known = mostPriced
			}
			if e.rest > 0 && e.rest*known >= e.on {
				return 1 // the answer says how many give none
			}
			return 0
		},
		func(e evidence) string {
			return fmt.Sprintf("other notes on %s give no number, and may add to it", e.subject)
		},
	},
	{ // nothing that the question names
		func(e evidence) int {
			if e.unnamed {
				return withholds
			}
			return 0
		},
		func(evidence) string { return "the question does not name what it is of" },
	},
	{ // one thing, several amounts
		func(e evidence) int {
			if e.once || e.loose {
				return 2
			}
			return 0
		},
		func(e evidence) string {
			if len(e.values) == 1 {
				return fmt.Sprintf("the amount may be of something else than %s", e.subject)
			}
			return fmt.Sprintf("some of the amounts may be of something else than %s", e.subject)
		},
	},
}

// leap is by how many times the values of one thing hardly ever lie above or below
// the one in their middle.
const leap = 10

// Of how many notes one may lack its number before what it adds may be much: of deeds,
// each of which has one, of ten; of things that cost something now and then, every
// other.
const (
	mostKnown  = 10
	mostPriced = 2
)

// weigh says how far a value may be trusted, and the gravest reason not to.
func weigh(e evidence) (trust, string) {
	sum, gravest, reason := 0, 0, ""
	for _, s := range signals {
		w := s.weight(e)
		if sum += w; w > gravest {
			gravest, reason = w, s.reason(e)
		}
	}
	switch {
	case sum >= withholds:
		return withheld, reason
	case sum >= reserves:
		return reserved, reason
	}
	return trusted, ""
}
