// Package told finds which parts of a text tell what its writer did or had, and
// which don't: what the text denies, plans, asks, quotes, or tells of somebody
// else ("skipped squats", "want to run 10k", "Tom ran 10k", "dreamt that …").
//
// It is one reading for all who count events in notes. The words stand in
// told.txt and people.txt; nothing here knows a domain.
package told
