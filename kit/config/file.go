package config

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/weft-mesh/weft/kit/document"
	"github.com/weft-mesh/weft/kit/slip"
)

// yaml puts what a file says into the configuration. Nothing in the file is
// passed over: what is unknown or of the wrong form is a problem with a line.
func (l *loader) yaml(data []byte, from Origin) {
	file, err := document.ParseYAML(data, maxFile)
	if err != nil {
		l.syntax(err, from)
		return
	}
	seen := false
	for _, doc := range file.Docs {
		if doc.Body == nil || doc.Body.Type() == ast.NullType || doc.Body.Type() == ast.CommentType {
			continue
		}
		if seen {
			l.problem("", at(from, doc.Body), "the file has a second YAML document; put all settings in one")
			return
		}
		seen = true
		l.section(doc.Body, "", from)
	}
}

func (l *loader) syntax(err error, from Origin) {
	message := err.Error()
	if d, ok := errors.AsType[*document.Error](err); ok {
		message, from.Line = d.Reason, d.Line
	}
	l.problem("", from, "can't read this YAML: %s", message)
}

// section reads the settings below prefix from a mapping.
func (l *loader) section(node ast.Node, prefix string, from Origin) {
	var pairs []*ast.MappingValueNode
	switch n := node.(type) {
	case *ast.MappingNode:
		pairs = n.Values
	case *ast.MappingValueNode:
		pairs = []*ast.MappingValueNode{n}
	case *ast.NullNode:
		return
	default:
		l.problem(prefix, at(from, node), "expected settings here, one \"name: value\" per line, but found %s", kindOf(node))
		return
	}
	for _, pair := range pairs {
		l.pair(pair, prefix, from)
	}
}

func (l *loader) pair(pair *ast.MappingValueNode, prefix string, from Origin) {
	key, where := pair.Key.GetToken().Value, at(from, pair.Key)
	path := key
	if prefix != "" {
		path = prefix + "." + key
	}
	if s, ok := l.find(path); ok {
		l.leaf(s, pair.Value, where)
		return
	}
	if isSteps(path) || isTools(prefix, key) || slices.ContainsFunc(l.all, func(s setting) bool { return strings.HasPrefix(s.path, path+".") }) {
		l.section(pair.Value, path, from)
		return
	}
	l.problem("", where, "there is no setting %q%s", path, suggest(path, l.all))
}

// leaf reads the value of one setting.
func (l *loader) leaf(s setting, node ast.Node, from Origin) {
	if node.Type() == ast.NullType {
		return // "name:" with nothing after it keeps the default
	}
	base := filepath.Dir(from.Name)
	if !s.isList() {
		text, ok := scalar(node)
		if !ok {
			l.problem(s.path, from, "expected a single value, but found %s", kindOf(node))
			return
		}
		l.assign(s, from, base, text)
		return
	}
	list, ok := node.(*ast.SequenceNode)
	if !ok {
		l.problem(s.path, from, "expected a list, but found %s", kindOf(node))
		return
	}
	items := make([]string, 0, len(list.Values))
	for _, item := range list.Values {
		text, ok := scalar(item)
		if !ok {
			l.problem(s.path, at(from, item), "expected a single value, but found %s", kindOf(item))
			return
		}
		items = append(items, text)
	}
	l.assignList(s, from, base, items)
}

// scalar returns the text of a single value, as the user wrote it.
func scalar(node ast.Node) (string, bool) {
	switch n := node.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// kindOf names what a node is, to a person.
func kindOf(node ast.Node) string {
	switch node.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a group of settings"
	case *ast.SequenceNode:
		return "a list"
	case *ast.AliasNode, *ast.AnchorNode, *ast.TagNode:
		return "an anchor, an alias or a tag"
	}
	return "a single value"
}

// at returns the place of a node.
func at(from Origin, node ast.Node) Origin {
	if t := node.GetToken(); t != nil && t.Position != nil {
		from.Line = t.Position.Line
	}
	return from
}

// suggest returns a hint at the setting that an unknown path was meant to be:
// one with the same last name elsewhere, or one that is spelt nearly so.
func suggest(path string, all []setting) string {
	if below, ok := strings.CutPrefix(path, "llm.agents."); ok {
		if agent, _, _ := strings.Cut(below, "."); codeOnly(agent) {
			return "; " + noModel(agent)
		}
	}
	if _, _, ok := isStep(path[:max(0, strings.LastIndex(path, "."))]); ok {
		return "; a step has " + strings.Join(stepFields(), ", ")
	}
	if state := withoutGraph(path); state != "" {
		return "; steps are set by graph, as in " + stepsPath + ".notes." + state
	}
	last := path[strings.LastIndex(path, ".")+1:]
	candidates := paths(all)
	for _, p := range paths(all) {
		for i := range p { // sections are names too
			if p[i] == '.' && !slices.Contains(candidates, p[:i]) {
				candidates = append(candidates, p[:i])
			}
		}
	}
	if near := slip.Nearest(path, candidates); near != "" && slip.Distance(path, near) <= 2 {
		return "; did you mean " + near + "?"
	}
	var same []string
	for _, c := range candidates {
		if c == last || strings.HasSuffix(c, "."+last) {
			same = append(same, c)
		}
	}
	if len(same) == 1 {
		return "; did you mean " + same[0] + "?"
	}
	return hint(path, candidates)
}
