package notegraph

import commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

// What is known of the domains is some hundred kilobytes, most of it patterns and
// names by which texts are read. Who reads no text is sent what it needs.

// planning is what a question is read with: nothing of how notes and answers are.
func planning(d *commonv1.DomainContext) *commonv1.DomainContext {
	return &commonv1.DomainContext{
		Loaded: d.GetLoaded(), Expertise: d.GetExpertise(), Available: d.GetAvailable(), Schemas: d.GetSchemas(),
	}
}

// judging is what notes are judged with that were read already: what data is of them,
// and not how it is found in a text.
func judging(d *commonv1.DomainContext) *commonv1.DomainContext {
	out := &commonv1.DomainContext{
		Loaded: d.GetLoaded(), Vocabulary: d.GetVocabulary(), Expertise: d.GetExpertise(), Available: d.GetAvailable(),
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
