package fault_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
)

// row is a line of a table of docs/errors.md: reason, codes, meaning, remedy.
var row = regexp.MustCompile("(?m)^\\| `([A-Z0-9_]+)` \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\|$")

func TestEveryReasonIsDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/errors.md")
	if err != nil {
		t.Fatal(err)
	}
	var documented []string
	for _, m := range row.FindAllStringSubmatch(string(page), -1) {
		documented = append(documented, m[1])
		for code := range strings.SplitSeq(m[2], ",") {
			code = strings.TrimSpace(code)
			if !knownCode(code) {
				t.Errorf("%s: %q is not a gRPC code", m[1], code)
			}
		}
		for _, cell := range m[3:] {
			if strings.TrimSpace(cell) == "" {
				t.Errorf("%s: a cell is empty", m[1])
			}
		}
	}
	declared := reasons(t)
	for _, r := range declared {
		if !slices.Contains(documented, r) {
			t.Errorf("docs/errors.md does not have %s", r)
		}
	}
	for _, r := range documented {
		if !slices.Contains(declared, r) {
			t.Errorf("docs/errors.md has %s, which is no reason", r)
		}
	}
	if len(documented) != len(declared) {
		t.Errorf("%d rows for %d reasons", len(documented), len(declared))
	}
}

func knownCode(name string) bool {
	var c codes.Code
	return c.UnmarshalJSON([]byte(strconv.Quote(name))) == nil
}

// reasons reads the constants of reason.go.
func reasons(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "reason.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		for _, v := range spec.Values {
			if lit, ok := v.(*ast.BasicLit); ok {
				name, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				names = append(names, name)
			}
		}
		return false
	})
	if len(names) == 0 {
		t.Fatal("reason.go has no reasons")
	}
	return names
}
