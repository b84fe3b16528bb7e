package calendar

import (
	_ "embed"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/recur"
)

//go:embed windows.txt
var windowsZones string

// maxZones bounds the names that are looked up for a file.
const maxZones = 2000

// zones finds the zones of a file by the names that it has for them.
type zones struct {
	defined map[string]zoneDefinition
	known   map[string]*time.Location // nil: unknown
	windows map[string]string
	budget  recur.Budget // for the rules of all that are defined
}

func newZones() *zones {
	return &zones{defined: map[string]zoneDefinition{}, known: map[string]*time.Location{}, budget: *recur.NewBudget()}
}

// define takes a VTIMEZONE in.
func (z *zones) define(d zoneDefinition) {
	if d.id != "" && len(z.defined) < maxZones {
		z.defined[d.id] = d
	}
}

// find returns the zone of a name, or nil.
func (z *zones) find(name string) *time.Location {
	if zone, ok := z.known[name]; ok {
		return zone
	}
	if len(z.known) >= maxZones {
		return nil
	}
	zone := z.look(name)
	z.known[name] = zone
	return zone
}

func (z *zones) look(name string) *time.Location {
	if zone := iana(name); zone != nil {
		return zone
	}
	if d, ok := z.defined[name]; ok {
		if zone := d.location(&z.budget); zone != nil {
			return zone
		}
	}
	if zone := fixedZone(name); zone != nil {
		return zone
	}
	if z.windows == nil {
		z.windows = map[string]string{}
		for line := range strings.Lines(windowsZones) {
			if from, to, found := strings.Cut(strings.TrimSpace(line), "\t"); found && line[0] != '#' {
				z.windows[from] = to
			}
		}
	}
	return iana(z.windows[name])
}

var fixedOffset = regexp.MustCompile(`^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d\d))?$`)

// fixedZone returns the zone that a name such as "UTC+01:00", "GMT+1" or "-0330" gives itself,
// or nil.
func fixedZone(name string) *time.Location {
	parts := fixedOffset.FindStringSubmatch(strings.ToUpper(name))
	if parts == nil {
		return nil
	}
	hours, _ := strconv.Atoi(parts[2])
	minutes, _ := strconv.Atoi(parts[3]) // 0 where there are none
	if minutes > 59 {
		return nil
	}
	seconds := hours*3600 + minutes*60
	if parts[1] == "-" {
		seconds = -seconds
	}
	if seconds < -maxOffset || seconds > maxOffset {
		return nil
	}
	return time.FixedZone(name, seconds)
}

// iana returns the zone of a name by IANA, which may stand behind a vendor's
// prefix.
func iana(name string) *time.Location {
	if name == "" || len(name) > 200 || name == "Local" {
		return nil
	}
	if zone, err := time.LoadLocation(name); err == nil {
		if zone.String() == "UTC" {
			return time.UTC
		}
		return zone
	}
	if name[0] != '/' {
		return nil
	}
	parts := strings.Split(name, "/")
	for n := min(3, len(parts)-1); n >= 2; n-- {
		if zone, err := time.LoadLocation(strings.Join(parts[len(parts)-n:], "/")); err == nil {
			return zone
		}
	}
	return nil
}
