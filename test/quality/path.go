package quality

import (
	"strconv"
	"strings"
)

// put sets the value at a path such as "sets[0].load.value". It reports whether
// the way there exists.
func put(root map[string]any, path string, v any) bool {
	steps := strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' })
	var at any = root
	for i, step := range steps {
		last := i == len(steps)-1
		switch node := at.(type) {
		case map[string]any:
			if last {
				node[step] = v
				if v == nil {
					delete(node, step)
				}
				return true
			}
			if node[step] == nil {
				node[step] = map[string]any{}
			}
			at = node[step]
		case []any:
			n, err := strconv.Atoi(step)
			if err != nil || n < 0 || n >= len(node) {
				return false
			}
			if last {
				node[n] = v
				return true
			}
			at = node[n]
		default:
			return false
		}
	}
	return false
}
