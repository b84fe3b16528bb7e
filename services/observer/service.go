package observer

import (
	"context"
	"slices"
	"time"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/contextpage"
	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
)

// defaultTokens is how long a page may be where the request does not say.
const defaultTokens = 2000

// hunchDays is for how many days a tentative line stays without being confirmed.
const hunchDays = 90

// Deps is what the observer is built from.
type Deps struct {
	// Mind is the mind that learns. Empty means rules.
	Mind mind.Kind
	// Model is what a mind other than rules asks.
	Model *llm.Client
	// Compiled has the schemas by which texts are read. Nil makes one.
	Compiled *extract.Cache
}

// Service is the observer. It is safe for concurrent use.
type Service struct {
	pb.UnimplementedObserverServiceServer
	mind  mind.Kind
	model model
	rules rules
}

// maxTexts is how much is remembered of what was read: the latest entries of many
// users.
const maxTexts = 16_384

// An observation is what happened and what is known.
type observation struct {
	req   *pb.ObserveRequest
	page  *contextpage.Page // to read, not to change
	today notes.Day
}

// A lesson is a line for the page and a sentence about it. The sentence is "" where only
// the figures of the line are new.
type lesson struct {
	contextpage.Item
	told string
}

// New returns an observer with the mind that deps ask for.
func New(d Deps) (*Service, error) {
	if err := mind.Check(d.Mind, d.Model != nil); err != nil {
		return nil, err
	}
	if d.Compiled == nil {
		d.Compiled = extract.NewCache(extract.MostSchemas)
	}
	r := rules{extract.NewMemory(d.Compiled, maxTexts)}
	return &Service{mind: d.Mind, model: model{d.Model, r}, rules: r}, nil
}

// sectionMargin is about what a page gets around its first line.
const sectionMargin = "---\nlast_updated: 2026-01-01\nversion: 1000\n---\n\n# Global Context\n\n## Preferences\n\n\n"

// Observe proposes the next version of the page.
func (s *Service) Observe(ctx context.Context, req *pb.ObserveRequest) (*pb.ObserveResponse, error) {
	zone, err := time.LoadLocation(req.GetContext().GetTimeZone())
	if err != nil {
		return nil, fault.Invalid("context.time_zone", "%q is no time zone: use an IANA name such as \"Europe/Berlin\"", req.GetContext().GetTimeZone())
	}
	o := &observation{req: req, page: contextpage.Parse(req.GetGlobalContext()), today: notes.DayOf(req.GetContext().GetNow().AsTime().In(zone))}
	kind := mind.Rules
	if req.GetTrigger() == pb.Trigger_TRIGGER_REFLECTION {
		kind = s.mind
	}
	res, err := mind.Think(ctx, kind, o, s.model.reflect, s.rules.observe)
	if err == nil && req.GetTrigger() == pb.Trigger_TRIGGER_REFLECTION && res.GetProvenance().GetMind() != commonv1.Mind_MIND_MODEL {
		res.NotesRead = int32(len(o.reflected())) // rules read all of them
	}
	return res, err
}

// propose puts lessons on the page, and then guesses for which there is room: no
// other line leaves for them. Without anything new the page stays as it is, its
// version and all.
func propose(o *observation, lessons, guesses []lesson, from *commonv1.Provenance) *pb.ObserveResponse {
	text := o.req.GetGlobalContext()
	page := contextpage.Parse(text)
	most := int(o.req.GetMaxTokens())
	if most == 0 {
		most = defaultTokens
	}
	var put []lesson
	for i, l := range slices.Concat(lessons, guesses) {
		if i >= len(lessons) && contextpage.Tokens(page.String()+sectionMargin+l.String()) > most {
			continue
		}
		if page.Put(l.Item) {
			put = append(put, l)
		}
	}
	var archived []string
	look := o.req.GetTrigger() == pb.Trigger_TRIGGER_PERIODIC || o.req.GetTrigger() == pb.Trigger_TRIGGER_REFLECTION
	if look {
		archived = append(page.Fade(o.today.AddDays(-hunchDays)), page.RemoveLines(func(it contextpage.Item) bool { return lostSupport(it, lessons) })...)
	}
	if len(put) > 0 || look {
		archived = append(archived, page.Trim(most)...)
	}
	if look && page.String() != "" {
		page.Review(o.today) // what is empty needs no looking after
		if from.GetMind() == commonv1.Mind_MIND_MODEL {
			page.Reflect(o.today)
		}
	}
	if page.String() == text {
		return &pb.ObserveResponse{GlobalContext: text, Provenance: from}
	}
	r := &pb.ObserveResponse{ShouldUpdate: true, Archived: archived, Provenance: from}
	for _, l := range put {
		it, ok := page.Find(l.Category, l.Key)
		if !ok {
			continue // there was no room for it
		}
		r.Updates = append(r.Updates, &pb.ContextUpdate{
			Category: it.Category, Key: it.Key, Value: it.Value, Certainty: it.Certainty, Source: it.Source,
		})
		if l.told != "" {
			r.Insights = append(r.Insights, l.told)
		}
	}
	page.Stamp(page.Version()+1, o.today)
	r.GlobalContext = page.String()
	return r
}
