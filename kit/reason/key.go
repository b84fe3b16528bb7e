package reason

import (
	"encoding/json"

	"github.com/weft-mesh/weft/kit/canonical"
)

// Key stands for what a call returns: the same tool with the same arguments, however they are
// written, and the same of whatever else it depends on, such as Catalogue.Hash, a policy, or
// the revision of what is read.
func Key(tool string, args json.RawMessage, parts ...string) string {
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	if exact, err := canonical.JSON(args); err == nil {
		args = exact
	}
	all, err := json.Marshal(append([]string{tool, string(args)}, parts...))
	if err != nil {
		panic("reason: texts can't be written as JSON: " + err.Error()) // they can
	}
	return canonical.Hash(all)
}
