package domains_test

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestRealisticNotes(t *testing.T) {
	t.Parallel()
	byDomain := map[string]*extract.Extractor{}
	for _, s := range schemas(t) {
		ex, err := extract.Compile([]*commonv1.DomainSchema{s})
		if err != nil {
			t.Fatal(err)
		}
		byDomain[s.GetDomain()] = ex
	}
	file, err := os.ReadFile("testdata/notes.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(file)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(f) != 3 || byDomain[f[0]] == nil {
			t.Fatalf("bad line %q", line)
		}
		n++
		t.Run(f[0]+": "+f[1], func(t *testing.T) {
			t.Parallel()
			var want any
			if f[2] != "-" {
				if err := json.Unmarshal([]byte(f[2]), &want); err != nil {
					t.Fatal(err)
				}
			}
			got := byDomain[f[0]].Extract(f[1]).Data.AsMap()[f[0]]
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got  %s\nwant %s", show(t, got), f[2])
			}
		})
	}
	if n < 120 {
		t.Errorf("%d notes, want at least 120", n)
	}
}

func TestADayOfManyDomains(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{
			"each domain takes its own",
			"Had a long day at work. 3 meetings back to back, then gym: bench 5x5 @ 80kg. Dinner: pasta with tuna.",
			`{"nutrition":{"items":[{"food":"pasta","meal":"dinner"},{"food":"tuna","meal":"dinner"}]},"strength":{"sets":[{"exercise":"bench press","load":{"unit":"kg","value":80},"reps":5,"sets":5}]},"work":{"blocks":[{"activity":"meeting","count":3}]}}`,
		},
		{"a park bench is no exercise", "Met Anna at the park bench, talked about her new job.", `{}`},
		{"plans and packing lists are no events", "Flight at 6:30 tomorrow, pack 2 shirts, 3 pairs of socks.", `{}`},
		{"numbers of everyday life are no data", "Call dentist 030 1234567. Room 204. Order #4711.", `{}`},
		{"code and links are not read", "`bench 5x5 @ 80kg` see https://example.com/ran-5k-in-25:30 [[2026-01-01 slept 7h]]", `{}`},
		{
			"a thing given up for another is no event",
			"I thought about going for a run but watched a movie instead. 2 beers.",
			`{"nutrition":{"items":[{"count":2,"food":"beer"}]}}`,
		},
	}
	ex := compiled(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := show(t, ex.Extract(tt.text).Data.AsMap()); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func show(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
