package quality

import "testing"

func TestAnItemThatMayBeAbsentIsNotInvented(t *testing.T) {
	t.Parallel()
	want := []any{
		map[string]any{"food": "egg", "count": 3.0},
		map[string]any{"food?": "coffee"},
	}
	egg := map[string]any{"food": "egg", "count": 3.0}
	for _, c := range []struct {
		name            string
		got             []any
		right, invented int
	}{
		{"it is absent", []any{egg}, 2, 0},
		{"it is there", []any{map[string]any{"food": "coffee"}, egg}, 2, 0},
		{"another one is there", []any{egg, map[string]any{"food": "tea"}}, 2, 1},
	} {
		if d := compare("meal", want, c.got, false); d.right != c.right || d.wanted != 2 || len(d.invented) != c.invented {
			t.Errorf("%s: %+v", c.name, d)
		}
	}
}
