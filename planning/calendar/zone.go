package calendar

import (
	_ "embed"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/recur"
)

//go:embed windows.txt
var windowsZones string

// maxZones bounds the names that are looked up for a file.
const maxZones = 2000

// zones finds the zones of one VCALENDAR by the names that it has for them.
type zones struct {
	file    *fileZones
	own     string // the zone that the calendar says is its own
	defined map[string]zoneDefinition
	known   map[string]*time.Location // nil: unknown
}

// fileZones is what the calendars of a file share, so that many of them take no longer than one.
type fileZones struct {
	named   map[string]namedZone
	built   map[string]*time.Location // by what defines them
	windows map[string]string
	budget  recur.Budget // for the rules of all that are defined
}

// namedZone is what a name means without a definition: by IANA, and otherwise. Either may be nil.
type namedZone struct{ iana, other *time.Location }

func newFileZones() *fileZones {
	return &fileZones{named: map[string]namedZone{}, built: map[string]*time.Location{}, budget: *recur.NewBudget()}
}

func newZones(file *fileZones) *zones {
	return &zones{file: file, defined: map[string]zoneDefinition{}, known: map[string]*time.Location{}}
}

// define takes a VTIMEZONE in. One that is defined in two ways is none that is known.
func (z *zones) define(d zoneDefinition) {
	if d.id == "" || len(z.defined) >= maxZones {
		return
	}
	if was, twice := z.defined[d.id]; twice && was.spelledOut() != d.spelledOut() {
		d.spoilt = true
	}
	z.defined[d.id] = d
}

// find returns the zone of a name, or nil.
func (z *zones) find(name string) *time.Location {
	if zone, ok := z.known[name]; ok {
		return zone
	}
	if len(z.known) >= maxZones {
		return nil
	}
	named := z.file.look(name)
	zone := named.iana
	if d, ok := z.defined[name]; ok && zone == nil {
		zone = z.file.build(d)
	}
	if zone == nil {
		zone = named.other
	}
	z.known[name] = zone
	return zone
}

// maxOwnZones bounds the zones that a whole day may be one of.
const maxOwnZones = 20

// list returns the zones that the calendar says it is in, in the order of their names.
func (z *zones) list() []*time.Location {
	var all []*time.Location
	for _, name := range append([]string{z.own}, slices.Sorted(maps.Keys(z.defined))...) {
		if zone := z.find(name); zone != nil && len(all) < maxOwnZones {
			all = append(all, zone)
		}
	}
	return all
}

func (f *fileZones) look(name string) namedZone {
	if zone, ok := f.named[name]; ok || len(f.named) >= maxZones {
		return zone
	}
	zone := namedZone{iana(name), fixedZone(name)}
	if f.windows == nil {
		f.windows = map[string]string{}
		for line := range strings.Lines(windowsZones) {
			if from, to, found := strings.Cut(strings.TrimSpace(line), "\t"); found && line[0] != '#' {
				f.windows[from] = to
			}
		}
	}
	if zone.other == nil {
		zone.other = iana(f.windows[name])
	}
	f.named[name] = zone
	return zone
}

// build returns the zone of a definition, or nil.
func (f *fileZones) build(d zoneDefinition) *time.Location {
	text := d.spelledOut()
	zone, ok := f.built[text]
	if !ok {
		zone = d.location(&f.budget)
		f.built[text] = zone
	}
	return zone
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

// machineZone is what lies with the zones of a machine and is none that a calendar means: its own
// zone, zones that count leap seconds, and fillers.
var machineZone = regexp.MustCompile(`(?i)(?:^|/)(?:local|localtime|factory|posixrules|right/.*)$`)

// iana returns the zone of a name by IANA, which may stand behind a vendor's
// prefix.
func iana(name string) *time.Location {
	if name == "" || len(name) > 200 || machineZone.MatchString(name) {
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
