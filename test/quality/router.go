package quality

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/domains"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	"github.com/weft-mesh/weft/services/router"
)

// routerCase says what an input is.
type routerCase struct {
	ID      string   `yaml:"id"`
	Text    string   `yaml:"text"`
	Type    string   `yaml:"type"`    // LOG, QUERY, BOTH or CORRECTION
	Log     string   `yaml:"log"`     // BOTH: the part to keep
	Query   string   `yaml:"query"`   // BOTH: the part to answer
	Target  []string `yaml:"target"`  // CORRECTION: words of which the target has at least one
	Domains []string `yaml:"domains"` // that must be chosen
	Maybe   []string `yaml:"maybe"`   // that may be chosen too
}

func routerSuite() Suite {
	return Suite{
		Name: "router",
		Run:  runRouter,
		Targets: []Target{
			{Measure: "type", Min: 0.95, Floor: 0.94},
			{Measure: "split of BOTH", Min: 0.90},
		},
	}
}

func runRouter(ctx context.Context, _ Env, files map[string][]byte) ([]Verdict, error) {
	cases, err := load[routerCase](files)
	if err != nil {
		return nil, err
	}
	set, err := domains.Builtin()
	if err != nil {
		return nil, err
	}
	r, err := router.New(router.Deps{})
	if err != nil {
		return nil, err
	}
	return each(cases, func(_ string, c routerCase) (Verdict, error) {
		res, err := route(ctx, r, set, c.Text)
		if err != nil {
			return Verdict{}, fmt.Errorf("%s: %w", c.ID, err)
		}
		return c.judge(res), nil
	})
}

func route(ctx context.Context, r *router.Service, set *domains.Set, text string) (*routerv1.RouteResponse, error) {
	return r.Route(ctx, &routerv1.RouteRequest{Context: caller(defaultNow), Text: text, Domains: set.Infos()})
}

func (c routerCase) judge(res *routerv1.RouteResponse) Verdict {
	v := Verdict{Case: c.ID, Text: c.Text}
	got := typeOf(res)
	v.Marks = append(v.Marks,
		mark("type", "", got == c.Type),
		mark("recall", "="+c.Type, got == c.Type),
		mark("precision", "="+got, got == c.Type))
	if got != c.Type {
		v.fault("is %s, should be %s (%s)", got, c.Type, res.GetReasoning())
	}
	if c.Type == "BOTH" {
		ok := got == c.Type && samePart(res.GetLogPortion(), c.Log) && samePart(res.GetQueryPortion(), c.Query)
		v.Marks = append(v.Marks, mark("split of BOTH", "", ok))
		if got == c.Type && !ok {
			v.fault("is split into %q and %q,\n   should be %q and %q", res.GetLogPortion(), res.GetQueryPortion(), c.Log, c.Query)
		}
	}
	if c.Type == "CORRECTION" && got == c.Type {
		v.judgeCorrection(c, res)
	}
	for _, d := range c.Domains {
		ok := slices.Contains(res.GetDomains(), d)
		v.Marks = append(v.Marks, mark("domains found", "", ok))
		if !ok {
			v.fault("domain %s is not chosen; %v are", d, res.GetDomains())
		}
	}
	for _, d := range res.GetDomains() {
		ok := slices.Contains(c.Domains, d) || slices.Contains(c.Maybe, d)
		v.Marks = append(v.Marks, mark("domains right", "", ok))
		if !ok {
			v.fault("domain %s is chosen (%s)", d, res.GetDomainReasoning())
		}
	}
	return v
}

func (v *Verdict) judgeCorrection(c routerCase, res *routerv1.RouteResponse) {
	if len(c.Target) > 0 {
		ok := slices.ContainsFunc(c.Target, func(w string) bool { return hasFold(res.GetCorrectionTarget(), w) })
		v.Marks = append(v.Marks, mark("target of CORRECTION", "", ok))
		if !ok {
			v.fault("target is %q, should be about %v", res.GetCorrectionTarget(), c.Target)
		}
	}
	if c.Query != "" {
		ok := samePart(res.GetQueryPortion(), c.Query)
		v.Marks = append(v.Marks, mark("question with a CORRECTION", "", ok))
		if !ok {
			v.fault("asks %q, should ask %q", res.GetQueryPortion(), c.Query)
		}
	}
}

// samePart compares parts of an input without what stands at the seam.
func samePart(a, b string) bool { return seamless(a) == seamless(b) }

// seam is what may join two parts of an input.
var seam = regexp.MustCompile(`^(?:[\s\pP\pS]+|(?:and|so|but|also|oh|btw|plus|then|anyway|ps)\b)|(?:[\s\pP]+|\b(?:and|so|but|also|plus))$`)

func seamless(s string) string {
	for s = strings.ToLower(s); ; {
		t := seam.ReplaceAllString(s, "")
		if t == s {
			return t
		}
		s = t
	}
}

// typeOf is the type of an input as cases name it.
func typeOf(res *routerv1.RouteResponse) string {
	return strings.TrimPrefix(res.GetInputType().String(), "INPUT_TYPE_")
}
