// Package calendar is an example of a tool server: a calendar of files.
//
// Each event is an .ics file (RFC 5545) in events/, which calendar programs read. Times are
// written in UTC. An event is created once for each UID, and one that is deleted goes to
// deleted/, from where people can put it back.
package calendar
