// Package check verifies what a solver says about a problem: that a schedule
// keeps everything, and that a certificate shows why no schedule can.
//
// It has no code in common with planning/schedule, and is written to be read
// rather than to be fast: a schedule is what it says, looked at block by block,
// and a certificate is a short argument that is gone through once more. What
// it accepts, it has recomputed from the problem alone.
//
// When a task may be is narrowed gap by gap as if it were alone (alone), and
// along the links that a certificate names, there and back until nothing changes
// (reaches). What of it is not narrowed is a proof that is not accepted, never
// one that is accepted wrongly.
//
// A link with a lag of L minutes holds end y of one task and end x of another
// like this, where W counts the minutes of the link's calendar up to a time:
// for L ≥ 0, y ≥ x and W(y) - W(x) ≥ L; for a lead, L < 0, y ≥ x or
// W(x) - W(y) ≤ -L. Without a calendar that is y ≥ x + L.
package check
