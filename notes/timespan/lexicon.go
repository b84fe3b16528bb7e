package timespan

import (
	_ "embed"
	"strings"
)

//go:embed lexicon.txt
var lexiconTable string

// lexicon holds the lists of lexicon.txt by their names.
var lexicon = readLexicon(lexiconTable)

func readLexicon(table string) map[string]map[string]bool {
	lists := map[string]map[string]bool{}
	var list map[string]bool
	for line := range strings.Lines(table) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if name, ok := strings.CutPrefix(line, "["); ok {
			list = map[string]bool{}
			lists[strings.TrimSuffix(name, "]")] = list
			continue
		}
		for w := range strings.FieldsSeq(line) {
			list[w] = true
		}
	}
	return lists
}

// listed returns the words of one list.
func listed(name string) map[string]bool {
	list, ok := lexicon[name]
	if !ok {
		panic("timespan: no list " + name) // the table is part of the program
	}
	return list
}
