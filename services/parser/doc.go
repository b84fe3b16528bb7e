// Package parser is the agent that turns a note into data: one object per
// domain, by the domain's schema, with the day the note is about, its tags, and
// what is uncertain.
//
// In correction mode it finds the entry and the values that a text such as
// "actually that was 185 not 85 pounds" changes, and says what stood there and
// what stands there now.
//
// Rules fill the schemas by the patterns that the domains declare, and find a
// correction's target by the old value, by a value of the right one's kind, by
// a slip of the hand, by words for the subject, and by words for the day and the
// hour; where the data holds none of it, the entry's own words may: what the domains
// read otherwise with the right number in them changes, if anything.
//
// A model is asked only where it can add something: where a number that a loaded schema
// could hold is left unread beside its subject (observation.Unplaced), or stands beside
// somebody whose it may be (assertion.People). It is shown these sentences with their
// neighbours and what the rules have read, and answers with edits: add, remove, change.
// Code holds each against the text. Its words must stand there, in one sentence. What is
// added has a number that was left unread, read from the words as the extractor reads
// quantities, and names that stand there too; what is changed is read from the sentence
// of the reading; what is removed is given to somebody else by its words. The rest is
// left out and named. Day, time, tags and a correction's target are always the rules'.
// Of a correction a model is asked only where they found the target and no value.
//
// Failure policy: a note in which nothing is found is still a note; its data is
// empty and its confidence low. A schema or pattern that doesn't compile leaves
// its domain out and is named in the notes. Of two entries that a correction
// fits equally well none is the target; both are candidates, and the user
// decides. So does the user where an entry leaves out a part of what the
// correction is about. Nothing is taken back or moved to another day: the notes
// say so.
package parser
