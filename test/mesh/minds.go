package mesh

import (
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/test/peer"
	"github.com/weft-mesh/weft/test/scripted"
)

// models is the address of a server with scripted replies. It lives as long as
// the process.
var models = sync.OnceValue(func() string { return peer.Start(scripted.Mind).URL })

// ByRules reports whether agents think by rules where a test does not say how: the
// words of an answer, and their order, are then the templates'.
func ByRules() bool { return os.Getenv("WEFT_TEST_MINDS") != "model" }

// minds are the settings of how a test's agents think: by rules, or, with
// WEFT_TEST_MINDS=model, by models whose replies are scripted, with rules
// forbidden. What the product promises holds with both. A test that sets models
// of its own has these.
func minds(own []config.Override) []config.Override {
	if ByRules() ||
		slices.ContainsFunc(own, func(o config.Override) bool { return strings.HasPrefix(o.Path, "llm.") }) {
		return nil
	}
	set := append(peer.Settings(models()), config.Override{Path: "llm.window", Value: "32768"}, config.Override{Path: "llm.depth", Value: "deep"})
	for _, agent := range config.Thinkers() {
		mind := "model"
		if agent == "planner" { // its forms are for goals and plans, of which tests script the replies that they are about
			mind = "rules"
		}
		set = append(set, config.Override{Path: "minds." + agent, Value: mind})
	}
	return set
}
