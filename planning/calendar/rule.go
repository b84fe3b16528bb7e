package calendar

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/planning/recur"
)

// readRule reads an RRULE. A part that stands there with several values may mean each of
// them: then there is a rule for each.
func readRule(text string) ([]recur.Rule, error) {
	var order []string
	values := map[string][]string{}
	for field := range recur.Parts(text) {
		name, _, _ := strings.Cut(field, "=")
		if values[name] == nil {
			order = append(order, name)
		}
		if !slices.Contains(values[name], field) {
			values[name] = append(values[name], field)
		}
	}
	readings := []string{""}
	for _, name := range order {
		var longer []string
		for _, begun := range readings {
			for _, field := range values[name] {
				longer = append(longer, begun+field+";")
			}
		}
		if readings = longer; len(readings) > maxRules {
			return nil, fmt.Errorf("its parts can be read in more than %d ways", maxRules)
		}
	}
	var rules []recur.Rule
	for _, reading := range readings {
		rule, err := recur.Parse(reading)
		if err != nil {
			return nil, err
		}
		rules = append(rules, rule)
	}
	return rules, nil
}

// lastOf returns until when a rule that can't be read may recur, if that can be read.
func lastOf(text string) (recur.Moment, bool) {
	var last recur.Moment
	found := false
	for field := range recur.Parts(text) {
		value, is := strings.CutPrefix(field, "UNTIL=")
		if !is {
			continue
		}
		m, err := recur.ParseMoment(value, nil)
		if err != nil {
			return m, false
		}
		if !found || m.Compare(last.DateTime) > 0 {
			last = m
		}
		found = true
	}
	return last, found
}
