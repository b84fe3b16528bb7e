package quality

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/domains"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	parserv1 "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	"github.com/weft-mesh/weft/services/parser"
	"github.com/weft-mesh/weft/services/router"
)

// parserCase says what a note holds.
type parserCase struct {
	ID   string         `yaml:"id"`
	Text string         `yaml:"text"`
	At   string         `yaml:"at"`  // when it was written
	Day  string         `yaml:"day"` // the day it is about, if words in it say another
	Want map[string]any `yaml:"want"`
	Tags []string       `yaml:"tags"`
}

func parserSuite() Suite {
	return Suite{
		Name: "parser",
		Run:  runParser,
		Targets: []Target{
			{Measure: "fields", Min: 0.92},
			{Measure: "invented", Max: 0.005},
		},
	}
}

// A reader routes a note and parses it with the domains that the router chose,
// as a run does.
type reader struct {
	set    *domains.Set
	router *router.Service
	parser *parser.Service
}

func newReader() (reader, error) {
	set, err := domains.Builtin()
	if err != nil {
		return reader{}, err
	}
	r, err := router.New(router.Deps{})
	if err != nil {
		return reader{}, err
	}
	p, err := parser.New(parser.Deps{})
	return reader{set, r, p}, err
}

func (r reader) read(ctx context.Context, text string, at time.Time) (*parserv1.ParseResponse, error) {
	chosen, err := route(ctx, r.router, r.set, text)
	if err != nil {
		return nil, err
	}
	return r.parser.Parse(ctx, &parserv1.ParseRequest{
		Context:       caller(at),
		Text:          text,
		WrittenAt:     timestamppb.New(at),
		DomainContext: r.set.Reading(chosen.GetDomains(), text),
	})
}

func runParser(ctx context.Context, _ Env, files map[string][]byte) ([]Verdict, error) {
	cases, err := load[parserCase](files)
	if err != nil {
		return nil, err
	}
	r, err := newReader()
	if err != nil {
		return nil, err
	}
	return each(cases, func(topic string, c parserCase) (Verdict, error) {
		at, err := moment(or(c.At, "2026-02-23T18:30"), defaultZone)
		if err != nil {
			return Verdict{}, fmt.Errorf("%s: %w", c.ID, err)
		}
		res, err := r.read(ctx, c.Text, at)
		if err != nil {
			return Verdict{}, fmt.Errorf("%s: %w", c.ID, err)
		}
		return c.judge(topic, at, res), nil
	})
}

func (c parserCase) judge(topic string, at time.Time, res *parserv1.ParseResponse) Verdict {
	v := Verdict{Case: c.ID, Text: c.Text}
	d := compareObjects("", c.Want, res.GetDomainData().AsMap(), false)
	v.Marks = append(v.Marks,
		Mark{"fields", topic, float64(d.right), float64(d.wanted)},
		Mark{"invented", topic, float64(len(d.invented)), float64(d.produced)})
	v.Marks = append(v.Marks, mark("notes all right", topic, len(d.faults)+len(d.invented) == 0))
	v.faults(d)
	want := or(c.Day, at.Format(time.DateOnly))
	v.Marks = append(v.Marks, mark("day", "", res.GetDate() == want))
	if res.GetDate() != want {
		v.fault("day is %s, should be %s", res.GetDate(), want)
	}
	for _, tag := range c.Tags {
		ok := slices.Contains(res.GetTags(), strings.TrimPrefix(tag, "#"))
		v.Marks = append(v.Marks, mark("tags", "", ok))
		if !ok {
			v.fault("tags are %v, should have %s", res.GetTags(), tag)
		}
	}
	return v
}

func (v *Verdict) faults(d data) {
	for _, f := range d.faults {
		v.fault("%s", strings.TrimPrefix(f, "."))
	}
	for _, f := range d.invented {
		if f != "" {
			v.fault("invented: %s", strings.TrimPrefix(f, "."))
		}
	}
}

// correctionCase says what a correction changes.
type correctionCase struct {
	ID      string           `yaml:"id"`
	Entries []correctedEntry `yaml:"entries"` // what was kept, oldest first
	Now     string           `yaml:"now"`
	Text    string           `yaml:"text"`
	Target  int              `yaml:"target"` // the number of the entry, from 1; 0 if none
	Ask     []int            `yaml:"ask"`    // entries that fit equally
	None    bool             `yaml:"none"`   // nothing fits
	After   map[string]any   `yaml:"after"`  // the target's data after it
}

type correctedEntry struct {
	At   string `yaml:"at"`
	Text string `yaml:"text"`
}

func correctionsSuite() Suite {
	return Suite{
		Name: "corrections",
		Run:  runCorrections,
		Targets: []Target{
			{Measure: "target", Min: 0.90, Floor: 0.87},
			{Measure: "never a guess", Min: 1},
		},
	}
}

func runCorrections(ctx context.Context, _ Env, files map[string][]byte) ([]Verdict, error) {
	cases, err := load[correctionCase](files)
	if err != nil {
		return nil, err
	}
	r, err := newReader()
	if err != nil {
		return nil, err
	}
	return each(cases, func(_ string, c correctionCase) (Verdict, error) {
		v, err := c.run(ctx, r)
		if err != nil {
			return v, fmt.Errorf("%s: %w", c.ID, err)
		}
		return v, nil
	})
}

func (c correctionCase) run(ctx context.Context, r reader) (Verdict, error) {
	v := Verdict{Case: c.ID, Text: c.Text}
	var recent []*commonv1.Entry // newest first
	for i, e := range c.Entries {
		at, err := moment(e.At, defaultZone)
		if err != nil {
			return v, err
		}
		if err := c.note(ctx, r, &v, e.Text, at, recent); err != nil {
			return v, err
		}
		kept, err := r.read(ctx, e.Text, at)
		if err != nil {
			return v, err
		}
		recent = slices.Insert(recent, 0, &commonv1.Entry{
			Id: fmt.Sprint(i + 1), Date: kept.GetDate(), Time: kept.GetTime(), Text: e.Text, DomainData: kept.GetDomainData(),
		})
	}
	now, err := moment(c.Now, defaultZone)
	if err != nil {
		return v, err
	}
	chosen, err := r.router.Route(ctx, &routerv1.RouteRequest{Context: caller(now), Text: c.Text, Domains: r.set.Infos(), Recent: recent})
	if err != nil {
		return v, err
	}
	recognized := chosen.GetInputType() == commonv1.InputType_INPUT_TYPE_CORRECTION
	v.Marks = append(v.Marks, mark("recognized", "", recognized))
	if !recognized {
		v.fault("is taken for %s", chosen.GetInputType())
	}
	res, err := r.parser.Parse(ctx, &parserv1.ParseRequest{
		Context:          caller(now),
		Text:             c.Text,
		WrittenAt:        timestamppb.New(now),
		DomainContext:    r.set.Context(everyDomain(r.set)), // as a run does
		Recent:           recent,
		Correction:       true,
		CorrectionTarget: chosen.GetCorrectionTarget(),
	})
	if err != nil {
		return v, err
	}
	c.judge(&v, res.GetCorrection(), recent)
	return v, nil
}

// note marks whether an entry, when it was written, was taken for what it is: no
// correction of those before it.
func (c correctionCase) note(ctx context.Context, r reader, v *Verdict, text string, at time.Time, recent []*commonv1.Entry) error {
	res, err := r.router.Route(ctx, &routerv1.RouteRequest{Context: caller(at), Text: text, Domains: r.set.Infos(), Recent: recent})
	if err != nil {
		return err
	}
	ok := res.GetInputType() != commonv1.InputType_INPUT_TYPE_CORRECTION
	v.Marks = append(v.Marks, mark("notes kept as notes", "", ok))
	if !ok {
		v.fault("%q is taken for a correction: %s", text, res.GetReasoning())
	}
	return nil
}

// everyDomain names all domains: what is corrected may lie in one that the
// correction does not name.
func everyDomain(set *domains.Set) []string {
	var names []string
	for _, d := range set.Infos() {
		names = append(names, d.GetName())
	}
	return names
}

func (c correctionCase) judge(v *Verdict, got *parserv1.Correction, recent []*commonv1.Entry) {
	target := got.GetTargetEntryId()
	if c.Target == 0 {
		v.Marks = append(v.Marks, mark("never a guess", "", target == ""))
		if target != "" {
			v.fault("changes entry %s: %v", target, got.GetChanges())
			return
		}
		ok := !c.None || len(got.GetCandidateEntryIds()) == 0
		for _, n := range c.Ask {
			ok = ok && slices.Contains(got.GetCandidateEntryIds(), fmt.Sprint(n))
		}
		v.Marks = append(v.Marks, mark("asks about the right entries", "", ok))
		if !ok {
			v.fault("candidates are %v, should be %v", got.GetCandidateEntryIds(), c.Ask)
		}
		return
	}
	v.Marks = append(v.Marks, mark("target", "", target == fmt.Sprint(c.Target)))
	if target != fmt.Sprint(c.Target) {
		v.fault("target is %q of %v, should be %d", target, got.GetCandidateEntryIds(), c.Target)
		return
	}
	after := recent[len(recent)-c.Target].GetDomainData().AsMap()
	for _, ch := range got.GetChanges() {
		if !put(after, ch.GetPath(), ch.GetAfter().AsInterface()) {
			v.fault("changes %s, which is not there", ch.GetPath())
		}
	}
	if c.After == nil {
		return
	}
	d := compareObjects("", c.After, after, false)
	ok := len(d.faults)+len(d.invented) == 0
	v.Marks = append(v.Marks, mark("values after it", "", ok))
	v.faults(d)
}
