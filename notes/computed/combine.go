package computed

import (
	"errors"
	"fmt"

	"github.com/weft-mesh/weft/notes/quantity"
)

// combine does an operation on numbers with units.
func combine(op Op, parts []Item) (number float64, unit string, err error) {
	if len(parts) == 0 {
		return 0, "", errors.New("it names no items")
	}
	switch op {
	case Count:
		return float64(len(parts)), "", nil
	case Product:
		return product(parts)
	case Ratio:
		return ratio(parts)
	}
	values, unit, err := alike(parts)
	if err != nil {
		return 0, "", err
	}
	first := values[0]
	switch number = first; op {
	case Sum, Mean:
		for _, v := range values[1:] {
			number += v
		}
		if op == Mean {
			number /= float64(len(values))
		}
	case Difference:
		if len(values) < 2 {
			return 0, "", errors.New("a difference needs two items")
		}
		for _, v := range values[1:] {
			number -= v
		}
	case Min:
		for _, v := range values[1:] {
			number = min(number, v)
		}
	case Max:
		for _, v := range values[1:] {
			number = max(number, v)
		}
	default:
		return 0, "", fmt.Errorf("%q is no operation", op)
	}
	return number, unit, nil
}

// alike returns numbers in one unit, that of the first item that has one. An item
// without a unit counts in that of the others, and francs in those whose country is told.
func alike(parts []Item) (values []float64, unit string, err error) {
	for _, p := range parts {
		if unit == "" || quantity.Shared(unit) && quantity.Dimension(p.Unit) == quantity.Money {
			unit = p.Unit
		}
	}
	for _, p := range parts {
		v, ok := p.Number, true
		if p.Unit != "" && p.Unit != unit && !(quantity.Shared(p.Unit) && quantity.Dimension(unit) == quantity.Money) {
			v, ok = quantity.Convert(p.Number, p.Unit, unit)
		}
		if !ok {
			return nil, "", fmt.Errorf("%s and %s can't be put together", unit, p.Unit)
		}
		values = append(values, v)
	}
	return values, unit, nil
}

// product multiplies; one of the numbers may have a unit.
func product(parts []Item) (number float64, unit string, err error) {
	number = 1
	for _, p := range parts {
		if p.Unit != "" && unit != "" {
			return 0, "", fmt.Errorf("%s by %s is nothing that is known", unit, p.Unit)
		}
		number *= p.Number
		if p.Unit != "" {
			unit = p.Unit
		}
	}
	return number, unit, nil
}

// ratio divides the first of two numbers by the second.
func ratio(parts []Item) (number float64, unit string, err error) {
	if len(parts) != 2 {
		return 0, "", errors.New("a ratio needs two items")
	}
	a, b := parts[0], parts[1]
	switch {
	case a.Unit == b.Unit:
		return a.Number / b.Number, "", nil
	case b.Unit == "":
		return a.Number / b.Number, a.Unit, nil
	case a.Unit == "":
		return a.Number / b.Number, "per " + b.Unit, nil
	}
	if v, ok := quantity.Convert(b.Number, b.Unit, a.Unit); ok {
		return a.Number / v, "", nil
	}
	return a.Number / b.Number, a.Unit + "/" + b.Unit, nil
}
