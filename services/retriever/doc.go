// Package retriever reads notes for the mesh.
//
// Role: it carries out the planner's retrieval instructions on a store and
// returns every entry in their scope. It is the only agent that reads entries.
//
// Contract: weft.retriever.v1.RetrieverService, over gRPC, and over NATS on
// weft.retrieve.<tenant> for a queue group (Attach), where the parts of one
// retrieval are shared among all retrievers that run.
//
// Mind: it judges nothing and so has only rules. Search terms are widened by the
// request's vocabulary, both ways; matching is on whole tokens by stem, over
// text, tags and the names in the parsed data. A topic of several words is found
// where its words stand together, and where all of them that say something stand
// anywhere in the note. A question has the notes that bear on it ranked, and of each
// what answers best; one for the last or the first time of something has the newest or
// the oldest notes that name it come first, of all there are. Only when the scope holds
// more than max_entries is it ranked and cut; instructions then take turns, so that a
// comparison keeps both its sides. What is found comes with the corrections that mend it, also where
// they were written after the days that were asked for. Values of declared fields
// come of every note that has some, with the notes on the same that were not read
// whole (package observation); only the limit of the request cuts them, and then how
// many there are is told.
//
// Failure policy: a broken range or pattern is the caller's mistake
// (INVALID_ARGUMENT). A store that can't be read is UNAVAILABLE, worth another
// try elsewhere. A single file that can't be read costs its own notes and is told
// as a warning, as is a scope that was cut.
package retriever
