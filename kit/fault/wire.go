package fault

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"
)

// GRPCStatus returns what goes over the wire. The cause does not.
func (e *Error) GRPCStatus() *status.Status {
	code := e.Code
	if code == codes.OK { // a failure must not arrive as a success
		code = codes.Internal
	}
	plain := status.New(code, text(e.Message, mostMessage))
	info := &errdetails.ErrorInfo{Reason: string(e.Reason), Domain: Domain}
	for k, v := range e.Metadata {
		if info.Metadata == nil {
			info.Metadata = map[string]string{}
		}
		info.Metadata[text(k, mostText)] = text(v, mostText)
	}
	details := []protoadapt.MessageV1{info}
	if len(e.Violations) > 0 {
		bad := &errdetails.BadRequest{}
		for _, v := range e.Violations[:min(len(e.Violations), mostViolations)] {
			bad.FieldViolations = append(bad.FieldViolations, &errdetails.BadRequest_FieldViolation{
				Field:       text(v.Field, mostWords),
				Description: text(v.Description, mostWords),
				Reason:      string(e.Reason),
			})
		}
		details = append(details, bad)
	}
	if e.RetryAfter > 0 {
		details = append(details, &errdetails.RetryInfo{RetryDelay: durationpb.New(e.RetryAfter)})
	}
	full, err := plain.WithDetails(details...)
	if err != nil {
		return plain
	}
	return full
}

// What goes over the wire of an error, whose words may quote what a caller sent. It
// goes as headers, and clients of gRPC begin to take no more than 8 KiB of these.
const (
	mostMessage    = 768 // bytes
	mostText       = 512 // of a fact for programs
	mostWords      = 128 // of a violation
	mostViolations = 10
)

// text makes s fit for a protobuf string of so many bytes.
func text(s string, most int) string {
	if len(s) > most {
		const cut = "…"
		s = s[:most-len(cut)]
		for len(s) > 0 { // no half of a character is left
			if r, size := utf8.DecodeLastRuneInString(s); r != utf8.RuneError || size != 1 {
				break
			}
			s = s[:len(s)-1]
		}
		s += cut
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// FromError makes an Error of a gRPC status and of a context's error. What is
// an Error already, what is neither, and nil are returned as they are.
func FromError(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*Error](err); ok {
		return err
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return fromContext(err)
	}
	s, ok := status.FromError(err)
	if !ok {
		return err
	}
	return FromStatus(s)
}

// FromStatus makes an Error of a status that is not OK. A status that does not
// come from Weft gets the reason that fits its code best.
func FromStatus(s *status.Status) *Error {
	e := &Error{Code: s.Code(), Reason: reasonOf(s.Code()), Message: s.Message()}
	for _, detail := range s.Details() {
		switch d := detail.(type) {
		case *errdetails.ErrorInfo:
			if d.GetDomain() == Domain {
				e.Reason, e.Metadata = Reason(d.GetReason()), d.GetMetadata()
			}
		case *errdetails.RetryInfo:
			e.RetryAfter = d.GetRetryDelay().AsDuration()
		case *errdetails.BadRequest:
			for _, v := range d.GetFieldViolations() {
				e.Violations = append(e.Violations, Violation{v.GetField(), v.GetDescription()})
			}
		}
	}
	return e
}

func fromContext(err error) *Error {
	if errors.Is(err, context.DeadlineExceeded) {
		return Wrap(err, codes.DeadlineExceeded, DeadlineExceeded, "this took too long")
	}
	return Wrap(err, codes.Canceled, Cancelled, "the caller cancelled this")
}

// reasonOf returns the reason for a failure of which only the code is known.
func reasonOf(code codes.Code) Reason {
	switch code {
	case codes.InvalidArgument, codes.OutOfRange:
		return FieldInvalid
	case codes.DeadlineExceeded:
		return DeadlineExceeded
	case codes.Canceled:
		return Cancelled
	case codes.Unavailable:
		return AgentUnavailable
	case codes.ResourceExhausted:
		return LimitExceeded
	case codes.Unimplemented, codes.NotFound:
		return Unimplemented
	case codes.PermissionDenied:
		return NotAllowed
	case codes.Unauthenticated:
		return CredentialInvalid
	}
	return Internal
}
