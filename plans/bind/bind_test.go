package bind_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/plans/bind"
)

func returned(step string) ([]byte, bool) {
	r, ok := map[string]string{
		"make": `{"path":"Invoices/7.pdf","lines":[{"n":1},{"n":2.50}],"a/b":{"m~n":true},"trap":{"$from":"other","pointer":""}}`,
		"odd":  `{"a":1,"a":2}`,
		"long": `{"id":9007199254740993,"id_text":"9007199254740993","share":0.12345678901234567890,"of":7.0}`,
	}[step]
	return []byte(r), ok
}

func TestArgumentsTakeWhatEarlierStepsReturned(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		``: `{}`,
		`{"b":1,"a":{"$from":"make","pointer":"/path"}}`:  `{"a":"Invoices/7.pdf","b":1}`,
		`{"a":[{"$from":"make","pointer":"/lines/1/n"}]}`: `{"a":[2.5]}`,
		`{"a":{"$from":"make","pointer":"/a~1b/m~0n"}}`:   `{"a":true}`,
		// A number with more digits than programs keep is in nobody's way who does not take it.
		`{"a":{"$from":"long","pointer":"/id_text"},"b":{"$from":"long","pointer":"/of"}}`: `{"a":"9007199254740993","b":7}`,
		// What comes from outside is data, even if it looks like a reference.
		`{"a":{"$from":"make","pointer":"/trap"}}`: `{"a":{"$from":"other","pointer":""}}`,
	} {
		if got, err := bind.Resolve([]byte(in), returned); err != nil || string(got) != want {
			t.Errorf("%s: %s, %v; want %s", in, got, err, want)
		}
	}
	references, err := bind.References([]byte(`{"b":[1,{"$from":"x","pointer":"/z"},{"$from":"y","pointer":"/z"}],"a/~":{"$from":"y","pointer":""}}`))
	want := []bind.Reference{{At: "/a~1~0", Step: "y"}, {At: "/b/1", Step: "x", Pointer: "/z"}, {At: "/b/2", Step: "y", Pointer: "/z"}}
	if err != nil || !slices.Equal(references, want) {
		t.Errorf("references %v, %v", references, err)
	}
}

func TestReferencesThatLeadNowhereAreRefused(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"a":{"$from":"none","pointer":""}}`:               "step none has returned nothing",
		`{"a":{"$from":"make","pointer":"/path/x"}}`:        "in no object",
		`{"a":{"$from":"make","pointer":"/lines/2"}}`:       "no item",
		`{"a":{"$from":"make","pointer":"/lines/01"}}`:      "no item",
		`{"a":{"$from":"make","pointer":"/lines/-"}}`:       "no item",
		`{"a":{"$from":"make","pointer":"path"}}`:           "does not begin with /",
		`{"a":{"$from":"make","pointer":"/none"}}`:          `no "none"`,
		`{"a":{"$from":"make"}}`:                            "a reference is",
		`{"a":{"$from":"make","pointer":"/path","else":1}}`: "a reference is",
		`{"a":{"$from":7,"pointer":"/path"}}`:               "a reference is",
		`{"a":{"$from":"odd","pointer":"/a"}}`:              "duplicate",
		`{"a":{"$from":"long","pointer":"/id"}}`:            "9007199254740993 is beyond 2^53",
		`{"a":{"$from":"long","pointer":"/share"}}`:         "more digits",
		`{"a":1,"a":2}`: "duplicate",
	} {
		if got, err := bind.Resolve([]byte(in), returned); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s, %v; want %q", in, got, err, want)
		}
	}
}
