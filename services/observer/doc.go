// Package observer keeps the user's global context: it looks at what just
// happened and proposes the next version of the page. The orchestrator writes.
//
// It says nothing below what its own figures support. From a note the rules keep a new
// best load or distance if enough days have one, a routine that was taken up, and
// preferences that are plainly said; from a question only these. From a correction they
// mend a record that rested on what was corrected. With time they keep the weekdays on
// which something is usually done: more often than not, lately too, and more than chance
// explains (chance.go). Such a line has its figures with it, and leaves the page when
// they hold no more.
//
// A model is asked only for a reflection: a look over the notes of some time, in one
// call or a few, that somebody has asked for. No run asks it. It finds more, in the same
// form: it proposes lines, and code puts them on the page, each with the note that says
// most of it as its source. A line stands only if the notes that the model was shown
// speak of it, a pattern only if those of several days do. It is never certain, it never touches a line that is certain or that a
// person wrote, and it pushes no other off the page.
//
// A page that says all that already comes back unchanged, byte for byte. When
// the page is too long, tentative lines leave before likely ones, and go to the
// archive; certain ones stay.
package observer
