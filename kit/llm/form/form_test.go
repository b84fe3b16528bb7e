package form_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/kit/llm/form"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
)

// forms are the messages that models fill in.
func forms() []proto.Message {
	return []proto.Message{
		&mindv1.Routing{}, &mindv1.Writing{}, &mindv1.Checking{}, &mindv1.Observing{},
	}
}

func TestTheFieldsOfEveryFormAreInAlphabeticalOrder(t *testing.T) {
	t.Parallel()
	all := mindv1.File_weft_mind_v1_mind_proto.Messages()
	for i := range all.Len() {
		var names []string
		for j := range all.Get(i).Fields().Len() {
			names = append(names, string(all.Get(i).Fields().Get(j).Name()))
		}
		if !slices.IsSorted(names) {
			t.Errorf("%s: %v: a server that sorts properties would have the verdict written too early", all.Get(i).Name(), names)
		}
	}
}

func TestEveryFieldOfAFormIsExplained(t *testing.T) {
	t.Parallel()
	all := mindv1.File_weft_mind_v1_mind_proto.Messages()
	for i := range all.Len() {
		for j := range all.Get(i).Fields().Len() {
			if name := string(all.Get(i).Fields().Get(j).FullName()); mindv1.Comments[name] == "" {
				t.Errorf("%s has no comment", name)
			}
		}
	}
}

func TestASchemaKeepsOrderAndTheSubsetOfAllProviders(t *testing.T) {
	t.Parallel()
	got := string(form.Of(&mindv1.Fault{}, mindv1.Comments).Schema(form.Dialect{}))
	want := `{"type":"object","description":"Something that is wrong with an answer.","properties":{` +
		`"issue":{"type":"string","description":"What is wrong, in a sentence."},` +
		`"sentence":{"type":"integer","description":"The number of the sentence that it is about. 0 if it is about the whole answer."}},` +
		`"required":["issue","sentence"],"additionalProperties":false}`
	if got != want {
		t.Errorf("schema is\n%s\nwant\n%s", got, want)
	}
	bounded := string(form.Of(&mindv1.Checking{}, mindv1.Comments).Schema(form.Dialect{Bounds: 2000}))
	for _, keyword := range []string{`"maxItems":12`, `"maxLength":600`} {
		if !strings.Contains(bounded, keyword) {
			t.Errorf("with bounds there is no %s in %s", keyword, bounded)
		}
	}
}

func TestEverySchemaIsClosedAndRequiresEverything(t *testing.T) {
	t.Parallel()
	for _, m := range forms() {
		var schema map[string]any
		if err := json.Unmarshal(form.Of(m, mindv1.Comments).Schema(form.Dialect{}), &schema); err != nil {
			t.Fatal(err)
		}
		closed(t, string(m.ProtoReflect().Descriptor().Name()), schema)
	}
}

func closed(t *testing.T, path string, schema map[string]any) {
	t.Helper()
	if items, ok := schema["items"].(map[string]any); ok {
		closed(t, path+"[]", items)
	}
	props, ok := schema["properties"].(map[string]any)
	if !ok {
		return
	}
	if schema["additionalProperties"] != false {
		t.Errorf("%s is open", path)
	}
	if required, _ := schema["required"].([]any); len(required) != len(props) {
		t.Errorf("%s requires %v of %d", path, required, len(props))
	}
	for name, p := range props {
		closed(t, path+"."+name, p.(map[string]any))
	}
}

const good = `{"first_day":"","language":"en","last_day":"","log_portion":"","query_portion":"How?","question":"How?","terms":["sleep"],"type":"QUERY","wanted":"LOOKUP"}`

func TestWhatKeepsTheSchemaIsReadWithoutAProblem(t *testing.T) {
	t.Parallel()
	var got mindv1.Routing
	problems, ok := form.Of(&got, nil).Read(good, &got)
	if !ok || len(problems) > 0 {
		t.Fatalf("ok %v, problems %v", ok, problems)
	}
	want := &mindv1.Routing{
		Language: "en", QueryPortion: "How?", Question: "How?", Terms: []string{"sleep"},
		Type: commonv1.InputType_INPUT_TYPE_QUERY, Wanted: commonv1.Wanted_WANTED_LOOKUP,
	}
	if !proto.Equal(&got, want) {
		t.Errorf("read %v", &got)
	}
}

// What code can put right costs no second call.
func TestWhatCanBePutRightIsNoProblem(t *testing.T) {
	t.Parallel()
	with := func(old, new string) string { return strings.Replace(good, old, new, 1) }
	for name, written := range map[string]string{
		"a code fence":                   "```json\n" + good + "\n```",
		"prose around it":                "Sure! Here it is: " + good + " Anything else?",
		"thoughts with braces before it": "<think>I wonder {\"a\":1} hm, {\"type\":\"LOG\"}.</think>\n" + good,
		"thoughts that are not ended":    "<think>Maybe {\"type\":\"LOG\"}, or {so}: " + good,
		"a whole draft before it":        with("QUERY", "LOG") + "\nNo: " + good,
		"a whole draft in thoughts":      "<think>" + with("QUERY", "LOG") + "</think>" + good,
		"prose with braces before it":    "In {curly} brackets {\"as\": \"you\"} said: " + good,
		"prose with braces behind it":    good + " where {x} is {\"a\":1}",
		"a string":                       strconv.Quote(good),
		"an object around it":            `{"result":{"answer":` + good + `}}`,
		"a list around it":               `[` + good + `]`,
		"a call around it":               `{"name":"routing","arguments":` + strconv.Quote(good) + `}`,
		"another order of fields":        `{"wanted":"LOOKUP",` + strings.Replace(good[1:], `,"wanted":"LOOKUP"`, "", 1),
		"a field too many":               with(`"first_day"`, `"mood":"fine","first_day"`),
		"an empty field that is absent":  with(`"log_portion":"",`, ``),
		"an empty field that is null":    with(`"log_portion":""`, `"log_portion":null`),
		"an item in place of a list":     with(`["sleep"]`, `"sleep"`),
		"a choice in lower case":         with(`"QUERY"`, `"query"`),
		"a comma behind the last":        with(`["sleep"]`, `["sleep",]`)[:len(good)] + ",\n}",
		"comments":                       "{ // a note with \" and }\n/* and {one} more */" + good[1:],
		"comments in a string of JSON":   strconv.Quote("{// so\n" + good[1:]),
		"a string with line ends":        "\"" + strings.ReplaceAll(strings.ReplaceAll(good, `"`, `\"`), ",", ",\n") + "\"",
		"a string in a string":           strconv.Quote(strconv.Quote(good)),
		"a byte order mark":              "\ufeff" + good,
		"a byte order mark and a string": "\ufeff" + strconv.Quote(good),
		"the same twice":                 good + good,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var want, got mindv1.Routing
			if problems, ok := form.Of(&want, nil).Read(good, &want); !ok || len(problems) > 0 {
				t.Fatal(problems)
			}
			if problems, ok := form.Of(&got, nil).Read(written, &got); !ok || len(problems) > 0 || !proto.Equal(&got, &want) {
				t.Errorf("ok %v, problems %v, read %v", ok, problems, &got)
			}
		})
	}
	var w mindv1.Writing
	written := `{"missing":"","values":[{"op":"Sum","items":[{"unit":"","number":"47.2","entry":"n1","exact_words":"47.2"}],"name":"v1","of":[]}],"ask":"","answer":"It was {v1}."}`
	if problems, ok := form.Of(&w, nil).Read(written, &w); !ok || len(problems) > 0 || w.GetValues()[0].GetOp() != "sum" || w.GetValues()[0].GetItems()[0].GetNumber() != 47.2 {
		t.Errorf("ok %v, problems %v, read %v", ok, problems, &w)
	}
}

func TestATextThatHoldsJSONMayBeWrittenAsThat(t *testing.T) {
	t.Parallel()
	const args = `{"id":"a\"1","days":[7,null,{"b":1.50,"a":true}]}`
	written := `{"answer":"","args":` + args + `,"respond":false,"thought":"so","tool":"agenda"}`
	var got mindv1.Thinking
	if problems, ok := form.Of(&got, nil).Holding("args").Read(written, &got); !ok || len(problems) > 0 || got.GetArgs() != args {
		t.Errorf("ok %v, problems %v, read %v", ok, problems, &got)
	}
	if problems, _ := form.Of(&got, nil).Read(written, &got); len(problems) != 1 {
		t.Errorf("another text is written as an object: %v", problems)
	}
	var d mindv1.Drafting
	written = `{"missing":"","objective":"o","steps":[{"arguments":{"to":"a"},"description":"d","id":"s","optional":false,"target":"","tool":"x/y"}]}`
	if problems, ok := form.Of(&d, nil).Holding("arguments").Read(written, &d); !ok || len(problems) > 0 || d.GetSteps()[0].GetArguments() != `{"to":"a"}` {
		t.Errorf("within a list: ok %v, problems %v, read %v", ok, problems, &d)
	}
}

func TestEachFaultIsNamedAndTheRestIsSaved(t *testing.T) {
	t.Parallel()
	with := func(old, new string) string { return strings.Replace(good, old, new, 1) }
	for _, c := range []struct {
		name, written, problem string
		usable                 bool
	}{
		{"cut off in a field that can be missed", good[:strings.Index(good, `,"type"`)], "the JSON is broken: it ends too early", false},
		{"cut off after the verdict", good[:len(good)-1], "the JSON is broken: it ends too early", true},
		{"nothing", "", "there is no answer", false},
		{"blanks", " \n ", "there is no answer", false},
		{"thoughts", "<think>It is a question.</think>\n", "there is no answer behind its thoughts", false},
		{"thoughts that are cut off", "<think>It is a quest", "there is no answer behind its thoughts", false},
		{"prose", "I can't do that.", "the JSON is broken: there is no JSON object", false},
		{"a list", "[1, 2]", "the JSON is broken: there is no JSON object", false},
		{"a wrong type", with(`["sleep"]`, `7`), "terms[0] is a number, not a string", true},
		{"a field twice", with(`"terms":["sleep"]`, `"terms":["sleep"],"terms":["work"]`), "terms is there twice", true},
		{"no verdict", with(`"type":"QUERY",`, ``), "type is missing", false},
		{"a wrong item", with(`["sleep"]`, `["sleep",7]`), "terms[1] is a number, not a string", true},
		{"a word that is no choice", with(`"QUERY"`, `"WHATEVER"`), `type is "WHATEVER", which is none of LOG, QUERY, BOTH, CORRECTION`, false},
		{"too long", with(`"en"`, `"`+strings.Repeat("é", 41)+`"`), "language is longer than 40 characters", true},
		{"nested without end", with(`"en"`, strings.Repeat("[", 5000)), "the JSON is broken: nested too deeply", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got mindv1.Routing
			problems, ok := form.Of(&got, nil).Read(c.written, &got)
			if ok != c.usable {
				t.Errorf("usable is %v, problems %v", ok, problems)
			}
			if !slices.ContainsFunc(problems, func(p form.Problem) bool { return p.String() == c.problem }) {
				t.Errorf("problems are %q, want %q among them", problems, c.problem)
			}
			if ok && (got.GetQueryPortion() != "How?" || got.GetType() != commonv1.InputType_INPUT_TYPE_QUERY) {
				t.Errorf("what was good is lost: %v", &got)
			}
		})
	}
}

func TestABadItemIsLeftOutAndItsNeighboursStay(t *testing.T) {
	t.Parallel()
	const written = `{"answer":"a","ask":"","missing":"","values":[{"items":[
		{"entry":"n1","exact_words":"one","number":1,"unit":""},
		{"entry":"n2","exact_words":"","number":1,"unit":""},
		{"entry":"","exact_words":"three","number":1,"unit":""},
		{"entry":"n4","exact_words":"four","number":1,"unit":""}],"name":"v1","of":[],"op":"sum"}]}`
	var got mindv1.Writing
	problems, ok := form.Of(&got, nil).Read(written, &got)
	if !ok || len(problems) != 2 {
		t.Fatalf("ok %v, problems %v", ok, problems)
	}
	if items := got.GetValues()[0].GetItems(); len(items) != 2 || items[1].GetExactWords() != "four" {
		t.Errorf("items are %v", items)
	}
	if err := protovalidate.Validate(&got); err != nil {
		t.Errorf("what was saved breaks its own bounds: %v", err)
	}
}

func TestWhatCanNotBeAFormPanics(t *testing.T) {
	t.Parallel()
	for _, m := range []proto.Message{&commonv1.DomainContext{}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s has maps and is a form", m.ProtoReflect().Descriptor().FullName())
				}
			}()
			form.Of(m, nil)
		}()
	}
}

// Whatever stands around an answer, braces and quotation marks too, it is read.
func TestAnAnswerIsFoundInAnyProse(t *testing.T) {
	t.Parallel()
	var want mindv1.Routing
	if problems, ok := form.Of(&want, nil).Read(good, &want); !ok || len(problems) > 0 {
		t.Fatal(problems)
	}
	rapid.Check(t, func(t *rapid.T) {
		prose := rapid.SliceOf(rapid.SampledFrom([]string{"{", "}", "[", "]", `"`, ":", ",", "\\", "a", "1", " ", "\n", `{"a":1}`, `{"b":{"c":[{}]}}`, "<think>", "null"}))
		before, after := strings.Join(prose.Draw(t, "before"), ""), strings.Join(prose.Draw(t, "after"), "")
		var got mindv1.Routing
		if problems, ok := form.Of(&got, nil).Read(before+good+after, &got); !ok || len(problems) > 0 || !proto.Equal(&got, &want) {
			t.Fatalf("ok %v, problems %v, read %v", ok, problems, &got)
		}
	})
}

// Whatever a model writes, reading ends, and what it calls usable keeps every
// bound of the message.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{good, "", "{", `{"type":"QUERY"}`, `{"domains":[null,{}],"type":1e999}`, "\xff{\"type\":\"\\ud800\"}"} {
		f.Add(seed)
	}
	kinds := forms()
	f.Fuzz(func(t *testing.T, written string) {
		for _, k := range kinds {
			got := k.ProtoReflect().New().Interface()
			problems, ok := form.Of(k, nil).Read(written, got)
			if !ok && len(problems) == 0 {
				t.Fatalf("%T: not usable, and nothing is wrong", k)
			}
			if !ok {
				continue
			}
			if err := protovalidate.Validate(got); err != nil {
				t.Fatalf("%T: %v", k, err)
			}
		}
	})
}
