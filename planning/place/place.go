// Package place tells what a time zone says of where somebody is: the country, for its holidays, and a
// city, for when it is light.
//
// zones.txt is the table zone.tab of the time zone database, which is in the public domain: a zone, the
// code of its country by ISO 3166, and the place of the city that it is named after by ISO 6709.
package place

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nathan-osman/go-sunrise"
	"github.com/rickar/cal/v2"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/planning/civil"
)

//go:embed zones.txt
var zonesText string

// Place is the city that a zone is named after.
type Place struct {
	Country             string  // by ISO 3166, such as "DE"
	Latitude, Longitude float64 // in degrees, north and east above 0
	zone                *time.Location
}

// Of returns the place of a zone. It reports false for zones that are named after no city, such as UTC.
func Of(zone *time.Location) (Place, bool) {
	p, ok := places()[zone.String()]
	p.zone = zone
	return p, ok
}

var places = sync.OnceValue(func() map[string]Place {
	out := map[string]Place{}
	for line := range strings.Lines(zonesText) {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			continue
		}
		at := 1 + strings.LastIndexAny(fields[2][1:], "+-")
		out[fields[0]] = Place{Country: fields[1], Latitude: readDegrees(fields[2][:at], 2), Longitude: readDegrees(fields[2][at:], 3)}
	}
	return out
})

// readDegrees reads "+5230" as 52.5: so many digits of degrees, then minutes and perhaps seconds.
func readDegrees(text string, digits int) float64 {
	var out float64
	for i, from := range []int{1, 1 + digits, 3 + digits} {
		to := from + 2
		if i == 0 {
			to = 1 + digits
		}
		if to > len(text) {
			break
		}
		n, err := strconv.Atoi(text[from:to])
		if err != nil {
			break
		}
		out += float64(n) / [...]float64{1, 60, 3600}[i]
	}
	if text[0] == '-' {
		return -out
	}
	return out
}

// Daylight returns when the sun rises and sets on a day. It reports false where it does neither.
func (p Place) Daylight(day civil.Date) (rise, set time.Time, ok bool) {
	year, month, date := day.In(p.zone).Date()
	rise, set = sunrise.SunriseSunset(p.Latitude, p.Longitude, year, month, date)
	return rise.In(p.zone), set.In(p.zone), !rise.IsZero() && !set.IsZero()
}

// Holiday is a day on which most people have no work.
type Holiday struct {
	Day  civil.Date
	Name string
}

// Holidays returns the holidays of the whole country from one day to another, in their order; none where
// its holidays are not known.
func (p Place) Holidays(first, last civil.Date) []Holiday {
	var out []Holiday
	for _, h := range countryHolidays[p.Country] {
		if h.Type != cal.ObservancePublic {
			continue
		}
		for year := first.In(time.UTC).Year(); year <= last.In(time.UTC).Year(); year++ {
			actual, observed := h.Calc(year)
			for _, at := range []time.Time{actual, observed} {
				if day := civil.DateOf(at); !at.IsZero() && day >= first && day <= last && !slices.ContainsFunc(out, func(o Holiday) bool { return o.Day == day }) {
					out = append(out, Holiday{day, h.Name})
				}
			}
		}
	}
	stable.Sort(out, func(a, b Holiday) int { return int(a.Day - b.Day) })
	return out
}
