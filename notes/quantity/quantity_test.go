package quantity_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes/quantity"
)

func TestScan(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"a glued unit", "benched 185lbs", "185 lb"},
		{"a unit behind a blank", "ran 5 km", "5 km"},
		{"a race distance", "5k run", "5 km"},
		{"thousands of steps", "10k steps", "10000 steps"},
		{"more than thousands of steps", "20k+ steps", "20000 steps"},
		{"thousands in a word", "14 thousand steps", "14000 steps"},
		{"stones and pounds", "12st 6lb, then 13 stone 4", "174 lb|186 lb"},
		{"glued stones", "weigh 12st", "12 st"},
		{"an ordinal is no stone", "the 21st 4 came", "4"},
		{"a decimal point", "drank 2.5 L", "2.5 l"},
		{"a decimal comma", "2,5 km", "2.5 km"},
		{"thousands with a comma", "1,200 kcal", "1200 kcal"},
		{"hours and minutes glued", "slept 7h30", "450 min"},
		{"minutes and seconds glued", "1k in 22min30", "1 km|22.5 min"},
		{"hours and minutes apart", "1h 20m on the bike", "80 min"},
		{"hours and minutes in words", "1 hour and 20 minutes", "80 min"},
		{"minutes and seconds", "25 min 30 s", "25.5 min"},
		{"half an hour", "read for half an hour", "0.5 h"},
		{"about so many", "31ish mins", "~31 min"},
		{"cents in words", "nine euro twenty at the cafe", "9.2 EUR"},
		{"cents behind the currency", "parking 3 euro 50 at the lake", "3.5 EUR"},
		{"a number behind an amount that counts something", "12 euro 50 min later", "12 EUR|50 min"},
		{"so many times a price", "3 x 12 € wine, 2x £2.50, 4 @ $3", "36 EUR|5 GBP|12 USD"},
		{"a price so many times", "coffee 2,50 € × 4, tea £3 x2.", "10 EUR|6 GBP"},
		{"a price multiplied by its writer", "3 × 12 € = 36 €, 5 €", "36 EUR|5 EUR"},
		{"a price by what is measured", "12 € x 3 kg", "12 EUR|3 kg"},
		{"sets are no price", "3 x 12 kg, 2 × 30 min, 5@80", "3|12 kg|2|30 min|5|80"},
		{"a currency by its code", "Rs. 640 and KES 3,200", "640 INR|3200 KES"},
		{"a name that is a code as well", "Ron 38.7", "38.7"},
		{"two and a half hours", "two and a half hours of work", "2.5 h"},
		{"an hour and a half", "an hour and a half", "1.5 h"},
		{"2 hours and a half", "2 hours and a half", "2.5 h"},
		{"three quarters of an hour", "three quarters of an hour", "0.75 h"},
		{"number words before a unit", "twenty-five minutes", "25 min"},
		{"number words without a unit are no quantity", "one of three things", ""},
		{"a second set is no second", "a second set", ""},
		{"a couple is approximate", "a couple of hours", "~2 h"},
		{"a tilde", "~5km", "~5 km"},
		{"about", "about 45 min", "~45 min"},
		{"or so", "5 km or so", "~5 km"},
		{"a currency before", "€12.50 lunch", "12.5 EUR"},
		{"a currency behind", "12 eur", "12 EUR"},
		{"a currency sign behind", "12,50 €", "12.5 EUR"},
		{"thousands of money", "$5k", "5000 USD"},
		{"a pace per km", "5:30/km", "5.5 min/km"},
		{"a pace per mile", "8:15 min/mile", "8.25 min/mi"},
		{"a pace with ticks", `5'30"/km`, "5.5 min/km"},
		{"a swimming pace", "1:45/100m", "1.75 min/100m"},
		{"a clock time is no quantity", "up at 6:30", ""},
		{"a time with am is no quantity", "up at 6am", ""},
		{"a date is no quantity", "on 2026-03-05", ""},
		{"an ordinal is no quantity", "the 3rd set", ""},
		{"sets and reps are numbers", "3x8 @ 80kg", "3|8|80 kg"},
		{"load glued to reps", "80kgx5", "80 kg|5"},
		{"a range has two ends", "5-6 km", "~5 km|~6 km"},
		{"a hyphened adjective", "a 20-minute nap", "20 min"},
		{"a fraction of a cup", "1/2 cup of oats", "0.5 cup"},
		{"a mixed fraction", "1 1/2 cups", "1.5 cup"},
		{"a vulgar fraction", "1½ hours", "1.5 h"},
		{"a rating is two numbers", "energy 6/10", "6|10"},
		{"a speed", "at 12 km/h", "12 km/h"},
		{"a temperature", "fever of 38.2°C, oven 350 °F", "38.2 °C|350 °F"},
		{"a pulse", "HR 150 bpm", "150 bpm"},
		{"a share", "20% off", "20 %"},
		{"fluid ounces", "8 fl oz", "8 fl oz"},
		{"a tag's digits are no number", "#30days", ""},
		{"an issue number is no number", "fixed #123", ""},
		{"a number in a word is none", "covid19 and b12", ""},
		{"a number ends its sentence", "did 5.", "5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := show(quantity.Scan(tt.text)); got != tt.want {
				t.Errorf("Scan(%q) = %s, want %s", tt.text, got, tt.want)
			}
		})
	}
}

func show(qs []quantity.Quantity) string {
	var parts []string
	for _, q := range qs {
		s := strings.TrimSpace(fmt.Sprintf("%g %s", q.Value, q.Unit))
		if q.Approx {
			s = "~" + s
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, "|")
}

func TestConvert(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		value    float64
		from, to string
		want     float64
		ok       bool
	}{
		{"pounds to kilograms", 185, "lb", "kg", 83.91458845, true},
		{"miles to kilometres", 1, "mi", "km", 1.609344, true},
		{"hours to minutes", 1.5, "h", "min", 90, true},
		{"a pace per mile to one per kilometre", 8.0467, "min/mi", "min/km", 5, true},
		{"a pace per 100 m to one per kilometre", 2, "min/100m", "min/km", 20, true},
		{"Fahrenheit to Celsius", 212, "°F", "°C", 100, true},
		{"the same unit", 3, "EUR", "EUR", 3, true},
		{"currencies have no fixed rate", 3, "EUR", "USD", 0, false},
		{"dimensions don't mix", 3, "kg", "km", 0, false},
		{"an unknown unit", 3, "parsec", "km", 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, ok := quantity.Convert(tt.value, tt.from, tt.to)
			if ok != tt.ok || math.Abs(got-tt.want) > 1e-3 {
				t.Errorf("Convert(%g, %s, %s) = %g, %v, want %g, %v", tt.value, tt.from, tt.to, got, ok, tt.want, tt.ok)
			}
		})
	}
}

func TestAsReadsAmbiguousUnits(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, dimension, want string }{
		{"30m", quantity.Duration, "30 min"},
		{"400m", quantity.Duration, ""},
		{"400m", quantity.Length, "400 m"},
		{"20 pounds", quantity.Money, "20 GBP"},
		{"20 pounds", quantity.Mass, "20 lb"},
		{"5k", "", "5000"},
		{"80kg", quantity.Length, ""},
	}
	for _, tt := range tests {
		var got []quantity.Quantity
		if q, ok := quantity.Scan(tt.text)[0].As(tt.dimension); ok {
			got = append(got, q)
		}
		if show(got) != tt.want {
			t.Errorf("%q as %q = %s, want %s", tt.text, tt.dimension, show(got), tt.want)
		}
	}
}

func TestConvertingThereAndBackKeepsTheValue(t *testing.T) {
	t.Parallel()
	pairs := [][2]string{{"kg", "lb"}, {"km", "mi"}, {"h", "min"}, {"°C", "°F"}, {"ml", "cup"}, {"min/km", "min/100yd"}}
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(-1000, 1000).Draw(t, "v")
		p := rapid.SampledFrom(pairs).Draw(t, "pair")
		there, ok := quantity.Convert(v, p[0], p[1])
		back, ok2 := quantity.Convert(there, p[1], p[0])
		if !ok || !ok2 || math.Abs(back-v) > 1e-6 {
			t.Fatalf("%g %s -> %g %s -> %g", v, p[0], there, p[1], back)
		}
	})
}

// Eight times the text may take about eight times as long; work that grows with
// the square of the text would take sixty-four times. The fastest of a dozen runs
// counts, so that a busy machine doesn't.
func TestScanIsLinear(t *testing.T) {
	for _, unit := range []string{"5x5 @ 80kg, ", "1", "a ", "1,000", "½", "five and a half "} {
		short, long := best(unit, 512), best(unit, 4<<10)
		if long > 32*short+time.Millisecond {
			t.Errorf("%q: 512 bytes took %v, 4 KiB %v", unit, short, long)
		}
	}
}

func best(unit string, size int) time.Duration {
	text := strings.Repeat(unit, size/len(unit))
	fastest := time.Hour
	for range 12 {
		start := time.Now()
		quantity.Scan(text)
		fastest = min(fastest, time.Since(start))
	}
	return fastest
}

func BenchmarkScan60KiB(b *testing.B) {
	text := strings.Repeat("5x5 @ 80kg, ran 5k in 25:30 and half an hour later about 2 cups. ", 60<<10/66)
	for b.Loop() {
		quantity.Scan(text)
	}
}

func FuzzScan(f *testing.F) {
	for _, s := range []string{"5x5 @ 80kg", "7h30", "~5k", "€12.50", "1 1/2 cups", "5:30/km", "½½", "12st 6lb", "20k+ steps", "14 thousand", "1.200,50 €", "1h 20m", "4:45 pm", "two and a half hours", "~$5k", "1,000,0", "\xff5kg", "5°"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, q := range quantity.Scan(text) {
			if q.Start < end || q.End <= q.Start || q.End > len(text) {
				t.Fatalf("%q: span %d..%d after %d", text, q.Start, q.End, end)
			}
			if q.Text != text[q.Start:q.End] {
				t.Fatalf("%q: text %q is not %q", text, q.Text, text[q.Start:q.End])
			}
			if math.IsNaN(q.Value) || math.IsInf(q.Value, 0) || q.Value < 0 {
				t.Fatalf("%q: value %v", text, q.Value)
			}
			if q.Unit != "" && quantity.Dimension(q.Unit) == "" {
				t.Fatalf("%q: unknown unit %q", text, q.Unit)
			}
			end = q.End
		}
	})
}

func TestASmallerPartSaidBehindIsOfTheWhole(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]quantity.Quantity{
		"took me an hour and five minutes": {Value: 65, Unit: "min"},
		"one hour twenty minutes":          {Value: 80, Unit: "min"},
		"1 hour and 5 minutes":             {Value: 65, Unit: "min"},
		"an hour and a half":               {Value: 1.5, Unit: "h"},
		"3 euro 50":                        {Value: 3.5, Unit: "EUR"},
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			got := quantity.Scan(text)
			if len(got) != 1 || got[0].Value != want.Value || got[0].Unit != want.Unit {
				t.Errorf("%+v, want one of %v %s", got, want.Value, want.Unit)
			}
		})
	}
}
