// Package assertion finds the parts of a text that do not assert what its writer
// did or had: what the text negates, plans, asks, quotes, or says of somebody
// else ("skipped squats", "want to run 10k", "Tom ran 10k", "dreamt that …").
//
// It is one reading for all who count events in notes. The words stand in
// marks.txt and people.txt; nothing here knows a domain.
package assertion
