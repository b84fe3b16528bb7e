package canonical_test

import (
	"bytes"
	"testing"

	"github.com/weft-mesh/weft/kit/canonical"
)

func TestAValueHasOneForm(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ in, want string }{
		"members and spaces": {"{ \"b\" : 1,\n\"a\":[ true, null ] }", `{"a":[true,null],"b":1}`},
		// The vectors of RFC 8785, section 3.2.2 and 3.2.3.
		"numbers, texts and literals": {
			`{"numbers": [333333333.3333333, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
			  "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}`,
			`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
		},
		"members by UTF-16": {
			`{"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"}`,
			"{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\",\"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\",\"😀\":\"Emoji: Grinning Face\",\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}",
		},
		"the largest exact number": {`[9007199254740992, -9007199254740992]`, `[9007199254740992,-9007199254740992]`},
		"all digits of a float":    {`[0.30000000000000004, 1.7976931348623157e308, 5e-324, 100e-2, 0.10e1]`, `[0.30000000000000004,1.7976931348623157e+308,5e-324,1,1]`},
		"zero":                     {`[-0, 0.0, 0e5]`, `[0,0,0]`},
		"composed stays composed":  {`["é", "é"]`, `["é","é"]`},
	} {
		got, err := canonical.JSON([]byte(tt.in))
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: %s, %v; want %s", name, got, err, tt.want)
		}
		if again, err := canonical.JSON(got); err != nil || !bytes.Equal(again, got) {
			t.Errorf("%s: the form of its form is %s, %v", name, again, err)
		}
	}
}

func TestWhatCouldBeReadAsTwoValuesIsRefused(t *testing.T) {
	t.Parallel()
	for name, in := range map[string]string{
		"a name twice":              `{"to":"a","to":"b"}`,
		"a name twice, escaped":     `{"to":"a","\u0074o":"b"}`,
		"a whole number past 2^53":  `{"amount":9007199254740993}`,
		"one below -2^53":           `{"amount":-9007199254740993}`,
		"more digits than a float":  `[0.12345678901234567890]`,
		"a sum of another float":    `[333333333.33333329]`,
		"less than any float":       `[1e-999]`,
		"one past 2^63":             `99999999999999999999`,
		"a number past a float64":   `[1e400]`,
		"a lone surrogate":          `"\ud800"`,
		"bytes that are not UTF-8":  "\"\xff\"",
		"something behind":          `{} {}`,
		"nothing":                   ``,
		"half of it":                `{"a":`,
		"a comment":                 `{} // x`,
		"NaN":                       `[NaN]`,
		"a control character":       "\"\x01\"",
		"a byte order mark":         "\ufeff{}",
		"names in single quotation": `{'a':1}`,
	} {
		if got, err := canonical.JSON([]byte(in)); err == nil {
			t.Errorf("%s: it is %s", name, got)
		}
	}
}

func FuzzTheFormOfAFormIsItself(f *testing.F) {
	f.Add([]byte(`{"b":[1.50,"\u00e9",{}],"a":null}`))
	f.Add([]byte(`[1e-7, 123456789012, "\ud83d\ude00"]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		once, err := canonical.JSON(data)
		if err != nil {
			return
		}
		twice, err := canonical.JSON(once)
		if err != nil || !bytes.Equal(once, twice) {
			t.Errorf("%q becomes %q, and that %q, %v", data, once, twice, err)
		}
	})
}
