package place

import (
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
)

func placeOf(t *testing.T, zone string) Place {
	t.Helper()
	at, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	p, ok := Of(at)
	if !ok {
		t.Fatalf("%s is no place", zone)
	}
	return p
}

// The times are known for these cities; three minutes are what a city is wide and air bends the light.
func TestItIsLightWhenTheSunIsUp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ zone, day, rise, set string }{
		{"Europe/Berlin", "2026-12-21", "08:15", "15:54"},
		{"Europe/Berlin", "2026-06-21", "04:43", "21:33"},
		{"America/New_York", "2026-03-08", "07:20", "18:56"}, // the clocks have changed that morning
		{"Australia/Sydney", "2026-12-21", "05:41", "20:05"},
		{"Pacific/Auckland", "2026-06-21", "07:33", "17:11"},
	} {
		day, err := civil.ParseDate(c.day)
		if err != nil {
			t.Fatal(err)
		}
		rise, set, ok := placeOf(t, c.zone).Daylight(day)
		if !ok {
			t.Errorf("%s, %s: no light", c.zone, c.day)
		}
		for _, at := range []struct {
			got  time.Time
			want string
		}{{rise, c.rise}, {set, c.set}} {
			want, err := time.ParseInLocation(time.DateOnly+" 15:04", c.day+" "+at.want, at.got.Location())
			if err != nil {
				t.Fatal(err)
			}
			if off := at.got.Sub(want).Abs(); off > 3*time.Minute {
				t.Errorf("%s, %s: %s, and not %s", c.zone, c.day, at.got, at.want)
			}
		}
	}
	if _, _, ok := placeOf(t, "Arctic/Longyearbyen").Daylight(civil.NewDate(2026, 12, 21)); ok {
		t.Error("the sun rises on Svalbard in December")
	}
}

func TestAZoneThatIsNamedAfterNoCityIsNoPlace(t *testing.T) {
	t.Parallel()
	for _, zone := range []*time.Location{time.UTC, time.FixedZone("Europe", 3600)} {
		if p, ok := Of(zone); ok {
			t.Errorf("%s is %+v", zone, p)
		}
	}
}

func TestTheHolidaysOfACountryAreThoseOfAllOfIt(t *testing.T) {
	t.Parallel()
	for zone, want := range map[string]string{
		"Europe/Berlin":    "2026-12-25 2026-12-26 2027-01-01 2027-03-26 2027-03-29 2027-05-01",
		"America/New_York": "2026-12-25 2027-01-01 2027-01-18 2027-02-15",
		"Asia/Tashkent":    "", // not known
	} {
		var got []string
		for _, h := range placeOf(t, zone).Holidays(civil.NewDate(2026, 12, 1), civil.NewDate(2027, 5, 1)) {
			got = append(got, h.Day.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, and not %s", zone, got, want)
		}
	}
}

func TestEveryZoneHasACountryAndAPlaceOnEarth(t *testing.T) {
	t.Parallel()
	if len(places()) < 400 {
		t.Fatalf("there are %d", len(places()))
	}
	for name, p := range places() {
		if len(p.Country) != 2 || p.Latitude < -90 || p.Latitude > 90 || p.Longitude < -180 || p.Longitude > 180 || p.Latitude == 0 {
			t.Errorf("%s: %+v", name, p)
		}
		if _, err := time.LoadLocation(name); err != nil {
			t.Errorf("%s is no zone", name)
		}
	}
}
