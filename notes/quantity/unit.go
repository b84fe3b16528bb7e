package quantity

import (
	_ "embed"
	"strings"
)

// The dimensions that a unit can have.
const (
	Mass        = "mass"
	Length      = "length"
	Duration    = "duration"
	Volume      = "volume"
	Energy      = "energy"
	Money       = "money"
	Pace        = "pace"
	Speed       = "speed"
	Temperature = "temperature"
	Rate        = "rate"  // per minute, as a pulse
	Ratio       = "ratio" // percent
	Steps       = "steps"
	Power       = "power"
	Level       = "level"   // of sugar in the blood
	Potency     = "potency" // of a drug
)

// A unit is a canonical unit: value*factor+offset is the value in the first
// unit of its dimension.
type unit struct {
	dimension string
	factor    float64
	offset    float64
	words     []string // as written, folded to lower case
}

// units are all units by canonical name. The factors are the exact ones of the
// SI brochure and of the 1959 yard and pound agreement; kitchen measures are
// the US legal ones (21 CFR 101.9).
var units = withCurrencies(map[string]unit{
	"kg":  {Mass, 1000, 0, words("kg", "kgs", "kilo", "kilos", "kilogram", "kilograms", "kilogramm")},
	"g":   {Mass, 1, 0, words("g", "gr", "gram", "grams", "gramme", "grammes")},
	"mg":  {Mass, 0.001, 0, words("mg", "milligram", "milligrams")},
	"mcg": {Mass, 0.000001, 0, words("mcg", "µg", "μg", "ug", "microgram", "micrograms")},
	"lb":  {Mass, 453.59237, 0, words("lb", "lbs", "pound", "pounds")},
	"oz":  {Mass, 28.349523125, 0, words("oz", "ounce", "ounces")},
	"st":  {Mass, 6350.29318, 0, words("stone", "stones")},

	"m":  {Length, 1, 0, words("m", "meter", "meters", "metre", "metres")},
	"km": {Length, 1000, 0, words("km", "kms", "kilometer", "kilometers", "kilometre", "kilometres", "klicks")},
	"mi": {Length, 1609.344, 0, words("mi", "mile", "miles", "miler")},
	"yd": {Length, 0.9144, 0, words("yd", "yds", "yard", "yards")},
	"ft": {Length, 0.3048, 0, words("ft", "foot", "feet")},
	"in": {Length, 0.0254, 0, words("inch", "inches")},
	"cm": {Length, 0.01, 0, words("cm", "centimeter", "centimeters", "centimetre", "centimetres")},
	"mm": {Length, 0.001, 0, words("mm", "millimeter", "millimeters", "millimetre", "millimetres")},

	"s":    {Duration, 1, 0, words("s", "sec", "secs", "second", "seconds")},
	"min":  {Duration, 60, 0, words("min", "mins", "minute", "minutes")},
	"h":    {Duration, 3600, 0, words("h", "hr", "hrs", "hour", "hours")},
	"day":  {Duration, 86400, 0, words("day", "days")},
	"week": {Duration, 604800, 0, words("week", "weeks")},

	"ml":    {Volume, 1, 0, words("ml", "milliliter", "milliliters", "millilitre", "millilitres")},
	"cl":    {Volume, 10, 0, words("cl")},
	"dl":    {Volume, 100, 0, words("dl")},
	"l":     {Volume, 1000, 0, words("l", "liter", "liters", "litre", "litres")},
	"cup":   {Volume, 240, 0, words("cup", "cups")},
	"tbsp":  {Volume, 15, 0, words("tbsp", "tbsps", "tablespoon", "tablespoons")},
	"tsp":   {Volume, 5, 0, words("tsp", "tsps", "teaspoon", "teaspoons")},
	"fl oz": {Volume, 29.5735295625, 0, words("floz")},
	"pint":  {Volume, 473.176473, 0, words("pint", "pints")},
	"gal":   {Volume, 3785.411784, 0, words("gal", "gallon", "gallons")},

	"kcal": {Energy, 1, 0, words("kcal", "kcals", "cal", "cals", "calorie", "calories", "kilocalories")},
	"kJ":   {Energy, 1 / 4.184, 0, words("kj", "kilojoule", "kilojoules")},

	"min/km":    {Pace, 1, 0, nil},
	"min/mi":    {Pace, 1 / 1.609344, 0, nil},
	"min/100m":  {Pace, 10, 0, nil},
	"min/100yd": {Pace, 1000 / 91.44, 0, nil},

	"km/h": {Speed, 1, 0, words("km/h", "kmh", "kph", "kmph")},
	"mph":  {Speed, 1.609344, 0, words("mph")},
	"m/s":  {Speed, 3.6, 0, words("m/s")},

	"°C": {Temperature, 1, 0, words("°c", "celsius", "c")},
	"°F": {Temperature, 5.0 / 9, -32 * 5.0 / 9, words("°f", "fahrenheit", "f")},

	"bpm":   {Rate, 1, 0, words("bpm")},
	"%":     {Ratio, 1, 0, words("%", "percent", "pct")},
	"steps": {Steps, 1, 0, words("steps", "step")},
	"W":     {Power, 1, 0, words("w", "watt", "watts")},

	// The factor is the molar mass of glucose.
	"mmol/l": {Level, 1, 0, words("mmol/l", "mmol", "mmols")},
	"mg/dl":  {Level, 1 / 18.0156, 0, words("mg/dl")},

	"IU": {Potency, 1, 0, words("iu", "units")},
})

//go:embed currencies.txt
var currenciesFile string

// withCurrencies adds those of the file, between which no fixed rate exists.
func withCurrencies(units map[string]unit) map[string]unit {
	for line := range strings.Lines(currenciesFile) {
		if code, written, ok := strings.Cut(line, ": "); ok && !strings.HasPrefix(code, "#") {
			units[code] = unit{dimension: Money, words: strings.Split(strings.TrimSpace(written), " | ")}
		}
	}
	return units
}

func words(w ...string) []string { return w }

// byWord finds a canonical unit by any word for it, in lower case.
var byWord = func() map[string]string {
	m := make(map[string]string)
	for name, u := range units {
		for _, w := range u.words {
			m[lower(w)] = name
		}
	}
	return m
}()

// Dimension returns what a canonical unit measures, such as "mass" for "kg",
// and "" for an unknown unit.
func Dimension(unit string) string { return units[unit].dimension }

// Shared reports whether a unit is a word that several countries have for their money:
// "francs". Codes of currencies are in capitals.
func Shared(unit string) bool { return Dimension(unit) == Money && unit == lower(unit) }

// Known reports whether d is one of the dimensions.
func Known(d string) bool {
	switch d {
	case Mass, Length, Duration, Volume, Energy, Money, Pace, Speed,
		Temperature, Rate, Ratio, Steps, Power, Level, Potency:
		return true
	}
	return false
}

// Canonical returns the canonical unit that a word stands for: "kg" for
// "kilos".
func Canonical(word string) (string, bool) {
	if _, ok := units[word]; ok {
		return word, true
	}
	u, ok := byWord[lower(word)]
	return u, ok
}

// Convert returns v in another unit of the same dimension. It is false where
// the dimensions differ or no fixed rate exists, as between currencies.
func Convert(v float64, from, to string) (float64, bool) {
	if from == to {
		return v, true
	}
	f, okFrom := units[from]
	t, okTo := units[to]
	if !okFrom || !okTo || f.dimension != t.dimension || f.factor == 0 || t.factor == 0 {
		return 0, false
	}
	return (v*f.factor + f.offset - t.offset) / t.factor, true
}
