package extract

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// Pack returns a schema that reads texts alike, with all that only patterns need in
// encoded form: it is sent along with each note. What reading does not need is left
// out.
func Pack(s *commonv1.DomainSchema) (*commonv1.DomainSchema, error) {
	packed, err := proto.MarshalOptions{Deterministic: true}.Marshal(&commonv1.DomainSchema{
		Patterns: s.GetPatterns(), Names: s.GetNames(), Everyday: s.GetEveryday(), Vocabulary: needed(s),
	})
	if err != nil {
		return nil, err
	}
	return &commonv1.DomainSchema{Domain: s.GetDomain(), JsonSchema: s.GetJsonSchema(), Packed: packed}, nil
}

// needed returns the terms of a vocabulary that stand for names and are not among the
// aliases of these.
func needed(s *commonv1.DomainSchema) map[string]string {
	out := map[string]string{}
	for _, list := range s.GetNames() {
		canonical, known := map[string]bool{}, map[string]bool{}
		for _, n := range list.GetNames() {
			canonical[n.GetName()] = true
			for _, alias := range n.GetAliases() {
				known[strings.ToLower(alias)] = true
			}
		}
		for term, name := range s.GetVocabulary() {
			if canonical[name] && !known[strings.ToLower(term)] {
				out[term] = name
			}
		}
	}
	return out
}

// unpacked returns a schema with what it has in encoded form.
func unpacked(s *commonv1.DomainSchema) (*commonv1.DomainSchema, error) {
	if len(s.GetPacked()) == 0 {
		return s, nil
	}
	whole := &commonv1.DomainSchema{}
	if err := proto.Unmarshal(s.GetPacked(), whole); err != nil {
		return nil, fmt.Errorf("domain %s: its packed fields can't be read: %w", s.GetDomain(), err)
	}
	whole.Domain, whole.JsonSchema = s.GetDomain(), s.GetJsonSchema()
	return whole, nil
}
