package scripted

import (
	"context"
	"regexp"
	"strings"
	"sync"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/services/router"
)

// A model that has understood a text says what the rules say that know it. What is on
// trial is all that lies around it.
var rules = sync.OnceValue(func() struct {
	router  *router.Service
	domains *domains.Set
} {
	r, err := router.New(router.Deps{})
	if err != nil {
		panic(err)
	}
	set, err := domains.Builtin()
	if err != nil {
		panic(err)
	}
	return struct {
		router  *router.Service
		domains *domains.Set
	}{r, set}
})

var said = regexp.MustCompile(`(?:already said|known) that it is ([A-Z]+)`)

// understood are questions that no rule reads, as a model does.
var understood = map[string]reply{
	"Wann war ich das letzte Mal beim Zahnarzt?": {
		"language": "de", "question": "Wann war ich das letzte Mal beim Zahnarzt?",
		"terms": []string{"dentist", "tooth", "Zahnarzt", "Zahn"}, "wanted": "WHEN",
	},
	"und davor?": {
		"language": "de", "question": "Wann war ich davor beim Zahnarzt?",
		"terms": []string{"dentist", "tooth", "Zahnarzt", "Zahn"}, "wanted": "WHEN",
	},
	"what about the other one, the blue?": {
		"language": "en", "question": "Where did I leave the blue umbrella?",
		"terms": []string{"blue", "umbrella"}, "wanted": "LOOKUP",
	},
}

func route(p prompt) any {
	req := &routerv1.RouteRequest{Text: p.text("input"), Domains: rules().domains.Infos()}
	if m := said.FindStringSubmatch(p.system); m != nil {
		req.Intent = commonv1.InputType(commonv1.InputType_value["INPUT_TYPE_"+m[1]])
	}
	res, err := rules().router.Route(context.Background(), req)
	if err != nil {
		return reply{}
	}
	out := reply{
		"first_day": "", "language": "", "last_day": "",
		"log_portion": res.GetLogPortion(), "query_portion": res.GetQueryPortion(), "question": res.GetQueryPortion(),
		"terms": []string{}, "type": short(res.GetInputType().String(), "INPUT_TYPE_"), "wanted": "UNSPECIFIED",
	}
	for field, value := range understood[strings.TrimSpace(p.text("input"))] {
		out[field] = value
	}
	return out
}

func short(name, prefix string) string { return strings.TrimPrefix(name, prefix) }
