package publishgraph

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/stable"
)

// mostTitle is how many characters of a task's title stand in a calendar.
const mostTitle = 200

// arguments are those of the executor's tool.
type arguments struct {
	Roadmap string  `json:"roadmap"`
	Blocks  []block `json:"blocks"`
}

type block struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Start string `json:"start"`
	End   string `json:"end"`
}

// Arguments are what the calendar is to hold of a roadmap, in their canonical form: its blocks,
// or none while it takes no time. Their hash is that of its blocks, which an approval is for.
func Arguments(m *planningv1.Roadmap) ([]byte, error) {
	in := arguments{Roadmap: m.GetId(), Blocks: []block{}}
	titles := map[string]string{}
	for _, n := range m.GetOutline().GetNodes() {
		titles[n.GetId()] = n.GetTitle()
	}
	for _, b := range blocksOf(m) {
		in.Blocks = append(in.Blocks, block{
			b.GetId(), clip(titles[b.GetNodeId()]), b.GetStartTime().AsTime().UTC().Format(time.RFC3339), b.GetEndTime().AsTime().UTC().Format(time.RFC3339),
		})
	}
	stable.Sort(in.Blocks, func(a, b block) int { return cmp.Or(strings.Compare(a.Start, b.Start), strings.Compare(a.ID, b.ID)) })
	data, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	return canonical.JSON(data)
}

func clip(title string) string {
	if r := []rune(strings.ToValidUTF8(title, "")); len(r) > mostTitle {
		title = string(r[:mostTitle-1]) + "…"
	}
	return strings.ToValidUTF8(title, "")
}

// Approved reports whether the blocks of a roadmap are approved as they are. Without blocks
// there is nothing to approve: events are taken out.
func Approved(m *planningv1.Roadmap) bool {
	args, err := Arguments(m)
	return err == nil && (m.GetApproval().GetBlocksHash() == canonical.Hash(args) || len(blocksOf(m)) == 0)
}

// blocksOf are the blocks of a roadmap that take time, or have taken it.
func blocksOf(m *planningv1.Roadmap) []*planningv1.Block {
	if m.GetState() != planningv1.Roadmap_STATE_ACTIVE && m.GetState() != planningv1.Roadmap_STATE_DONE {
		return nil
	}
	return m.GetBlocks()
}

// Approve notes in a roadmap that somebody has approved what has changed of it since before. An
// approval of what has changed is none of what nobody had approved before. Before is nil for a
// new one.
func Approve(m, before *planningv1.Roadmap, id, user string) error {
	if before != nil && !Approved(before) {
		return nil
	}
	args, err := Arguments(m)
	if err != nil {
		return fmt.Errorf("the blocks of roadmap %s: %w", m.GetId(), err)
	}
	m.Approval = &planningv1.BlocksApproval{Id: id, User: user, BlocksHash: canonical.Hash(args)}
	return nil
}

// Version names the approval of somebody who may approve and has made a version of a roadmap.
func Version(n int32) string { return fmt.Sprint("version/", n) }
