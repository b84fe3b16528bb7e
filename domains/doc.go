// Package domains loads domain modules: what the agents know about strength
// training, sleep, money and so on, as data.
//
// A domain is a YAML file with a description, vocabulary, names, a JSON Schema
// of what an entry holds, patterns that find it in plain text, expertise, what bears on it, rules
// for answers, guidance for the global context, and examples. docs/domains.md
// describes the format. The domains in data/ ship with the binary; users add
// folders of their own, and a user's domain replaces the shipped one of its
// name.
package domains
