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
// not even the day can be told. What contradicts itself takes the time of each
// reading: parts of a rule, several starts, STATUS, TRANSP, and several events
// for one occurrence of which nobody can tell which is newer. Only an event that
// has no start and no end takes none. A file without its END:VCALENDAR is cut
// off, and refused.
//
// # What is read
//
//   - Zones: the IANA name, also behind a vendor's prefix
//     ("/example.com/Europe/Berlin"); else the VTIMEZONE of the same VCALENDAR,
//     until 2100; else the name that Windows has for it. Floating times are in the
//     zone that the calendar names as its own (X-WR-TIMEZONE), else in the person's,
//     in which whole days always are. A zone that is defined in two ways, or
//     that only a machine has ("localtime", "right/Europe/Berlin"), is unknown.
//   - EXDATE, RECURRENCE-ID, RDATE and UNTIL of whole days may be the instant at
//     which a day begins, where it is written, for the person, in UTC or in a zone
//     of the calendar, as Exchange has it. At another time EXDATE takes nothing
//     out, RECURRENCE-ID stands for no occurrence, and RDATE and UNTIL take each
//     day that they may mean.
//   - RECURRENCE-ID puts an event in the place of one occurrence, wherever it
//     is moved to. With RANGE=THISANDFUTURE that occurrence and all later ones
//     are moved by as much, and are as long, as free and as cancelled as that
//     event; those with an event of their own keep it. Where nobody can tell by
//     how much they are moved, they are taken as before too, and without the
//     series all of the time is. Of several for one occurrence the one with the
//     highest SEQUENCE counts, else the one that was written last by DTSTAMP and
//     LAST-MODIFIED.
//   - Without DTEND and DURATION an event with a time takes none, one with a date
//     takes its day. An occurrence ends when the exact length to DTEND is over,
//     or when the clock shows DTEND, whichever is later; DURATION counts days by
//     the calendar.
//   - X-APPLE-TRAVEL-DURATION takes the time before an event, of two days at most; one
//     that can't be read takes the day up to the event.
//   - COUNT counts a DTSTART that is none of the rule's times beside them.
//   - Free is what TRANSP and X-MICROSOFT-CDO-BUSYSTATUS say is so.
//     STATUS:CANCELLED leaves an event or an occurrence out.
//   - Of several series with one UID the one with the highest SEQUENCE counts; if
//     that is cancelled, what was moved before is too.
//   - The busy periods of VFREEBUSY are events without a UID.
//   - Times may have dashes and colons, an offset from UTC, no seconds, or a 24th
//     hour; a zone may be an offset ("UTC+01:00"). A property may stand in a group
//     ("item1.DTSTART"), and a time or a length behind a blank in place of a colon.
//   - To-dos, journals and alarms are passed over; what stands in an alarm that
//     does not end counts for its event too. Any other component and
//     EXRULE are passed over with a warning.
package calendar
