package api

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/store"
)

// checkText refuses what is not a text to work on.
func (s *Server) checkText(field, text string) error {
	switch {
	case !utf8.ValidString(text):
		return fault.New(codes.InvalidArgument, fault.InputNotUTF8,
			"the text is not valid UTF-8; convert it first").At(field)
	case len(text) > s.d.Defaults.InputBytes:
		return fault.New(codes.InvalidArgument, fault.InputTooLong,
			"the text has %d bytes and the limit is %d; split it, or raise limits.input_bytes",
			len(text), s.d.Defaults.InputBytes).At(field)
	case strings.TrimFunc(text, blank) == "":
		return fault.New(codes.InvalidArgument, fault.InputBlank,
			"the text is blank; write a note or a question").At(field)
	}
	return nil
}

// blank reports whether a rune shows nothing: white space, and the marks that
// only control how other characters look.
func blank(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}

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

// input checks a caller's input and completes it from the server's settings.
func (s *Server) input(in *orchestratorv1.Input, scope store.Scope) (*notegraphv1.Input, error) {
	if err := s.checkText("input.text", in.GetText()); err != nil {
		return nil, err
	}
	zone, _, err := s.zone("input.time_zone", in.GetTimeZone())
	if err != nil {
		return nil, err
	}
	switch in.GetIntent() {
	case commonv1.InputType_INPUT_TYPE_UNSPECIFIED, commonv1.InputType_INPUT_TYPE_LOG, commonv1.InputType_INPUT_TYPE_QUERY:
	default:
		return nil, fault.Invalid("input.intent", "must be LOG, QUERY or left out")
	}
	now := in.GetNow()
	if now == nil {
		now = timestamppb.New(s.d.Now())
	}
	if !now.IsValid() {
		return nil, fault.Invalid("input.now", "is not a moment between the years 1 and 9999")
	}
	week := in.GetWeekStart()
	if week == commonv1.Weekday_WEEKDAY_UNSPECIFIED {
		week = weekday(s.d.Defaults.WeekStart)
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
		},
	}, nil
}

// weekday numbers days as ISO 8601 does.
func weekday(d time.Weekday) commonv1.Weekday {
	if d == time.Sunday {
		return commonv1.Weekday_WEEKDAY_SUNDAY
	}
	return commonv1.Weekday(d)
}

// digest stands for what a caller asked: two requests with the same id must
// agree in it.
func digest(in *orchestratorv1.Input) (string, error) {
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(in)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16]), nil
}
