// Package folder is the face of plans in a folder of files, which people read and edit,
// and in which they approve by moving:
//
//	Plans/PLAN-….md                        a plan that has not ended
//	Pending_Approval/<time>_<what>_….md    what waits for an approval: a plan, or one call
//	Approved/, Rejected/                   where a person moves it
//	Done/Plans/, Done/Actions/             what has ended
//	Dashboard.md                           how everything stands
//
// Plans are what the API tells of them; files are made from that, and what a person does
// with them is read as a wish. Reconcile compares the two and returns what is to be done,
// and does nothing itself.
//
// # What counts
//
// A request's file names its request, which is open once, its plan, version, step and hash,
// and holds everything that is approved in the words that were written. It counts as an
// approval only where all of that is as it was. A plan's request with another text is a
// proposal of that text; a call's is nothing. A file that was rejected and approved is
// rejected. A file that a program for syncing has left as another version never counts, nor
// do two files of the same plan or request. A file counts when it is read twice as the
// same; an edit of a plan counts once it has been left alone for EditQuiet.
//
// A box that is ticked in a plan's file says that a person has done a step that is theirs.
// The boxes of other steps tell what was done; ticking them does nothing.
//
// # What survives
//
// Of a file that is there, Weft changes its own fields of the front matter, the boxes, and
// the steps of a version that came from elsewhere; it adds lines to the log. All else stays,
// byte for byte. A file that can't be read as what it should be is left where it is.
package folder
