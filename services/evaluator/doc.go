// Package evaluator holds an answer against its evidence before the user sees
// it, on four dimensions. One that fails fails the whole.
//
//   - Accuracy: every number, date, quotation and citation stands in the
//     evidence. What the user said when asked is evidence.
//   - Relevance: the answer tells something of what was found.
//   - Safety: the answer breaks no rule of the domains, leaves out no
//     restriction that was found, and advises nothing where rules gave none.
//     What a user wrote may be quoted, whatever it says.
//   - Completeness: every part of the question is told a finding on, or what is
//     missing for it; a partial answer names its critical gaps.
//
// Rules check all of this by code, by the types of findings, facts and gaps;
// rules of a domain that are words alone need a reader, and the reasoning says
// how many there are. A model judges these, and whether each sentence follows
// from its evidence, after the code: it can find more wrong, never less. Of an
// answer that a model wrote, code judges accuracy, each sentence by the notes that it
// cites, and the rules that have expressions: the rest may be in words that code
// can't read.
//
// Failure policy: what fails comes with feedback that names the claim and what
// to do. After the third attempt a partial answer is recommended. A rule whose
// expression can't be compiled is an error, never skipped.
package evaluator
