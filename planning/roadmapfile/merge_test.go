package roadmapfile

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/planning/outline"
)

// edit is a realistic one of a person. n tells those apart that write lines.
func edit(t *rapid.T, text string, n int) string {
	lines := strings.SplitAfter(text, "\n")
	i := rapid.IntRange(0, len(lines)-1).Draw(t, "line")
	begin := 0
	for k := 1; k < len(lines); k++ {
		if strings.HasPrefix(lines[k], "---") {
			begin = k + 1
			break
		}
	}
	body := max(i, min(begin, len(lines)-1))
	mine := fmt.Sprintf(draw(t, "mine %d\n", "- mine %d\n", "## mine %d\n", "    mine %d\n", "mine %d\n\n", "```\n- [ ] x\nmine %d\n```\n", "> mine %d\n", "\n<!-- mine %d -->\n"), n)
	switch rapid.IntRange(0, 14).Draw(t, "edit") {
	case 0:
		lines[i] = strings.Replace(lines[i], "[ ]", draw(t, "[x]", "[X]", "[-]"), 1)
	case 1:
		lines[i] = strings.Replace(lines[i], "[x]", "[ ]", 1)
	case 2:
		lines[i] = strings.Replace(lines[i], "run", "walk", 1)
	case 3:
		lines[i] = strings.Replace(lines[i], ":00–", ":30–", 1)
	case 4:
		lines[i] = strings.Replace(lines[i], "2027-", draw(t, "2028-", "2027-13-", "x"), 1)
	case 5:
		if body == i {
			lines = slices.Delete(lines, i, i+1)
		}
	case 6, 7, 8:
		lines = slices.Insert(lines, body, mine)
	case 9:
		lines = slices.Insert(lines, body, draw(t, "", "  ", "\t")+fmt.Sprintf("- [ ] New %d (45 min)\n", n))
	case 10:
		if j := body + 1; j < len(lines)-1 && begin > 0 { // as with Alt and an arrow
			lines[body], lines[j] = lines[j], lines[body]
		}
	case 11:
		lines[i] = commentForm.ReplaceAllString(lines[i], "")
	case 12:
		lines = slices.Insert(lines, body, lines[body])
	case 13:
		return strings.TrimSuffix(strings.Join(lines, ""), "\n")
	case 14:
		if len(lines) > 2 {
			lines = slices.Insert(lines, 1, fmt.Sprintf("mine%d: [a, b]\n", n))
		}
	}
	return strings.Join(lines, "")
}

// change makes a new version of a roadmap.
func change(t *rapid.T, d Document) Document {
	d = Form(d)
	d.Version++
	for k := range rapid.IntRange(0, 3).Draw(t, "changes") {
		i := rapid.IntRange(0, len(d.Nodes)-1).Draw(t, "node")
		n := &d.Nodes[i]
		switch rapid.IntRange(0, 7).Draw(t, "change") {
		case 0:
			n.Title += " again"
		case 1:
			if n.item() {
				n.Status, n.On = Done, day("2027-02-02")
			}
		case 2:
			n.Deadline = day("2027-03-03")
		case 3:
			if i > 0 {
				gone := d.Nodes[i].ID
				for range 5 {
					ids := nodesOf(&d)
					d.Nodes = slices.DeleteFunc(d.Nodes, func(n Node) bool { return n.ID == gone || n.Parent != "" && ids[n.Parent] == nil })
				}
				ids := nodesOf(&d)
				d.Blocks = slices.DeleteFunc(d.Blocks, func(b Block) bool { return ids[b.Node] == nil })
			}
		case 4:
			if !n.item() {
				d.Nodes = append(d.Nodes, Node{Node: outline.Node{ID: fmt.Sprintf("new%d.%d", d.Version, k), Parent: n.ID, Level: outline.Task, Title: draw(t, texts...)}})
			}
		case 5:
			for j := range d.Blocks {
				d.Blocks[j].From, d.Blocks[j].To = d.Blocks[j].From.Add(24*time.Hour), d.Blocks[j].To.Add(24*time.Hour)
			}
		case 6:
			if n.item() {
				from := at("2027-05-05T10:00:00Z")
				d.Blocks = append(d.Blocks, Block{ID: fmt.Sprintf("new%d.%d", d.Version, k), Node: n.ID, From: from, To: from.Add(time.Hour)})
			}
		case 7:
			n.Notes = draw(t, "", "new notes\nof two lines")
		}
		d = Form(d)
	}
	d.Log = append(d.Log, Entry{Time: at("2027-02-02T10:00:00Z"), Who: "Weft", Code: "moved", What: fmt.Sprintf("version %d", d.Version)})
	return Form(d)
}

// same compares documents in which new ids are numbered anew.
func same(a, b Document) bool {
	number := func(d Document) Document {
		d = Form(d)
		ids := map[string]string{}
		for _, n := range d.Nodes {
			if IsNew(n.ID) {
				ids[n.ID] = fmt.Sprintf("+%d", len(ids)+1)
			}
		}
		for _, b := range d.Blocks {
			if IsNew(b.ID) {
				ids[b.ID] = fmt.Sprintf("+%d", len(ids)+1)
			}
		}
		is := func(id string) string {
			if to := ids[id]; to != "" {
				return to
			}
			return id
		}
		for i, n := range d.Nodes {
			d.Nodes[i].ID, d.Nodes[i].Parent = is(n.ID), is(n.Parent)
		}
		for i, b := range d.Blocks {
			d.Blocks[i].ID, d.Blocks[i].Node = is(b.ID), is(b.Node)
		}
		return d
	}
	return reflect.DeepEqual(number(a), number(b))
}

func merge(t rapid.TB, base string, ours Document, theirs string) Result {
	t.Helper()
	r, err := Merge([]byte(base), ours, []byte(theirs))
	if err != nil {
		t.Fatalf("%v, of\n%s", err, theirs)
	}
	return r
}

func someRoadmap(t *rapid.T) Document {
	if rapid.Bool().Draw(t, "race") {
		return Form(race())
	}
	return someDocument(t)
}

func TestWhatOnlyWeftChangedIsWrittenAsItIs(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := someRoadmap(t)
		base, ours := render(t, d), change(t, d)
		r := merge(t, base, ours, base)
		if want := render(t, ours); string(r.Text) != want || len(r.Changes)+len(r.Conflicts)+len(r.Problems) > 0 {
			t.Errorf("%v, %v, %v\n%s\nwritten as\n%s", r.Changes, r.Conflicts, r.Problems, want, r.Text)
		}
	})
}

func TestEditsOfPeopleSurvive(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := someRoadmap(t)
		base := render(t, d)
		mine := base
		for n := range rapid.IntRange(1, 5).Draw(t, "edits") {
			if next := edit(t, mine, n); !fatal(next) {
				mine = next
			}
		}
		if rapid.IntRange(0, 4).Draw(t, "windows") == 0 {
			mine = strings.ReplaceAll(mine, "\n", "\r\n")
		}
		if r := merge(t, base, d, mine); string(r.Text) != mine && (!slices.ContainsFunc(r.Changes, removesTask) || unordered(string(r.Text)) != unordered(mine)) {
			t.Fatalf("nothing was to be written, but\n%s\nbecame\n%s", mine, r.Text)
		}
		ours := change(t, d)
		r := merge(t, base, ours, mine)
		for line := range strings.Lines(mine) {
			if s := bare(line); strings.Contains(s, "mine") && !strings.Contains(string(r.Text), s) {
				t.Fatalf("%q is lost of\n%s\nin\n%s", s, mine, r.Text)
			}
		}
		again := merge(t, base, ours, string(r.Text))
		if string(again.Text) != string(r.Text) {
			t.Fatalf("%s\n%s\n%v %v merged again,\n%s\nbecomes\n%s", base, mine, r.Changes, r.Conflicts, r.Text, again.Text)
		}
		Preview(r.Changes)
		if len(r.Problems) > 0 {
			return
		}
		f, err := scan(r.Text, hints{})
		if err != nil {
			t.Fatal(err)
		}
		f.bind(&r.Document)
		if !same(f.doc, r.Document) {
			t.Fatalf("base\n%s\ntheirs\n%s\nours\n%s\nbecame\n%s\nwhich differs in %s\n%+v\n%+v", base, mine, render(t, ours), r.Text, difference(&f.doc, &r.Document), f.doc, r.Document)
		}
	})
}

func removesTask(c Change) bool { return c.Kind == Removed }

// unordered is a text without what its tasks come after, which changes with a task that is taken out.
func unordered(text string) string {
	return regexp.MustCompile(` after=[^ ]+`).ReplaceAllString(text, "")
}

// fatal says that nothing of a text is taken up.
func fatal(text string) bool {
	f, err := scan([]byte(text), hints{})
	return err != nil || !idForm.MatchString(f.doc.ID) || f.doc.ID == ""
}
