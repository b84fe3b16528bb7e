// Package synthesizer writes the answer that a person reads: first what was asked,
// each source once, then what is not known.
//
// Rules render what the analyzer found. Facts, quotes and gaps come with their
// kinds and arguments, and each kind has a template under answers, in plain
// English. Nothing is computed here but the difference between the two sides of a
// comparison, and no text is read for what it means: not the question's, not a
// note's. What domains call things are nouns; no verb of a domain is known, so a
// value stands behind a colon: "Running distance, May 2026: 42.3 km in total".
//
// Words of a note are shown byte for byte, shortened at the end of a sentence if
// they are long. What could touch the Markdown of the answer stands in a block
// quote. Each note that is shown becomes a citation with the words shown, and
// stands in the text as [YYYY-MM-DD] if it is the only one at hand of its day, else
// as [id].
//
// A concise answer shows at most three quotes, ten if the notes themselves are
// asked for, and a detailed one ten; what stands against something is never left
// out. Gaps that bear on what is shown are always told, the others in a partial or
// detailed answer.
//
// A model writes from the notes themselves and from what was computed, in one call.
// Digits, dates and quotations of a sentence must stand in the notes that it cites, and
// a sentence of fact or advice must cite some. What does not, the model is told once; a
// sentence that keeps it is taken out, and where nothing is left the rules write. Images,
// links and references of its own become text, unless the cited note has them. Below its answer stand, by the templates, a
// value that was computed for the question and that it does not tell, and that not
// all notes could be searched or read.
//
// Failure policy: there is always an answer. Without data it says so. Feedback on
// an earlier answer takes out the sentences that it objects to; where it objects to
// none, something was missing, and the answer becomes detailed.
package synthesizer
