// Package query reads a question into a form, once, and decides whether the form is
// computed or answered by quoting notes.
//
// Read fills in the form by the words of the question and what the domains declare.
// How questions are asked stands in grammar.txt, what they are about in the domains;
// there are no words in code. What nothing takes up is uncovered.
//
// Admit is the only place where it is decided what is computed: a table of what is
// wanted, of the kind of the measure and of the aggregate. Why tells what keeps a form
// from it.
//
// A count without a measure counts notes or days. "How many times" and "how many
// runs" ask for notes, "how often" and "how many days" for days, and "how often do I"
// for notes a week. If a domain declares the subject, they are those with a value of
// it; if none does, those that have the word, and Mention says so.
package query
