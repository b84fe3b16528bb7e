// Package extract fills the schemas of domains from plain text, by the patterns
// that the domains declare. It knows no domain itself: what an exercise is, or
// how people write down a night, stands in the domains' data, and
// docs/domains.md describes the language for those who write them.
//
// It never invents. A value that the text doesn't hold is absent, what the text
// denies or only plans ("skipped squats", "tomorrow 5k") is no event, and what
// breaks the domain's JSON Schema is left out and said so.
//
// Compile once per set of schemas and use the Extractor from as many goroutines
// as you like. Extract does both for a single note.
//
// # From text to data
//
// The text becomes tokens: words, numbers, signs, and stretches that no match
// reads, such as code, links and dates (token.go). Package told numbers its
// sentences, here called clauses, and finds what is no event of the writer's
// (unreal.go); package quantity finds its quantities. Words that a match may pass
// over, and such as end a part of a clause, stand in words.txt (words.go).
//
// Each domain then reads the tokens by itself, from left to right (find.go). At a
// token those patterns are tried that can begin with it and for which the rest
// of the clause holds what they can't do without (needs.go); the longest match
// counts, then the pattern that stands first, and the next match begins behind
// it. A match of a stretch that is no event is left out, and takes its text with
// it all the same: "didn't run 5k" leaves no "5k" to another pattern.
//
// The matches become objects by their templates, inheriting what earlier ones
// captured (build.go); objects that complete others are joined; what the schema
// refuses is dropped, units are settled, and what is left is the domain's data
// (extract.go, units.go).
//
// # The pattern machine
//
// A pattern compiles to a program of a small backtracking machine (pattern.go,
// match.go) with these instructions:
//
//	word     the next token is this word
//	slot     the next tokens are a value of one of the slot's types (slot.go, clock.go, elapsed.go, items.go)
//	split    one of several ways, in their order: (a|b), and [a] with "nothing" last
//	gap      "...": up to six words, as few as possible
//	start    "^": only signs and fillers stand before, in the clause
//	stop     "$": only signs follow in the clause
//	part     ";": a comma, another sign, a conjunction or the clause's end follows
//	after    "&" and "&&": the match before ended here
//	told     "{<name}": an earlier match of the paragraph captured that slot
//
// Word and slot pass over signs and fillers that stand before what they look for.
// Except for a list of lines no match leaves its clause.
//
// An attempt ends without a match after maxSteps instructions, patterns are
// bounded in length and depth, and at each token every pattern is tried at most
// once: the time for a text grows with its length, whatever the patterns are.
// What slots read at a token is remembered for the patterns that ask again
// (memo.go).
package extract
