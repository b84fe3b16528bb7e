// Package calendar reads iCalendar files (RFC 5545) into commitments, and writes
// blocks as one. Lines are decoded by a codec library; what recurs is expanded
// by planning/recur.
//
// # An event is never dropped silently
//
// What can't be told takes more of a person's time, not less, and has a
// [Warning]: an event in a zone that nobody knows takes all hours that it might
// take anywhere on earth, and one that recurs beyond bounds all of the time that
// is asked for. A rule that can't be read takes all of the time from the event's
// start on, until its UNTIL if that can be read. An end or a length that can't
// be read takes the rest of the day; a start, its day, or all of the time where
// not even the day can be told. Of contradicting parts of a rule each counts,
// and so does each of several starts; of several ends the last. Only an event
// that has no start and no end takes none. A file that ends within an event is
// refused.
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
//   - Of several series with one UID the one with the highest SEQUENCE counts; if
//     that is cancelled, what was moved before is too.
//   - The busy periods of VFREEBUSY are events without a UID.
//   - Times may have dashes and colons, an offset from UTC, no seconds, or a 24th
//     hour; a zone may be an offset ("UTC+01:00").
//   - To-dos, journals and alarms are passed over. Any other component and
//     EXRULE are passed over with a warning.
package calendar
