package notes

import "strings"

// Heading joins what stands above a note, for a person to read: "House › Wifi".
func Heading(headings []string) string { return strings.Join(headings, " › ") }

// When tells a person when a note is of: its day, or of an undated one what stands
// above it.
func When(date string, headings []string) string {
	if date != "" {
		return date
	}
	return Heading(headings)
}
