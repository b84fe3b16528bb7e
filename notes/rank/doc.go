// Package rank puts the notes that answer a question best first.
//
// A note is cut into units: lines, and of long lines a few sentences each. What
// is scored is the unit, by BM25, three times over: alone, with its neighbours
// (the answer often stands in the sentence after the one that has the words of
// the question), and as a part of its day. A note is as good as its best unit,
// which can be quoted, for units are byte ranges of the text.
//
// Words of time never decide whether a note is found. Days that a question names
// and words such as "now" add to the score of the notes that they favour.
//
// Nor does what a question is after, or whose it is: a unit with a number, or a day,
// where that is sought, the writer's own where the question says "my", is a little
// better than another as good; a heading, which names what follows, is worse. Words
// that all English is full of weigh less, for in a small vault a common word is as rare
// as one that tells something.
//
// Word vectors were tried (GloVe, 64 to 100 dimensions: the words nearest in meaning as
// further terms, and the best notes ordered anew by the likeness of words and of
// sentences). They moved no figure of the cases: words that are used alike, such as two
// parts of the body, are as near as words that mean the same.
//
// A second pass adds the words that the best units share, at a small weight: who
// asks for "BGL" finds "7.9 after breakfast".
//
// An Index holds the notes in memory. It knows no files: whoever owns the notes
// puts and removes them. Tokens and stems are those of package search.
package rank
