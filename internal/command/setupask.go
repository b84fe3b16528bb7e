package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/term"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/internal/command/internal/lineedit"
	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
)

// chooseProvider returns the provider that the flag names, that is chosen, or, where
// nobody can be asked, an Ollama that runs.
func (s *setup) chooseProvider(ctx context.Context) (offer, error) {
	if s.provider == "openai" && s.url != "" {
		s.provider = "openai-compatible"
	}
	if s.provider != "" {
		i := slices.Index(offerNames(), s.provider)
		if i < 0 {
			return offer{}, usage("--provider %q: use one of %s", s.provider, strings.Join(offerNames(), ", "))
		}
		return providerOffers[i], nil
	}
	found := s.findOllama(ctx)
	if !s.asks() {
		if len(found) > 0 {
			return providerOffers[0], nil
		}
		return offer{}, usage("which provider? There is no Ollama with a model at %s. Use --provider with one of %s", s.ollamaURL(), strings.Join(offerNames(), ", "))
	}
	if len(found) > 0 {
		s.say(fmt.Sprintf("Ollama runs at %s and has %s.", s.ollamaURL(), modelNames(found)))
	} else {
		s.say(fmt.Sprintf("No Ollama with a model runs at %s.", s.ollamaURL()))
	}
	s.say("Where shall Weft's models come from?")
	for i, o := range providerOffers {
		s.say(fmt.Sprintf("  %d) %s", i+1, o.title))
	}
	usual := ""
	if len(found) > 0 {
		usual = "1"
	}
	for {
		text, err := s.askLine(ctx, "Number", usual)
		if err != nil {
			return offer{}, err
		}
		if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(providerOffers) {
			return providerOffers[n-1], nil
		}
		if i := slices.Index(offerNames(), strings.ToLower(text)); i >= 0 {
			return providerOffers[i], nil
		}
		s.say(fmt.Sprintf("Type a number from 1 to %d.", len(providerOffers)))
	}
}

// ollamaURL is where Ollama is looked for.
func (s *setup) ollamaURL() string {
	host := s.getenv("OLLAMA_HOST")
	if s.url != "" {
		return s.url
	}
	if s.current.Origin("llm.providers.ollama.api_base").Kind != config.FromDefault || host == "" {
		return s.base("ollama")
	}
	if !strings.Contains(host, "://") {
		host = "http://" + host
	}
	u, err := url.Parse(host)
	if err != nil || u.Hostname() == "0.0.0.0" { // what a server listens at, and no address to call
		return s.base("ollama")
	}
	if u.Port() == "" {
		u.Host += ":11434"
	}
	return u.String()
}

// findOllama returns the models of the Ollama that runs, none if there is none.
func (s *setup) findOllama(ctx context.Context) []llm.Model {
	c := *s.current
	c.LLM.Providers.Ollama.Base = s.ollamaURL()
	found, _ := app.Models(ctx, &c, "ollama") // one that can't be asked is none
	return found
}

func (s *setup) chooseURL(ctx context.Context, o offer) error {
	switch {
	case s.url != "":
	case o.name == "ollama":
		if at := s.ollamaURL(); at != s.base("ollama") {
			s.url = at
		}
		if s.asks() && len(s.findOllama(ctx)) == 0 {
			text, err := s.askLine(ctx, "URL of the Ollama server", s.ollamaURL())
			if err != nil {
				return err
			}
			s.url = text
		}
	case o.name == "openai-compatible" || o.name == "azure":
		if s.base(o.as) != "" && !s.asks() {
			return nil
		}
		if !s.asks() {
			return usage("--provider %s needs --url, such as http://127.0.0.1:8080/v1", o.name)
		}
		text, err := s.askLine(ctx, "URL of its API, such as http://127.0.0.1:8080/v1", s.base(o.as))
		if err != nil {
			return err
		}
		s.url = text
	}
	if u, err := url.Parse(s.url); s.url != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		return usage("%q is not a URL such as http://127.0.0.1:8080/v1", s.url)
	}
	return nil
}

func (s *setup) chooseKey(ctx context.Context, o offer) error {
	switch {
	case s.keyFile != "":
		return s.readKey()
	case s.keyEnv != "":
		if strings.ContainsFunc(s.keyEnv, func(r rune) bool { return r != '_' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z') }) {
			return usage("--key-env takes the name of a variable, such as ANTHROPIC_API_KEY, not the key")
		}
		return nil
	case o.name == "ollama":
		return nil
	case !s.asks():
		return s.standingOrUsualKey(o)
	}
	if o.keyVar != "" && s.getenv(o.keyVar) != "" && s.agree(ctx, "Use the key in $"+o.keyVar+"?", true) {
		s.keyEnv = o.keyVar
		return nil
	}
	hint := "Key (it is not shown)"
	if s.keepsKey(o) {
		hint += "; Enter keeps the one that is configured"
	} else if o.name == "openai-compatible" {
		hint += "; Enter if it takes none"
	}
	for {
		key, err := s.readHidden(ctx, hint)
		if err != nil {
			return err
		}
		s.key = strings.TrimSpace(key)
		if s.key != "" || s.keepsKey(o) || o.name == "openai-compatible" {
			return nil
		}
		s.say("The provider takes no call without a key. Ctrl-C ends this.")
	}
}

// standingOrUsualKey is the key where nobody can be asked: the one that stands, or the
// variable that usually has it.
func (s *setup) standingOrUsualKey(o offer) error {
	switch {
	case o.name == "openai-compatible", s.keepsKey(o):
	case s.getenv(o.keyVar) != "":
		s.keyEnv = o.keyVar
	default:
		return usage("--provider %s needs a key: set %s, or use --key-env or --key-file", o.name, o.keyVar)
	}
	return nil
}

// pickModel takes one of the models that a server has for all tiers, unless it has those
// that are configured.
func (s *setup) pickModel(ctx context.Context, c *config.Config, o offer) error {
	found, err := app.Models(ctx, c, o.as)
	if err != nil {
		if s.noTest && c.LLM.ModelFor("low", o.as) != "" {
			return nil
		}
		return fmt.Errorf("can't list the models: %w", err)
	}
	standing, complete := standingModels(c, o.as, found)
	switch {
	case complete && !s.asks():
		return nil
	case len(found) == 0 && o.name == "ollama":
		return usage("the Ollama at %s has no model yet; \"ollama pull qwen2.5:7b\" gets one, for example", s.ollamaURL())
	case len(found) == 1:
		s.useModel(found[0].Name)
		return nil
	case !s.asks():
		return usage("which model? Use --model with one of %s", modelNames(found))
	}
	usual := ""
	if complete {
		usual = standing
	} else if o.name == "ollama" {
		usual = found[0].Name
	}
	return s.askModel(ctx, found, usual, complete)
}

// standingModels lists the models that are configured, and reports whether a server has
// them all.
func standingModels(c *config.Config, provider string, found []llm.Model) (list string, complete bool) {
	var names []string
	complete = true
	for _, tier := range app.Tiers() {
		m := c.LLM.ModelFor(tier, provider)
		complete = complete && m != "" && hasModel(found, m)
		if !slices.Contains(names, m) {
			names = append(names, m)
		}
	}
	return strings.Join(names, ", "), complete
}

func hasModel(found []llm.Model, name string) bool {
	return slices.ContainsFunc(found, func(m llm.Model) bool { return m.Name == name })
}

// askModel asks for a model for all tiers; keeps says that what is usual are those that
// are configured.
func (s *setup) askModel(ctx context.Context, found []llm.Model, usual string, keeps bool) error {
	const most = 30
	s.say("Its models:")
	for i, m := range found[:min(len(found), most)] {
		s.say(fmt.Sprintf("  %d) %s", i+1, m.Name))
	}
	for {
		text, err := s.askLine(ctx, "Model for all tiers, by its number or name", usual)
		if err != nil {
			return err
		}
		if keeps && text == usual {
			return nil
		}
		if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(found) {
			text = found[n-1].Name
		}
		if hasModel(found, text) || len(found) == 0 && text != "" {
			s.useModel(text)
			return nil
		}
		s.say("It has no such model.")
	}
}

func (s *setup) useModel(name string) {
	for _, tier := range app.Tiers() {
		s.tiers[tier] = name
	}
}

// modelNames lists the first few models.
func modelNames(models []llm.Model) string {
	const most = 6
	var names []string
	for _, m := range models[:min(len(models), most)] {
		names = append(names, m.Name)
	}
	if more := len(models) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// askLine asks for a line; Enter takes what is usual.
func (s *setup) askLine(ctx context.Context, what, usual string) (string, error) {
	if usual != "" {
		what += " [" + usual + "]"
	}
	_, _ = fmt.Fprint(s.err, s.errStyle.Bold(what+": "))
	text, err := s.in.next(ctx)
	if err != nil {
		s.say("")
	}
	if errors.Is(err, io.EOF) {
		return "", errors.New("the input ended before all was answered; nothing was written")
	}
	if err != nil {
		return "", err
	}
	return cmp.Or(strings.TrimSpace(text), usual), nil
}

// agree asks a question that is answered by yes or no.
func (s *setup) agree(ctx context.Context, question string, usual bool) bool {
	choice := "y/N"
	if usual {
		choice = "Y/n"
	}
	text, err := s.askLine(ctx, question+" "+choice, "")
	switch folded(text) {
	case "":
		return usual && err == nil
	case "y", "yes":
		return true
	}
	return false
}

// readHidden asks for a line that is not shown.
func (s *setup) readHidden(ctx context.Context, what string) (string, error) {
	file, _ := s.in.source.(*os.File) // it is a terminal, so it is a file
	fd := int(file.Fd())
	before, err := term.MakeRaw(fd) // so that nothing is shown from before it is asked for
	if err != nil {
		return "", err
	}
	defer func() { _ = term.Restore(fd, before) }()
	_, _ = fmt.Fprint(s.err, s.errStyle.Bold(what+": "))
	text, err := (&lineedit.Editor{Source: s.in, Out: io.Discard}).ReadInput(ctx)
	_ = term.Restore(fd, before)
	s.say("")
	if errors.Is(err, lineedit.ErrInterrupted) {
		return "", exitError{exitInterrupted}
	}
	return text, err
}

// changedLines shows the lines that differ between two texts.
func changedLines(style screen.Style, before, after string) string {
	a, b := strings.Split(strings.TrimSuffix(before, "\n"), "\n"), strings.Split(strings.TrimSuffix(after, "\n"), "\n")
	if before == "" {
		a = nil
	}
	same := make([][]int, len(a)+1) // how many lines are the same from i and j on
	for i := range same {
		same[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				same[i][j] = same[i+1][j+1] + 1
			} else {
				same[i][j] = max(same[i+1][j], same[i][j+1])
			}
		}
	}
	var out strings.Builder
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			i, j = i+1, j+1
		case i < len(a) && (j == len(b) || same[i+1][j] >= same[i][j+1]):
			out.WriteString(style.Bad("- "+a[i]) + "\n")
			i++
		default:
			out.WriteString(style.Good("+ "+b[j]) + "\n")
			j++
		}
	}
	return out.String()
}
