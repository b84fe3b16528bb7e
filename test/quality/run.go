package quality

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const (
	defaultZone = "Europe/Berlin"
	wallClock   = "2006-01-02T15:04"
)

// defaultNow is the moment of cases that name none: a Monday evening.
var defaultNow = time.Date(2026, 2, 23, 17, 30, 0, 0, time.UTC)

// caller is the context of a call to one agent.
func caller(now time.Time) *commonv1.CallContext {
	return &commonv1.CallContext{
		Now: timestamppb.New(now), TimeZone: defaultZone, WeekStart: commonv1.Weekday_WEEKDAY_MONDAY, Tenant: "quality", User: "quality",
	}
}

// weekday reads a week's first day, Monday if there is none.
func weekday(name string) commonv1.Weekday {
	switch strings.ToLower(name) {
	case "sunday":
		return commonv1.Weekday_WEEKDAY_SUNDAY
	case "saturday":
		return commonv1.Weekday_WEEKDAY_SATURDAY
	}
	return commonv1.Weekday_WEEKDAY_MONDAY
}

// moment reads a case's local time.
func moment(at, zone string) (time.Time, error) {
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return time.Time{}, err
	}
	return time.ParseInLocation(wallClock, at, loc)
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// each judges all cases, as many at a time as there are processors, and returns
// the verdicts in the order of the cases.
func each[T any](cases []labelled[T], judge func(topic string, c T) (Verdict, error)) ([]Verdict, error) {
	verdicts, errs := make([]Verdict, len(cases)), make([]error, len(cases))
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				verdicts[i], errs[i] = judge(cases[i].topic, cases[i].want)
			}
		})
	}
	for i := range cases {
		next <- i
	}
	close(next)
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return verdicts, nil
}

// fault notes what was wrong.
func (v *Verdict) fault(format string, args ...any) {
	v.Faults = append(v.Faults, fmt.Sprintf(format, args...))
}

func hasFold(s, part string) bool { return strings.Contains(strings.ToLower(s), strings.ToLower(part)) }
