// Package wire turns the types of planning into the messages that agents and the
// orchestrator send each other, and back. What can't be turned back is a
// *FieldError.
package wire

import (
	"fmt"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/planning/civil"
)

// FieldError says which field of a message makes no sense, and why.
type FieldError struct {
	Field  string // such as "nodes[3].due"
	Reason string
}

// Error tells the field and the reason.
func (e *FieldError) Error() string { return e.Field + ": " + e.Reason }

// day reads a day as it is written in messages; "" is none.
func day(field, text string) (civil.Date, error) {
	if text == "" {
		return 0, nil
	}
	d, err := civil.ParseDate(text)
	if err != nil {
		return 0, &FieldError{field, err.Error()}
	}
	return d, nil
}

func fromDay(d civil.Date) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

func instant(field string, t *timestamppb.Timestamp) (time.Time, error) {
	if err := t.CheckValid(); err != nil {
		return time.Time{}, &FieldError{field, "no time is given"}
	}
	return t.AsTime(), nil
}

func index(field string, i int, of string) string { return fmt.Sprintf("%s[%d].%s", field, i, of) }
