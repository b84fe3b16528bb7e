package fault

import (
	"context"
	"errors"
	"strings"

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
	plain := status.New(code, text(e.Message))
	info := &errdetails.ErrorInfo{Reason: string(e.Reason), Domain: Domain}
	for k, v := range e.Metadata {
		if info.Metadata == nil {
			info.Metadata = map[string]string{}
		}
		info.Metadata[text(k)] = text(v)
	}
	details := []protoadapt.MessageV1{info}
	if len(e.Violations) > 0 {
		bad := &errdetails.BadRequest{}
		for _, v := range e.Violations {
			bad.FieldViolations = append(bad.FieldViolations, &errdetails.BadRequest_FieldViolation{
				Field:       text(v.Field),
				Description: text(v.Description),
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

// text makes s fit for a protobuf string: a message may quote what a caller
// sent.
func text(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

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
		return Wrap(err, codes.DeadlineExceeded, DeadlineExceeded, "the time for this ran out")
	}
	return Wrap(err, codes.Canceled, Cancelled, "the caller ended this")
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
	case codes.Unimplemented:
		return Unimplemented
	case codes.Unauthenticated:
		return CredentialInvalid
	}
	return Internal
}
