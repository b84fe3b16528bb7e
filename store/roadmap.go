package store

// A Roadmap is one as a database keeps it: encoded, and with what it is found by.
type Roadmap struct {
	Document []byte // none: it is removed
	// The pattern of its outline: "milestone_project", "exam", and the template's name. Any may
	// be empty.
	Pattern, Subtype, Variant string
}
