// Package extract fills the schemas of domains from plain text, by the patterns
// that the domains declare. It knows no domain itself: what an exercise is, or
// how people write down a night, stands in the domains' data, and
// docs/domains.md describes the language.
//
// It never invents. A value that the text doesn't hold is absent, what the text
// denies or only plans ("skipped squats", "tomorrow 5k") is no event, and what
// breaks the domain's JSON Schema is left out and said so.
//
// Compile once per set of schemas and use the Extractor from as many goroutines
// as you like. Extract does both for a single note.
package extract
