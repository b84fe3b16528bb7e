// Package clarifier words the questions that no note can answer.
//
// It asks what an unclear question or correction means, how something is now,
// and for the circumstances only if the notes were searched for them in vain and
// there is no honest answer without them. A subject without any notes is asked
// about only beside something else that is needed: alone, an answer says that
// there are none. What an answer could merely do better with is asked along with
// something that is needed, never alone. At most three questions, the most useful
// first; none that was answered or declined, or whose answer was found. A
// question has the id of its gap, so that it is the same question however often
// it is worded.
//
// A question is worded by its gap's reason and arguments, and none is asked without
// choices: the closest notes are a better answer than "What do you mean?".
//
// Failure policy: no question is a valid result; then there is no explanation.
package clarifier
