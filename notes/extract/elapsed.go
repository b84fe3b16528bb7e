package extract

import (
	"strconv"

	"github.com/weft-mesh/weft/notes/quantity"
)

// elapsed reads the time of an effort, "25:30" or "1:25:30", in minutes. Two
// numbers are minutes and seconds, but hours and minutes if the first is small:
// nobody notes a run of two minutes thirty, many one of two hours and a half.
// Where only the other reading lies within the bounds of t, it counts. A unit
// behind it settles the matter, as in "1:45 h". A pace is no such time.
func elapsed(s *scanned, t slotType, i int) (v value, is bool) {
	if m := s.quantities[i]; m != nil && m.Unit != "" {
		return value{}, false
	}
	parts, k := colonParts(s, i)
	v = value{form: formQuantity, unit: "min", to: k}
	unit := ""
	if k < len(s.tokens) && s.tokens[k].clause == s.tokens[i].clause {
		unit, _ = quantity.Canonical(s.tokens[k].text)
	}
	switch {
	case len(parts) == 3:
		v.number = parts[0]*hour + parts[1] + parts[2]/60
		if unit == "h" {
			v.to++
		}
	case len(parts) == 2 && unit == "h":
		v.number, v.to = parts[0]*hour+parts[1], k+1
	case len(parts) == 2 && unit == "min":
		v.number, v.to = parts[0]+parts[1]/60, k+1
	case len(parts) == 2:
		v.number = parts[0] + parts[1]/60
		if long := parts[0]*hour + parts[1]; inside(t, long) && (parts[0] <= 4 || !inside(t, v.number)) {
			v.number, v.doubt = long, "hours"
		}
	case len(parts) == 1 && s.prime(k) && s.tokens[k].glued && parts[0] >= 5:
		v.number, v.to = parts[0], k+1 // 50', as runners write minutes
	default:
		return value{}, false
	}
	v.number, v.text = round(v.number), s.span(i, v.to)
	if v.doubt != "" {
		v.doubt = "“" + v.text + "” is read as hours and minutes"
	}
	return v, true
}

// prime reports whether token k is the sign of minutes.
func (s *scanned) prime(k int) bool { return s.word(k) == "'" || s.word(k) == "′" }

// split reads the time that a stretch takes, "5:30" or "5'30", as a pace: per
// mile where the text tells distances in miles, else per kilometer.
func split(s *scanned, t slotType, i int) (value, bool) {
	if m := s.quantities[i]; m != nil && m.Unit != "" {
		return value{}, false
	}
	parts, k := colonParts(s, i)
	if len(parts) == 1 && k+1 < len(s.tokens) && s.prime(k) {
		if more, next := colonParts(s, k+1); len(more) == 1 && len(s.tokens[k+1].text) == 2 && more[0] < 60 {
			parts, k = append(parts, more...), next
		}
	}
	if len(parts) != 2 || !inside(t, parts[0]+parts[1]/60) {
		return value{}, false
	}
	v := value{form: formQuantity, unit: "min/km", to: k, number: round(parts[0] + parts[1]/60), text: s.span(i, k)}
	if s.miles {
		v.unit = "min/mi"
	}
	v.doubt = "“" + v.text + "” is read as " + v.unit
	return v, true
}

// colonParts reads up to three numbers with colons between, those behind the
// first of two digits and below sixty, and returns them with the token behind.
// It returns none if the digits are no such time.
func colonParts(s *scanned, i int) (parts []float64, k int) {
	k = i
	for len(parts) < 3 && k < len(s.tokens) && s.tokens[k].kind == number {
		v, err := strconv.Atoi(s.tokens[k].text)
		if err != nil || len(parts) > 0 && (v > 59 || len(s.tokens[k].text) != 2) {
			return nil, i
		}
		parts = append(parts, float64(v))
		k++
		if k+1 >= len(s.tokens) || s.tokens[k].text != ":" || !s.tokens[k].glued || !s.tokens[k+1].glued {
			break
		}
		k++
	}
	return parts, k
}
