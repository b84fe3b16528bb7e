package money_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/services/analyzer/money"
)

func TestEachAmountIsOfTheWordsOfItsItem(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Sam shoes 38, ellie blazer £42. robbery":                       {"38 price of Sam shoes", "42 price of ellie blazer"},
		"pads 180 labour 120":                                           {"180 price of pads", "120 price of labour"},
		"69.90 diesel 47.9L 64310 miles":                                {"69.9 price of diesel 47.9L 64310 miles"},
		"ordered 2 queens, $45 each, postage 18":                        {"90 price of ordered 2 queens", "18 price of postage"},
		"uniforms, 2 x 85":                                              {"170 price of uniforms, 2 x"},
		"vet: exam 65, shots 88. =153 ouch":                             {"head vet", "65 price of exam", "88 price of shots", "153 total of"},
		"brakes at Dave's, pads 180 labour 120":                         {"head brakes at Dave's", "180 price of pads", "120 price of labour"},
		"our side:\n- caterer 540\n- flowers 62":                        {"head our side", "540 price of caterer", "62 price of flowers"},
		"coffee + croissant 9.50 (coffee was 6)":                        {"9.5 price of coffee + croissant", "6 part of coffee was"},
		"hall fixed, 1400 for 2 days, advance 500 paid":                 {"1400 price of hall fixed", "500 part of advance"},
		"Dale paid me 100 back!! 200 to go":                             {"100 returned of Dale paid me", "200 left of to go"},
		"lent my brother $300 for his car":                              {"300 lent of lent my brother for his car"},
		"quoted 480, want the curved ones too (189)":                    {"480 unmoved of quoted", "189 part of want the curved ones too"},
		"physio 2, 400rs. night 1 of 6, bed 7, 14 june, 300 pcs, 9 am.": {"400 price of physio 2"},
		"the owner called at 8:30 about court 1, score was 21":          nil,
	} {
		if got := read(text); !slices.Equal(got, want) {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
	}
}

func read(text string) []string {
	var numbers []money.Number
	for _, q := range quantity.Scan(text) {
		numbers = append(numbers, money.Number{Value: q.Value, Unit: q.Unit, Start: q.Start, End: q.End})
	}
	words := func(w money.Words) string { return strings.Trim(text[w.From:w.To], " ,.:-(\n") }
	var out []string
	for _, l := range money.Read(text, numbers) {
		if head := words(l.Head); head != "" {
			out = append(out, "head "+head)
		}
		for _, it := range l.Items {
			line := fmt.Sprint(it.Value, " ", []string{"price", "total", "part", "returned", "left", "lent", "unmoved"}[it.Role], " of")
			for _, of := range it.Of {
				line += " " + words(of)
			}
			out = append(out, line)
		}
	}
	return out
}
