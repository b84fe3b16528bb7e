// Package grounding holds an answer against its evidence: every number, date
// and quotation of the answer has to stand in a note of the evidence, in a
// computed fact, in the question's form, in a gap, or in what the user said when
// asked, and every citation has to name a note, its day, and words that it really
// contains. Claims does so sentence by sentence for what a model wrote, against the
// notes that each sentence cites; Check for an answer as a whole. Words and names are
// not judged: what is none in one language is one in the next.
//
// It is tolerant of form and strict in substance: 5.0 is 5, 1,200 is 1200,
// 7h30 is 7.5 hours, 83.9 may be shown as 84, and 80 kg is not 80 lb. It can't
// tell whether a sentence follows from its evidence; it tells what the sentence
// has no evidence for.
package grounding
