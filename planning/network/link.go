package network

// Minute counts minutes of a timeline, from its start (0) or as a length.
type Minute = int

// Kind says which ends of two activities a link holds together.
type Kind string

// The four kinds of a dependency between From and To.
const (
	FinishStart  Kind = "FS" // To starts once From has finished; the usual one
	StartStart   Kind = "SS" // To starts once From has started
	FinishFinish Kind = "FF" // To finishes once From has finished
	StartFinish  Kind = "SF" // To finishes once From has started
)

// MaxLag is the longest lag, and the longest lead: sixty days.
const MaxLag Minute = 60 * 24 * 60

// Link is a dependency: the end of To that Kind names comes no earlier than
// Lag after the end of From that Kind names.
type Link struct {
	From, To string
	Kind     Kind
	// Lag is in minutes; a negative one is a lead. At most MaxLag either way.
	Lag Minute
	// Calendar names the time that the lag is counted in: "" for all time,
	// else a calendar by name, of whose spans alone minutes are counted. To's end
	// is then no earlier than the first instant that has Lag more of its minutes
	// before it than From's end has, and with a Lag of 0 or more no earlier than
	// From's end. A calendar that has not so many minutes left holds To off for
	// ever; a lead longer than what it has before From's end bounds nothing.
	Calendar string
}
