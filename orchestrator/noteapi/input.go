package noteapi

import (
	"cmp"
	"context"
	"strings"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/store"
)

// zone returns the IANA name and the location to count days in.
func (s *Server) zone(field, name string) (string, *time.Location, error) {
	if name == "" {
		name = s.d.Defaults.TimeZone
	}
	loc, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		return "", nil, fault.New(codes.InvalidArgument, fault.TimeZoneUnknown,
			"%q is not a time zone; use an IANA name such as Europe/Berlin", name).At(field)
	}
	return name, loc, nil
}

// inputFields are the names that a request has for the parts of an input, for
// what is said about them.
type inputFields struct{ text, now, zone string }

// ofInput are the names of a request that has an Input.
func ofInput() inputFields { return inputFields{"input.text", "input.now", "input.time_zone"} }

// input checks a caller's input and completes it from the server's settings, but for its
// depth.
func (s *Server) input(in *orchestratorv1.Input, scope store.Scope, called inputFields) (*notegraphv1.Input, error) {
	if err := s.d.API.CheckText(called.text, in.GetText()); err != nil {
		return nil, err
	}
	if err := checkSession(in.GetSession()); err != nil {
		return nil, err
	}
	if in.GetThreadId() != "" && len(in.GetSession()) > 0 {
		return nil, fault.Invalid("input.session", "can't be sent along with a thread_id, because the server knows that thread's turns; remove one of them")
	}
	zone, loc, err := s.zone(called.zone, in.GetTimeZone())
	if err != nil {
		return nil, err
	}
	now := in.GetNow()
	if now == nil {
		now = timestamppb.New(s.d.Now())
	}
	if err := checkMoment(called.now, now, loc); err != nil {
		return nil, err
	}
	week := in.GetWeekStart()
	if week == commonv1.Weekday_WEEKDAY_UNSPECIFIED {
		week = Weekday(s.d.Defaults.WeekStart)
	}
	return &notegraphv1.Input{
		Text:    in.GetText(),
		Intent:  in.GetIntent(),
		Session: in.GetSession(),
		Style:   in.GetStyle(),
		Context: &commonv1.CallContext{
			Now:       now,
			TimeZone:  zone,
			WeekStart: week,
			Tenant:    scope.Tenant,
			User:      scope.User,
			Depth:     in.GetDepth(),
		},
	}, nil
}

// settle gives an input that names no depth, and is in no thread that has one, the depth
// that its user prefers, else that of the server for them.
func (s *Server) settle(ctx context.Context, in *notegraphv1.Input) {
	c := in.GetContext()
	if c.GetDepth() == commonv1.Depth_DEPTH_UNSPECIFIED {
		is, unknown := s.preferred(ctx, c.GetTenant(), c.GetUser())
		c.Depth = cmp.Or(is.GetDepth(), s.depthOf(c.GetUser()))
		in.Notices = append(in.Notices, unknown...)
	}
}

// depthOf is how much models are asked for a user who doesn't say.
func (s *Server) depthOf(user string) commonv1.Depth {
	return cmp.Or(s.d.Defaults.UserDepths[user], s.d.Defaults.Depth)
}

// Years that a moment may be in. Days are counted from it, and the earliest and
// the latest that a text can name still have four digits.
const (
	firstYear = 1000
	lastYear  = 9000
)

// checkMoment refuses a moment around which days can't be counted.
func checkMoment(field string, at *timestamppb.Timestamp, loc *time.Location) error {
	if year := at.AsTime().In(loc).Year(); !at.IsValid() || year < firstYear || year > lastYear {
		return fault.Invalid(field, "is not a time in the years %d to %d", firstYear, lastYear)
	}
	return nil
}

// sessionBytes is how many bytes the turns of a conversation may have together.
const sessionBytes = 64 << 10

// checkSession refuses turns that are no text, and more of them than a run can
// hand on. The contract bounds their number and the length of each.
func checkSession(turns []string) error {
	size := 0
	for _, turn := range turns {
		if strings.Contains(turn, "\x00") {
			return fault.Invalid("input.session", "has a NUL byte")
		}
		size += len(turn)
	}
	if size > sessionBytes {
		return fault.Invalid("input.session", "is too long (%d bytes, the limit is %d); leave out the oldest turns", size, sessionBytes)
	}
	return nil
}

// Weekday numbers days as ISO 8601 does.
func Weekday(d time.Weekday) commonv1.Weekday {
	if d == time.Sunday {
		return commonv1.Weekday_WEEKDAY_SUNDAY
	}
	return commonv1.Weekday(d)
}
