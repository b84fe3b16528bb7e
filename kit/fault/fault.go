package fault

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
)

// Domain is the domain of Weft's reasons in google.rpc.ErrorInfo.
const Domain = "weft.dev"

// A Violation says what is wrong with one field of a request.
type Violation struct {
	Field       string // path of the field: "input.text"
	Description string // what is wrong, for a person
}

// An Error is a failure that the caller is told about. The zero Error is of no
// use; make one with New, Invalid or Wrap.
type Error struct {
	Code       codes.Code        // what kind of failure, as gRPC counts them
	Reason     Reason            // which failure, for programs
	Message    string            // what is wrong and what to do, for people
	Violations []Violation       // fields that are wrong, if that is the failure
	Metadata   map[string]string // more facts for programs
	RetryAfter time.Duration     // how long to wait before it is tried again, 0 if that is not known
	cause      error             // for logs; never leaves the process
}

// New returns an Error. The message says what is wrong and what to do about it.
func New(code codes.Code, reason Reason, format string, args ...any) *Error {
	return &Error{Code: code, Reason: reason, Message: fmt.Sprintf(format, args...)}
}

// Wrap returns an Error whose cause is err. The caller across a hop is told the
// message; the cause stays in this process, for its log and for errors.Is.
func Wrap(err error, code codes.Code, reason Reason, format string, args ...any) *Error {
	e := New(code, reason, format, args...)
	e.cause = err
	return e
}

// Invalid returns the Error for a field of a request that breaks a rule.
func Invalid(field, format string, args ...any) *Error {
	description := fmt.Sprintf(format, args...)
	return &Error{
		Code:       codes.InvalidArgument,
		Reason:     FieldInvalid,
		Message:    field + ": " + description,
		Violations: []Violation{{field, description}},
	}
}

// At returns a copy of e that blames the named field.
func (e *Error) At(field string) *Error {
	c := e.clone()
	c.Violations = append(c.Violations, Violation{field, e.Message})
	return c
}

// With returns a copy of e that carries one more fact for programs. Keys are
// lower-case words joined by underscores.
func (e *Error) With(key, value string) *Error {
	c := e.clone()
	if c.Metadata == nil {
		c.Metadata = map[string]string{}
	}
	c.Metadata[key] = value
	return c
}

// After returns a copy of e that says when it may be tried again.
func (e *Error) After(wait time.Duration) *Error {
	c := e.clone()
	c.RetryAfter = wait
	return c
}

func (e *Error) clone() *Error {
	c := *e
	c.Violations = slices.Clone(e.Violations)
	c.Metadata = maps.Clone(e.Metadata)
	return &c
}

// Error returns the message and, in the process where it happened, the cause.
func (e *Error) Error() string {
	if e.cause == nil || strings.Contains(e.Message, e.cause.Error()) {
		return e.Message
	}
	return e.Message + ": " + e.cause.Error()
}

// Told is the text of an error for those who are not in this process: without the cause
// of the fault in it, which may name addresses and files of the machine.
func Told(err error) string {
	f, ok := errors.AsType[*Error](err)
	if !ok {
		return err.Error()
	}
	before, found := strings.CutSuffix(err.Error(), f.Error())
	if !found { // it stands among others
		return f.Message
	}
	return before + f.Message
}

// Unwrap returns the cause, nil if there is none or if e came over the wire.
func (e *Error) Unwrap() error { return e.cause }

// Is reports whether target is e's reason. An Error that came over the wire
// also stands for the context's error that it was on the other side.
func (e *Error) Is(target error) bool {
	switch target {
	case context.DeadlineExceeded:
		return e.Code == codes.DeadlineExceeded
	case context.Canceled:
		return e.Code == codes.Canceled
	}
	reason, ok := target.(Reason)
	return ok && reason == e.Reason
}
