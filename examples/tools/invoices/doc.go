// Package invoices is an example of a tool server: an invoice book.
//
// The book is a file, book.json, with clients, the hours that were worked for them, and
// invoices. Amounts are whole cents. Each invoice is also a file in issued/, which people
// read and mails can carry; the book is what counts, and a file that is missing is written
// again from it.
//
// An invoice is created once for each request_id. Hours are on one invoice at most: those
// of an invoice that was cancelled are free for another.
package invoices
