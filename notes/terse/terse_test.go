package terse_test

import (
	"maps"
	"testing"

	"github.com/weft-mesh/weft/notes/terse"
)

// diary is notes of one text for each line: an hour, and what was written then.
type diary []struct {
	hour int
	text string
}

// readings are the notes of a diary that leave something out, as they are read. What
// fits several series is read as "?".
func (d diary) readings() map[string]string {
	var all []terse.Note
	for _, n := range d {
		all = append(all, terse.Note{Text: n.text, Minute: 60 * n.hour})
	}
	out := map[string]string{}
	for _, r := range terse.Read(all, forms) {
		text := all[r.Note].Text
		if out[text] = r.Text(text); len(r.Fits) > 0 {
			out[text] = "?"
		}
	}
	return out
}

// forms are the words that mean the same as one.
func forms(word string) []string {
	if word == "weighed" || word == "weight" {
		return []string{word, "body weight"}
	}
	return []string{word}
}

func TestASeriesGoesOnInFewerWords(t *testing.T) {
	t.Parallel()
	d := diary{
		{7, "Aai fasting sugar 168. She says it is the laddoo"},
		{6, "84.2kg. no comments"},
		{22, "chess.com rapid rating 1184, lost on time"},
		{11, "Swim at the baths"},
		{11, "swam 700 m, 25 min"},
		{8, "Dad's BP 158/94, doctor wants it written down"},
		{5, "5h sleep"}, {6, "sleep 6h"},
		{6, "83.9"},
		{7, "aai fasting 154"},
		{19, "aai 149 today, she told me 3 times"},
		{22, "1201!!"},
		{19, "won in 34 moves. rating 1216"},
		{21, "1223"},
		{11, "1000 m!!! 35:50. First whole one"},
		{8, "149/88"},
		{9, "weight 83.1, before food"},
		{6, "weighed 82.0"},
		{5, "early. 4h30"},
		{20, "aai's eye check, 600 fee"},
		{20, "aai 600 fee"},
		{20, "aai 3 pills"},
		{20, "24 hot cross buns"},
		{6, "34 of us now"},
		{6, "2026"},
		{6, "7:30 up, coffee"},
	}
	want := map[string]string{
		"83.9":                               "weight 83.9 kg",
		"aai fasting 154":                    "aai fasting sugar 154",
		"aai 149 today, she told me 3 times": "aai fasting sugar 149 today, she told me 3 times",
		"1201!!":                             "chess com rapid rating 1201!!",
		"won in 34 moves. rating 1216":       "won in 34 moves. chess com rapid rating 1216",
		"1223":                               "chess com rapid rating 1223",
		"1000 m!!! 35:50. First whole one":   "swam 1000 m!!! 35:50. First whole one",
		"149/88":                             "dad's bp 149/88",
		"weight 83.1, before food":           "weight 83.1 kg, before food",
		"weighed 82.0":                       "weighed 82.0 kg",
		"early. 4h30":                        "early. sleep 4h30",
	}
	if got := d.readings(); !maps.Equal(got, want) {
		t.Errorf("read as %q, want %q", got, want)
	}
}

func TestWhatFitsTwoSeriesContinuesNeither(t *testing.T) {
	t.Parallel()
	d := diary{
		{7, "mum sugar 7.4"}, {7, "my lactate 7.1"},
		{7, "7.3"},
		{22, "8.1"}, // at another time of day it is neither
	}
	if got, want := d.readings(), map[string]string{"7.3": "?"}; !maps.Equal(got, want) {
		t.Errorf("read as %q, want %q", got, want)
	}
}

func TestANumberOfTheWrongSizeContinuesNothing(t *testing.T) {
	t.Parallel()
	d := diary{{7, "weighed 82.6 kg"}, {7, "weighed 82.1 kg"}, {7, "38.4"}, {7, "7.5"}, {7, "820.5"}}
	if got := d.readings(); len(got) > 0 {
		t.Errorf("read as %q", got)
	}
}

func TestANameOfItsOwnStaysOne(t *testing.T) {
	t.Parallel()
	// My own readings were there before hers, so "bp" alone is none of hers.
	d := diary{{7, "bp 128/82"}, {8, "mum's bp 141/90"}, {7, "bp 131/84"}}
	if got := d.readings(); len(got) > 0 {
		t.Errorf("read as %q", got)
	}
}
