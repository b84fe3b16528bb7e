package dayfile

import (
	"fmt"
	"slices"
	"testing"
)

func TestACensusCountsWhatIsReadAndWhatIsNot(t *testing.T) {
	t.Parallel()
	var c Census
	for name, content := range map[string]string{
		"2026-01-05.md": "Ran.\n## 18:00\nStretched.\n",
		"03-04-2026.md": "Swam.\n",
		"a.md":          "---\ncreated: 2026-01-05\n---\nRode.\n",
		"log.md":        "Since 2020.\n## 2026-01-05\nRan.\n## 2026-01-06\nSwam.\n",
		"wifi.md":       "Swordfish.\n",
		"latin.md":      "Caf\xe9.\n",
		"photo.md":      "\x89PNG\x00\xff",
		"utf16.md":      "\xff\xfeS\x00w\x00",
		"title.md":      "# Title\n",
	} {
		page, trouble := ReadBytes(name, content, DateSettings{})
		c.Add(TallyOf(page, trouble))
	}
	c.Add(TallyOf(Page{}, TooLarge))
	c.NotMarkdown = 7
	var got []string
	for _, r := range c.Rows() {
		got = append(got, fmt.Sprintf("%s %d/%d %v %v", r.What, r.Files, r.Notes, r.Read, r.Part))
	}
	want := []string{
		"dated by name 2/3 true false", "dated by front matter 1/1 true false", "dated by heading 1/2 true false", "undated 3/3 true false",
		"ambiguous date 1/1 true true", "not UTF-8 1/1 true true",
		"without text 1/0 false false", "not Markdown 7/0 false false", "binary 2/0 false false", "too large 1/0 false false",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
