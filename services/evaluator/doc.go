// Package evaluator holds an answer against its evidence before the user sees
// it, on four dimensions. One that fails fails the whole.
//
//   - Accuracy: every number, date, name, quotation and citation stands in the
//     evidence. What the user said when asked is evidence.
//   - Relevance: the answer speaks of what was asked, and of the days asked
//     about; or it says that the notes do not.
//   - Safety: the answer breaks no rule of the domains. What a user wrote may be
//     quoted, whatever it says.
//   - Completeness: every part of the question is addressed, a partial answer
//     says that it is one and names what is missing, and a critical gap is told.
//
// Rules check all of this by code; rules of a domain that are words alone need
// a reader, and the reasoning says how many there are. A model judges these, and
// whether each sentence follows from its evidence, after the code: it can find
// more wrong, never less.
//
// Failure policy: what fails comes with feedback that names the claim and what
// to do. After the third attempt a partial answer is recommended. A rule whose
// expression can't be compiled is an error, never skipped.
package evaluator
