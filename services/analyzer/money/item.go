package money

import "slices"

// A Number is a number of a text, with its currency; "" if it is written bare.
type Number struct {
	Value      float64
	Unit       string
	Start, End int // bytes
}

// A Words is a stretch of a text, in bytes.
type Words struct{ From, To int }

// Has reports whether a byte lies in the stretch.
func (w Words) Has(at int) bool { return w.From <= at && at < w.To }

// A Role is what an amount is to the words that it is of.
type Role int

// The roles.
const (
	Price    Role = iota // what it cost or brought
	Total                // the sum of the items before it
	Part                 // is in another amount: an advance, "of that 20 for me"
	Returned             // came back of what was paid or lent
	Left                 // is still to be paid
	Lent                 // was given to be paid back
	Unmoved              // was asked for, planned, or only compared with
)

// An Item is an amount of money and what it is of.
type Item struct {
	Number
	Role
	Of     []Words // the words that say what it is of
	Around Words   // what was said before and no amount is of: the sentence before, or all of it where Of is empty
	Sure   bool    // a number that is money by what it looks like or by a word for paying
}

// A List is the items of a sentence or of several lines, with what they are all of.
type List struct {
	Head  Words
	Items []Item
}

// Total returns what the text says that the list comes to.
func (l List) Total() (Item, bool) {
	i := slices.IndexFunc(l.Items, func(it Item) bool { return it.Role == Total })
	if i < 0 {
		return Item{}, false
	}
	return l.Items[i], true
}
