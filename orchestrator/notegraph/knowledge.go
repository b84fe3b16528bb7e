package notegraph

import (
	"context"

	"github.com/weft-mesh/weft/notes/background"
	"github.com/weft-mesh/weft/notes/contextpage"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

// What is known of the domains is some hundred kilobytes, most of it patterns and
// names by which texts are read. Who reads no text is sent what it needs.

// planning is what a question is read with: nothing of how notes and answers are.
func planning(d *commonv1.DomainContext) *commonv1.DomainContext {
	return &commonv1.DomainContext{
		Loaded: d.GetLoaded(), Expertise: d.GetExpertise(), Available: d.GetAvailable(), Schemas: d.GetSchemas(),
		Bearings: d.GetBearings(),
	}
}

// judging is what notes are judged with that were read already: what data is of them,
// and not how it is found in a text.
func judging(d *commonv1.DomainContext) *commonv1.DomainContext {
	out := &commonv1.DomainContext{
		Loaded: d.GetLoaded(), Vocabulary: d.GetVocabulary(), Expertise: d.GetExpertise(), Available: d.GetAvailable(),
		Bearings: d.GetBearings(),
	}
	for _, s := range d.GetSchemas() {
		out.Schemas = append(out.Schemas, &commonv1.DomainSchema{Domain: s.GetDomain(), JsonSchema: s.GetJsonSchema(), Covers: s.GetCovers()})
	}
	return out
}

// writing is what an answer is written with.
func writing(d *commonv1.DomainContext) *commonv1.DomainContext {
	return &commonv1.DomainContext{Loaded: d.GetLoaded()}
}

// background returns what the model of an agent is told beside the notes: what the named
// domains know, their words, and the person's context page; nothing where no model is asked.
func (h handlers) background(ctx context.Context, s State, agent string, names []string, text string) []*commonv1.BackgroundText {
	if h.c.Patience[agent] == 0 || s.Input.GetContext().GetDepth() == commonv1.Depth_DEPTH_OFF {
		return nil
	}
	return h.allBackground(ctx, s.Scope(), names, text)
}

// allBackground is what models are told beside the notes. A page that can't be read is left
// out: they do without, as PLAN does, which tells the user.
func (h handlers) allBackground(ctx context.Context, scope store.Scope, names []string, asked string) []*commonv1.BackgroundText {
	out := h.Domains.Knowledge(names, asked)
	if h.c.PageBytes == 0 {
		return out
	}
	page, err := h.readPage(ctx, scope)
	text := contextpage.Parse(page.Text).Body()
	if err != nil || text == "" {
		return out
	}
	told := background.Cut(commonv1.BackgroundKind_BACKGROUND_KIND_CONTEXT_PAGE, "", text, h.c.PageBytes)
	told.OmittedBytes += page.Beyond
	return append(out, told)
}

// questionBackground is what the models of an agent are told beside the notes of a question.
func (h handlers) questionBackground(ctx context.Context, s State, agent string) []*commonv1.BackgroundText {
	return background.Bound(h.background(ctx, s, agent, s.Domains, s.query()))
}

// WishBackground returns what a model is told that drafts a plan from a wish: of the domains
// of which the wish has a word, and the person's context page.
func WishBackground(d Deps, c Config) func(ctx context.Context, call *commonv1.CallContext, wish string) []*commonv1.BackgroundText {
	h := handlers{d, c}
	return func(ctx context.Context, call *commonv1.CallContext, wish string) []*commonv1.BackgroundText {
		scope := store.Scope{Tenant: call.GetTenant(), User: call.GetUser()}
		return background.Bound(h.allBackground(ctx, scope, d.Domains.NamedIn(wish), wish))
	}
}
