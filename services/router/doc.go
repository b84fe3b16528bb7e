// Package router tells what an input is and which domains bear on it.
//
// Contract: weft.router.v1.RouterService. An input is something to keep (LOG),
// something to answer (QUERY), both, or a change to what was kept (CORRECTION).
// Of BOTH it tells the two parts, of a CORRECTION what it is about, each in the
// user's own words.
//
// Rules judge sentence by sentence: marks and openings of questions, requests
// for information ("show me", "compare"), notes in the imperative ("add milk to
// the list"), and words of correction where something is corrected. What stays
// ambiguous is a LOG: a note kept by mistake harms less than one lost. Domains
// are chosen by their names, terms and descriptions on whole words and their
// stems; who asks for reasons also gets the domains of sleep, recovery and
// stress. Where nothing matches, a question gets every domain.
//
// The base domain is always loaded and is no choice; callers leave it out of
// the domains to choose from, or call it "general".
//
// Failure policy: every text has an answer. Only a time zone that does not exist
// is refused.
package router
