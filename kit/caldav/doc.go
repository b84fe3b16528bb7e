// Package caldav fetches calendars over HTTP: from a CalDAV server (RFC 4791),
// or as one iCalendar file that somebody publishes. At a server it also writes objects
// of one calendar, each only as it was read.
//
// What comes back is iCalendar as the server sent it, an object at a time, for
// planning/calendar to read. It is asked for whole events and not for expanded
// ones: servers differ in what they make of recurrences, and Weft has its own.
//
// Credentials go to the host that they are for, over TLS or within this machine,
// and to no other: redirects stay on the host, and so do the paths that a server
// names. The libraries for CalDAV parse the objects themselves and fail a whole
// query for one that they can't read, so this package doesn't use one.
package caldav
