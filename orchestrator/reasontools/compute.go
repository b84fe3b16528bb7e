package reasontools

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/notes/computed"
)

const computeArgs = `"op":{"type":"string","enum":["sum","mean","difference","count","min","max","ratio","product"]},` +
	`"items":{"type":"array","minItems":1,"maxItems":60,"items":{"type":"object","properties":{"note":{"type":"string","minLength":1,"maxLength":64},` +
	`"words":{"type":"string","minLength":1,"maxLength":200},"number":{"type":"number"},"unit":{"type":"string","maxLength":40}},` +
	`"required":["note","words"],"additionalProperties":false}}`

// An item is a number in a note.
type item struct {
	Note   string  `json:"note"`
	Words  string  `json:"words"`
	Number float64 `json:"number"`
	Unit   string  `json:"unit,omitempty"`
}

// compute works a number out of words of notes, which are looked up in the notes and read by
// code.
func (d Deps) compute(ctx context.Context, c *commonv1.CallContext, args json.RawMessage) reason.Result {
	var in struct {
		Op    string
		Items []item
	}
	if err := json.Unmarshal(args, &in); err != nil {
		return failed("bad_arguments", err)
	}
	v := computed.Value{Name: "value", Op: computed.Op(in.Op)}
	var ids []string
	for _, it := range in.Items {
		v.Items = append(v.Items, computed.Item(it))
		if !slices.Contains(ids, it.Note) {
			ids = append(ids, it.Note)
		}
	}
	texts := map[string]string{}
	for _, id := range ids {
		if e, err := d.Notes.Get(ctx, scope(c), id); err == nil {
			texts[id] = e.GetText()
		} else if ctx.Err() != nil {
			return failed("read_failed", err)
		}
	}
	done, wrong := computed.Values([]computed.Value{v}, texts)
	if err := wrong[v.Name]; err != nil {
		return reason.Failed("not_computed", err.Error()+"; copy words of the note that hold the number")
	}
	r := done[v.Name]
	items := []item{}
	for _, it := range r.Items {
		items = append(items, item(it))
	}
	number := plainNumber(r.Number)
	told := fmt.Sprintf("The %s of %s is %s", in.Op, count(len(items), "item"), number)
	if r.Unit != "" {
		told += " " + r.Unit
	}
	if twice := len(in.Items) - len(items); twice > 0 {
		told += fmt.Sprintf(" (%d named twice)", twice)
	}
	return found(1, map[string]any{"value": json.Number(number), "unit": r.Unit, "items": items}, "%s.", told)
}

// plainNumber writes a number without the noise of binary fractions.
func plainNumber(n float64) string {
	if short, err := strconv.ParseFloat(strconv.FormatFloat(n, 'g', 10, 64), 64); err == nil {
		n = short
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
}
