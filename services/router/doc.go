// Package router tells what an input is and which domains bear on it.
//
// Contract: weft.router.v1.RouterService. An input is something to keep (LOG),
// something to answer (QUERY), both, or a change to what was kept (CORRECTION).
// Of BOTH, and of a CORRECTION that asks something too, it tells the two parts,
// of a CORRECTION what it is about, each in the user's own words. What stays
// ambiguous is a LOG: a note kept by mistake harms less than one lost.
//
// Rules cut a text into sentences and clauses and read each by forms, which are
// data in words/: question.txt has forms of words, grammar.txt forms of classes of
// words, classes.txt and verbs.txt the classes, cues.txt and correction.txt forms
// with a weight each. A clause asks if it begins as a question or a request does,
// or by its mark, unless it quotes, is rhetorical or is answered at once. A bare
// phrase asks if cues that name something to look up outweigh those that tell of
// it ("hrv trend", "dives below 15 m"). A text corrects if its traces outweigh what
// speaks against them; beside those that don't suffice, one of the latest entries
// may tell the same thing otherwise (restate.go).
// What is put away by "not" must stand in one of them, where there are any; a text that
// only compares, denies or tells of several values tells nothing otherwise.
//
// A question that leaves out what the last one of the session has ("and in
// September?") is completed from it (followup.go), where that is certain.
//
// Each part of BOTH is verbatim and in one piece; where notes and questions
// alternate, it is the whole text. Together they hold every word but those that
// greet, announce or join. Rules read English; of other languages only marks and the
// common question words.
//
// A model is asked where rules are not certain (certain.go): of what may be a note as
// well as a question, of what is not in English, and of a question that leans on words
// outside it. It tells the same, in a form, and what the question means: made whole, with
// words to search for, what is wanted and the days (understand.go). Its parts must stand
// in the input word for word; what the caller or the rules know it can't overrule, and a
// note with a faulty part is kept whole. Follow-ups that rules complete remain as they
// have them.
//
// Where there are tools, what has the form of a request for what one of them does may be
// an ACTION (act.go). A model tells; rules are sure only where the program is named.
//
// Where wishes may be planned, what asks for a plan over weeks and says nothing else is a
// GOAL (goal.go).
//
// Domains are chosen by code, of what a model has read by its words too: by their
// names, their terms, and words that one description alone has, on whole words in any number and tense; who asks for
// reasons also gets the domains of sleep, recovery and stress, and a question without
// a subject of its own all of them. The base domain is always loaded and is no choice.
// Whatever is chosen, a note is read by every domain that finds a value in it.
//
// Failure policy: every text has an answer, emojis and nothing at all are a LOG.
// Only a time zone that does not exist is refused. The time a text takes grows
// about with its length.
package router
