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

var said = regexp.MustCompile(`already said that it is ([A-Z]+)`)

func route(p prompt) any {
	req := &routerv1.RouteRequest{Text: p.text("input"), Domains: rules().domains.Infos()}
	if m := said.FindStringSubmatch(p.system); m != nil {
		req.Intent = commonv1.InputType(commonv1.InputType_value["INPUT_TYPE_"+m[1]])
	}
	res, err := rules().router.Route(context.Background(), req)
	if err != nil {
		return reply{}
	}
	names := []string{}
	for _, d := range res.GetDomains() {
		if strings.Contains(p.system, "\n- "+d+": ") {
			names = append(names, d)
		}
	}
	return reply{
		"because": "It says so.", "correction_target": res.GetCorrectionTarget(), "domains": names,
		"log_portion": res.GetLogPortion(), "query_portion": res.GetQueryPortion(),
		"type": short(res.GetInputType().String(), "INPUT_TYPE_"),
	}
}

func short(name, prefix string) string { return strings.TrimPrefix(name, prefix) }
