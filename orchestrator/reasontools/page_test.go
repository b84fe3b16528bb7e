package reasontools_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/reason"
)

// shownWhole fails if a model would not be shown all of a result.
func shownWhole(t *testing.T, what string, r reason.Result) {
	t.Helper()
	if shown := r.Format(reason.Whole, reason.ShownResult); !strings.HasSuffix(shown, string(r.Data)) {
		t.Errorf("%s: of %d bytes a model is shown %d", what, len(r.Data), len(shown))
	}
}

// pages are all items of a list, page after page.
func pages(t *testing.T, call func(cursor string) reason.Result, name string) (items []json.RawMessage, n int) {
	t.Helper()
	for cursor := ""; ; n++ {
		r := call(cursor)
		shownWhole(t, name+cursor, r)
		var data map[string]json.RawMessage
		var told []json.RawMessage
		if err := json.Unmarshal(r.Data, &data); err != nil || !r.OK || json.Unmarshal(data[name], &told) != nil || n > 200 {
			t.Fatalf("page %d: %v, %+v", n, err, r)
		}
		items = append(items, told...)
		if data["next_cursor"] == nil {
			return items, n + 1
		}
		if want := fmt.Sprintf("cursor %s tells the next", data["next_cursor"]); !strings.Contains(r.Explanations[0], want) {
			t.Fatalf("page %d goes on and says %q", n, r.Explanations)
		}
		cursor = fmt.Sprintf(`,"cursor":%s`, data["next_cursor"])
	}
}

func TestEveryListIsPagedToItsEnd(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	var facts strings.Builder
	for i := range 90 {
		fmt.Fprintf(&facts, "- fact_%d: number %d of many (certain)\n", i, i)
		files[fmt.Sprintf("2026-%02d-%02d.md", 1+i/28, 1+i%28)] = fmt.Sprintf("## 07:00\nRan 5.%d km along the canal. %s\n- [ ] wax the boat %d\n", i%10, strings.Repeat("Grey sky. ", i), i)
	}
	files["global-context.md"] = "# Global Context\n\n## Facts\n\n" + facts.String()
	ask := tools(t, files)
	for _, tt := range []struct {
		tool, args, name string
		all              int
	}{
		{"list_tasks", `"about":"wax"`, "tasks", 90},
		{"list_tasks", `"from":"2026-02-01","to":"2026-02-28"`, "tasks", 28},
		{"list_facts", `"about":""`, "facts", 90},
		{"search_notes", `"from":"2026-01-05","to":"2026-02-03","limit":20`, "notes", 27},
		{"search_notes", `"query":"canal","limit":20`, "notes", 90},
		{"search_notes", `"query":"canal","from":"2026-03-01","to":"2026-03-09","limit":3`, "notes", 9},
		{"series", `"measure":"running.distance"`, "values", 90},
		{"series", `"measure":"running.distance","compute":"sum","by":"day"`, "results", 90},
	} {
		items, n := pages(t, func(cursor string) reason.Result { return ask("ann", tt.tool, "{"+tt.args+cursor+"}") }, tt.name)
		seen := map[string]bool{}
		for _, it := range items {
			seen[string(it)] = true
		}
		if len(items) != tt.all || len(seen) != tt.all || n < 2 && tt.all > 30 {
			t.Errorf("%s {%s} has %d items, %d of them different, on %d pages; there are %d", tt.tool, tt.args, len(items), len(seen), n, tt.all)
		}
	}
	if r := ask("ann", "list_tasks", `{"cursor":400}`); !r.OK || r.Explanations[0] != "There are 90 open tasks, and none from cursor 400 on." {
		t.Errorf("behind the last one: %+v", r)
	}
	if r := ask("ann", "search_notes", `{}`); r.OK || r.Error.Code != "bad_arguments" {
		t.Errorf("neither words nor days: %+v", r)
	}
	if r := ask("ann", "search_notes", `{"query":"canal","from":"2026-03-09","to":"2026-03-01"}`); r.OK {
		t.Errorf("days that run backwards: %+v", r)
	}
}

func TestALongNoteIsOpenedFurther(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	var text strings.Builder
	for text.Len() < 20_000 {
		text.WriteString(strings.Repeat(string([]rune{'a', 'ö', '"', '界', '\\'}[rnd.IntN(5)]), 1+rnd.IntN(9)) + []string{" ", "\n", "\n\n"}[rnd.IntN(3)])
	}
	whole := strings.TrimSpace(text.String())
	ask := tools(t, map[string]string{"2026-01-05.md": "## 07:00\n" + whole + "\n", "2026-01-06.md": "## 07:00\nShort.\n"})
	var id string
	{
		var found struct {
			Notes []struct {
				ID, Text string
				Bytes    int
			}
		}
		if r := ask("ann", "search_notes", `{"from":"2026-01-05","to":"2026-01-06"}`); json.Unmarshal(r.Data, &found) != nil || len(found.Notes) != 2 ||
			!strings.HasSuffix(found.Notes[0].Text, "…") || found.Notes[0].Bytes != len(whole) || found.Notes[1].Bytes != 0 {
			t.Fatalf("%s", r.Data)
		}
		id = found.Notes[0].ID
	}
	var got []string
	for offset := 0; ; {
		r := ask("ann", "read_note", fmt.Sprintf(`{"id":%q,"offset":%d}`, id, offset))
		shownWhole(t, id, r)
		var part struct {
			Text       string
			Bytes      int
			NextOffset int `json:"next_offset"`
		}
		if err := json.Unmarshal(r.Data, &part); err != nil || part.Bytes != len(whole) || part.Text == "" {
			t.Fatalf("%v, %s", err, r.Data)
		}
		got = append(got, strings.Fields(part.Text)...)
		if part.NextOffset == 0 {
			break
		}
		if !strings.Contains(r.Explanations[0], fmt.Sprintf("offset %d tells the next", part.NextOffset)) {
			t.Fatalf("it says %q", r.Explanations)
		}
		offset = part.NextOffset
	}
	if !slices.Equal(got, strings.Fields(whole)) {
		t.Errorf("the parts are not the whole: %d words of %d", len(got), len(strings.Fields(whole)))
	}
	for _, offset := range []int{1, 7777, 1 << 30} { // within a character, and behind the end
		if r := ask("ann", "read_note", fmt.Sprintf(`{"id":%q,"offset":%d}`, id, offset)); !r.OK || !json.Valid(r.Data) || strings.Contains(string(r.Data), "\ufffd") {
			t.Errorf("from %d: %+v", offset, r)
		}
	}
	if r := ask("ann", "read_note", `{"id":"2026-01-06_07-00-00"}`); r.Explanations[0] != "The note of 2026-01-06." || strings.Contains(string(r.Data), "offset") {
		t.Errorf("a short one: %v %s", r.Explanations, r.Data)
	}
}
