package domains

// A file is a domain as it is written.
type file struct {
	Name            string                         `yaml:"name"`
	Description     string                         `yaml:"description"`
	Base            bool                           `yaml:"base"`
	Vocabulary      map[string]string              `yaml:"vocabulary"`
	Everyday        []string                       `yaml:"everyday"`
	Names           map[string]map[string][]string `yaml:"names"`
	Covers          map[string]texts               `yaml:"covers"`
	Schema          map[string]any                 `yaml:"schema"`
	Fragments       map[string]string              `yaml:"fragments"`
	Patterns        []filePattern                  `yaml:"patterns"`
	Expertise       string                         `yaml:"expertise"`
	BearsOn         map[string][]fileBearing       `yaml:"bears_on"`
	EvaluationRules []fileRule                     `yaml:"evaluation_rules"`
	ContextGuidance string                         `yaml:"context_guidance"`
	Examples        []Example                      `yaml:"examples"`
}

type filePattern struct {
	Name      string            `yaml:"name"`
	Match     texts             `yaml:"match"`
	Set       map[string]string `yaml:"set"`
	Append    string            `yaml:"append"`
	Join      bool              `yaml:"join"`
	Dependent bool              `yaml:"dependent"`
	Mention   bool              `yaml:"mention"`
}

type fileRule struct {
	Rule    string `yaml:"rule"`
	Forbids texts  `yaml:"forbids"`
}

// An Example is a text and the data that the domain finds in it.
type Example struct {
	Text string         `yaml:"text"`
	Data map[string]any `yaml:"data"` // nil: nothing is found
}

// texts is one string or a list of them.
type texts []string

// UnmarshalYAML reads a string or a list.
func (t *texts) UnmarshalYAML(unmarshal func(any) error) error {
	var one string
	if unmarshal(&one) == nil {
		*t = texts{one}
		return nil
	}
	var many []string
	if err := unmarshal(&many); err != nil {
		return err
	}
	*t = many
	return nil
}

// keys are the keys that a file may use, for the hint of a misspelt one.
var keys = []string{
	"name", "description", "base", "vocabulary", "everyday", "names", "covers", "schema", "fragments", "patterns",
	"expertise", "bears_on", "what", "domain", "subjects", "measures", "evaluation_rules", "context_guidance", "examples", "match",
	"set", "append", "join", "dependent", "mention", "rule", "forbids", "text", "data",
}
