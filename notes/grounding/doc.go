// Package grounding holds an answer against its evidence: every number, date,
// name and quotation of the answer has to stand in what was retrieved, computed
// or said by the user, and every citation has to name a retrieved entry, its
// day, and words that it really contains.
//
// It is tolerant of form and strict in substance: 5.0 is 5, 1,200 is 1200,
// 7h30 is 7.5 hours, 83.9 may be shown as 84, and 80 kg is not 80 lb. It can't
// tell whether a sentence follows from its evidence; it tells what the sentence
// has no evidence for.
package grounding
