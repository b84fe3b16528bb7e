// Package synthesizer writes the answer that a person reads: first what was
// asked, then the evidence by date, then what is not known.
//
// Rules compose it from the analyzer's findings and facts, the words of the
// cited notes and what the user said when asked. They choose, order and frame;
// the only arithmetic is the difference between the two sides of one computed
// fact. No number, name or date enters an answer that is not in its evidence.
// Paragraphs are sent as drafts; together they are the text of the answer.
//
// A model writes from the same material: the facts as code has computed them, the
// findings, and the notes, those first that they stand on. Its words go out as
// drafts as they come. It is told of every number, date, name and quote that
// nothing supports; a sentence that keeps one is taken out, and where nothing is
// left the rules write. What is missing is said by code if the model does not.
//
// Failure policy: there is always an answer. Without data it says so and where
// was looked; with too little it says what it can and what would be needed.
// Feedback on an earlier answer takes out what it objects to.
package synthesizer
