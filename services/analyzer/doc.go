// Package analyzer is the agent that says what notes tell about a question, and
// whether that is enough to answer it. Its contract is weft.analyzer.v1.
//
// The question comes as a form (see package query), so nothing here reads its
// words. A form that is admitted is computed from declared values by package
// observation; every other one is answered by quoting notes, best first:
//
//   - what has every word of the question, else what comes closest, with a gap
//     that says so (quote.go), by the words that the question points at (point.go),
//     the latest or the next first where they are asked for (order.go);
//   - for why, sentences that give a reason in words, and what goes together over
//     declared values (why.go); for advice, restrictions first (advice.go); for a
//     comparison each side, for a development the first note and the latest
//     (spread.go);
//   - how many notes mention a term, where all of them were searched (mention.go);
//   - tasks by their lines (task.go).
//
// Nothing is totalled over values that were cut or a search that did not finish,
// and nothing is called absent by such a search: it is an outage. How the user is
// right now, and a question that can be read in two ways, are gaps for the user to
// fill; what he says is a finding (said.go). The verdict comes last (judge.go).
//
// An analysis has no state, so a failed call may be repeated anywhere. A request
// that breaks a bound, a time zone that is not known or a range that can't be read
// is INVALID_ARGUMENT; there is no other failure of its own.
package analyzer
