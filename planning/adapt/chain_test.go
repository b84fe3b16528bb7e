package adapt

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/roadmapfile"
)

// Nodes are written "floor walls<floor roof<walls end<floor,walls,roof": each after those behind the sign.
func TestAnAddedTaskComesAfterWhatStandsAboveIt(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"floor new walls<floor roof<walls *end<floor,walls,roof": "floor new<floor walls<floor,new roof<walls *end<floor,walls,roof",
		"floor walls<floor new roof<walls *end<floor,walls,roof": "floor walls<floor new<walls roof<walls,new *end<floor,walls,roof",
		"floor walls<floor roof<walls new *end<floor,walls,roof": "floor walls<floor roof<walls new<roof *end<floor,walls,roof,new",
		"floor walls<floor roof<walls new":                       "floor walls<floor roof<walls new<roof",
		"new floor walls<floor":                                  "new floor<new walls<floor",
		"call write new *end<call,write":                         "call write new *end<call,write",
		"call new write":                                         "call new write",
		"new":                                                    "new",
	} {
		d := roadmapfile.Document{Nodes: []roadmapfile.Node{{Node: outline.Node{ID: "goal", Level: outline.Goal}}}}
		for word := range strings.FieldsSeq(list) {
			id, after, _ := strings.Cut(word, "<")
			n := outline.Node{ID: strings.TrimPrefix(id, "*"), Parent: "goal", Level: outline.Task, Milestone: id[0] == '*'}
			for on := range strings.SplitSeq(after, ",") {
				if on != "" {
					n.Depends = append(n.Depends, outline.Dependency{On: on})
				}
			}
			d.Nodes = append(d.Nodes, roadmapfile.Node{Node: n})
		}
		ChainAdded(&d, "new")
		var got []string
		for _, n := range d.Nodes[1:] {
			word := n.ID
			if n.Milestone {
				word = "*" + word
			}
			for i, on := range n.Depends {
				word += [2]string{"<", ","}[min(i, 1)] + on.On
			}
			got = append(got, word)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %s, want %s", list, s, want)
		}
	}
}
