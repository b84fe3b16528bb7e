package search

import "google.golang.org/protobuf/types/known/structpb"

// Meaning returns the stems of the words of a text that carry meaning: all but
// the stopwords.
func Meaning(text string) map[string]bool {
	out := map[string]bool{}
	for _, t := range Tokens(text) {
		if !Stopword(t.Stem) {
			out[t.Stem] = true
		}
	}
	return out
}

// Names returns the strings and the keys of a note's parsed data, in no order:
// what the note may be found by besides its words.
func Names(data *structpb.Struct) []string {
	if data == nil {
		return nil
	}
	return appendNames(nil, structpb.NewStructValue(data))
}

func appendNames(out []string, v *structpb.Value) []string {
	switch v := v.GetKind().(type) {
	case *structpb.Value_StringValue:
		out = append(out, v.StringValue)
	case *structpb.Value_ListValue:
		for _, item := range v.ListValue.GetValues() {
			out = appendNames(out, item)
		}
	case *structpb.Value_StructValue:
		for key, item := range v.StructValue.GetFields() {
			out = appendNames(append(out, key), item)
		}
	}
	return out
}
