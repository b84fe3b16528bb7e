package command

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/fault"
)

// localLayouts are moments without a time zone.
var localLayouts = []string{"2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02 15:04", "2006-01-02 15:04:05"}

// parseNow reads a moment: RFC 3339, or a local time in zone.
func parseNow(text string, zone *time.Location) (time.Time, error) {
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return t, nil
	}
	for _, layout := range localLayouts {
		if t, err := time.ParseInLocation(layout, text, zone); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is not a time; write 2026-02-23T09:00 or 2026-02-23T09:00:00+01:00", text)
}

// text returns what the user wrote: the arguments joined by blanks, or standard
// input for "-".
func (p *program) text(args []string) (string, error) {
	if len(args) != 1 || args[0] != "-" {
		text := strings.Join(args, " ")
		return text, checkUTF8(text)
	}
	raw, err := io.ReadAll(p.in)
	if err != nil {
		return "", fmt.Errorf("can't read standard input: %w", err)
	}
	text := strings.TrimRight(string(raw), "\r\n")
	return text, checkUTF8(text)
}

// checkUTF8 refuses what can't be sent as text. Everything else about a text
// the server judges.
func checkUTF8(text string) error {
	if !utf8.ValidString(text) {
		return fault.New(codes.InvalidArgument, fault.InputNotUTF8, "the text is not UTF-8; convert it first, with iconv for example")
	}
	return nil
}

// input returns an input with the moment, the zone and the thread that the flags name.
// What they don't name the server decides.
func (p *program) input(text string, intent commonv1.InputType) (*orchestratorv1.Input, error) {
	if err := checkUTF8(text); err != nil {
		return nil, err
	}
	now, err := p.now()
	if err != nil {
		return nil, err
	}
	return &orchestratorv1.Input{Text: text, Intent: intent, Now: now, TimeZone: p.flags.zone, ThreadId: p.flags.thread, Labels: p.flags.labels}, nil
}

// clock is the one of planning: it goes on from --now where that is said, else it is nil.
func (p *program) clock() (func() time.Time, error) {
	at, err := p.now()
	if at == nil || err != nil {
		return nil, err
	}
	began := time.Now()
	return func() time.Time { return at.AsTime().Add(time.Since(began)) }, nil
}

// now returns the moment of --now, nil without it.
func (p *program) now() (*timestamppb.Timestamp, error) {
	if p.flags.now == "" {
		return nil, nil
	}
	zone, err := p.zone()
	if err != nil {
		return nil, err
	}
	t, err := parseNow(p.flags.now, zone)
	if err != nil {
		return nil, usage("--now %v", err)
	}
	return timestamppb.New(t), nil
}

// zone returns the time zone to read and show local times in: that of --tz, or
// of the configuration, or of the system.
func (p *program) zone() (*time.Location, error) { return p.zoneOf(p.flags.zone) }

// zoneOf returns the named time zone, and the program's for "".
func (p *program) zoneOf(name string) (*time.Location, error) {
	if name == "" {
		name = p.flags.zone
	}
	if name == "" {
		settings, err := p.settings()
		if err != nil {
			return nil, err
		}
		name = settings.TimeZone
	}
	if name == "" {
		return time.Local, nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, fault.New(codes.InvalidArgument, fault.TimeZoneUnknown, "%q is not a known time zone; use an IANA name such as Europe/Berlin", name)
	}
	return zone, nil
}
