// Package calendar reads iCalendar files (RFC 5545) into commitments, and writes
// blocks as one. Lines are decoded by a codec library; what recurs is expanded
// by planning/recur.
//
// # An event is never dropped silently
//
// What can't be told takes more of a person's time, not less, and has a
// [Warning]: an event in a zone that nobody knows takes all hours that it might
// take anywhere on earth, and one that recurs beyond bounds all of the time that
// is asked for. A rule that can't be read leaves the event's first time. Only
// an event without a start that can be read takes none.
//
// # What is read
//
//   - Zones: the IANA name, also behind a vendor's prefix
//     ("/example.com/Europe/Berlin"); else the file's own VTIMEZONE, until 2100;
//     else the name that Windows has for it. Floating times and whole days are in
//     the person's zone.
//   - RECURRENCE-ID puts an event in the place of one occurrence, wherever it
//     is moved to. With RANGE=THISANDFUTURE that occurrence and all later ones
//     are moved by as much, and are as long, as free and as cancelled as that
//     event; those with an event of their own keep it. Of several for one
//     occurrence the one with the highest SEQUENCE counts.
//   - Without DTEND and DURATION an event with a time takes none, one with a date
//     takes its day. DTEND says an exact length for all occurrences, DURATION
//     days by the calendar.
//   - Free is what X-MICROSOFT-CDO-BUSYSTATUS says is so, and without it what
//     TRANSP does. STATUS:CANCELLED leaves an event or an occurrence out.
//   - To-dos, journals and alarms are passed over.
package calendar
