// Package mailbox is an example of a tool server: a mailbox of files.
//
// Mails that have come lie in inbox/ and mails that were sent in sent/, each an .eml file
// (RFC 5322) that mail programs open. Nothing leaves the machine; who wants mail to leave
// has another program take it from sent/. It says of itself that it does, so that whoever
// tries plans on it is asked what they would be asked of a real one.
//
// A mail is sent once for each message_id: its file is named by the id, and is made as a
// whole or not at all.
package mailbox
