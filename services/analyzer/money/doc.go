// Package money reads the amounts of money of a note: which of its numbers they
// are, which words say what each was for, and what it is to these: a price, a
// part or the total of what is listed, what came back, what is left to pay.
//
// People write lists. "Sam shoes 38, ellie blazer £42" has two items, and so has
// "presents: slippers 42, book 38. = 80", with a head that both are of and a
// total. What stands nearest to a word is often the price of its neighbour, so
// an amount is given to words by the signs and small words between them.
//
// Reading knows grammar and no things: what a word stands for, and whether a
// note tells what happened, is for those who ask.
package money
