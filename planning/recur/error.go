package recur

import "fmt"

// Code says what is wrong with a rule, for programs.
type Code string

// What can be wrong.
const (
	Malformed     Code = "malformed"     // not of the form PART=VALUE;PART=VALUE
	UnknownPart   Code = "unknown_part"  // a part that RFC 5545 doesn't have
	Repeated      Code = "repeated"      // a part that stands there twice, with two values
	MissingFreq   Code = "missing_freq"  // no FREQ
	TooFine       Code = "too_fine"      // SECONDLY
	OutOfRange    Code = "out_of_range"  // a number that its part can't have
	Contradiction Code = "contradiction" // parts that don't go together
	TooLarge      Code = "too_large"     // text, times of a day or an expansion beyond bounds
)

// Error is what Parse, Check and Between return.
type Error struct {
	Code   Code
	Part   string // such as "BYDAY"; may be empty
	Reason string
}

// Error says what is wrong, and where.
func (e *Error) Error() string {
	if e.Part == "" {
		return "recurrence: " + e.Reason
	}
	return "recurrence: " + e.Part + ": " + e.Reason
}

func fail(code Code, part, format string, args ...any) error {
	return &Error{code, part, fmt.Sprintf(format, args...)}
}
