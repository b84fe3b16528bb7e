// Package router tells what an input is and which domains bear on it.
//
// Contract: weft.router.v1.RouterService. An input is something to keep (LOG),
// something to answer (QUERY), both, or a change to what was kept (CORRECTION).
// Of BOTH, and of a CORRECTION that asks something too, it tells the two parts,
// of a CORRECTION what it is about, each in the user's own words.
//
// Rules read each clause by a small grammar. What quotes or reports somebody
// else's question tells, and so does one that is rhetorical, a joke, or answered
// at once. A clause asks if a question word opens it (wh.go), if a verb stands
// before its subject (inversion.go; notes drop theirs, so the rest must go on as
// only a question does), if it frames what its writer wants to know ("no idea
// when …", "would be good to see …", frame.go), if it requests what notes can
// tell, by its mark, or if it is a bare phrase that names something and tells
// nothing of it ("hrv trend", "dives below 15 m", lookup.go). Whether it does, cues
// tell that add up (sought.go): what notes hold many of, a stretch of time, a clause
// that says which speak for it, verbs and judgements against it. A mark that only
// doubts a value or makes a guess ("slept maybe 6h?") asks nothing. What announces
// a question or refines it is part of it. The same grammar finds where a sentence
// goes over from a note to a question or back. A correction is
// known by traces that add up too (correct.go): a word taken back, an error owned
// up to, what was kept spoken of, one value beside another, a full sentence where a
// note would have dropped its verb. Where they don't suffice, it counts how much
// speaks for it that one of the latest entries tells the same thing otherwise
// (recent.go). What stays ambiguous is a LOG: a note kept by mistake harms less than
// one lost. The verbs, the classes of words, the idioms and the
// forms of corrections are tables in words/.
//
// Each part of BOTH is verbatim and in one piece; where notes and questions
// alternate, it is the whole text. Together they hold every word but those that
// greet, announce or join. English is read; of other
// languages only marks and the common question words.
//
// A model mind tells the same, in a form. Its parts must stand in the input word
// for word and its domains on the list; what the caller knows it can't overrule,
// and a note with a faulty part is kept whole.
//
// By rules, domains are chosen by their names, their terms, and words that one description
// alone has, on whole words in any number and tense; who asks for reasons also gets the
// domains of sleep, recovery and stress. Where nothing matches, only a question
// about how things are going and bare notation ("80kg 3x5") get every domain.
//
// The base domain is always loaded and is no choice; callers leave it out of
// the domains to choose from, or call it "general".
//
// Failure policy: every text has an answer, emojis and nothing at all are a LOG.
// Only a time zone that does not exist is refused. The time a text takes grows
// about with its length; the worst that was tried took 0.7 s for 60 KiB.
package router
