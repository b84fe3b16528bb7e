package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/ollama"
	"github.com/weft-mesh/weft/kit/mind"
)

func (p *program) modelsCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "models",
		Short: "List, fetch or test language models",
		Long: `Agents work by rules until you choose a provider of models: for all of them with
"weft configure" or llm.default_provider, or for one with
llm.agents.AGENT.provider.`,
		Example: `  weft models ls
  weft models pull
  weft models test router --set llm.default_provider=ollama`,
	}, p.modelsListCommand(), p.modelsPullCommand(), p.modelsTestCommand())
}

func (p *program) modelsListCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "ls",
		Aliases: []string{"list"},
		Short:   "Show each agent's model, and whether it is available",
		Example: `  weft models ls
  weft models ls -o json | jq '.agents[] | select(.mind != "rules")'`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := p.settings()
			if err != nil {
				return err
			}
			all, err := app.Examine(cmd.Context(), c)
			if err != nil {
				return err
			}
			if p.flags.json() {
				return p.printValue(map[string]any{"agents": thinkingValues(all), "prices_as_of": listDay()})
			}
			return p.print(thinkingTable(p.outStyle, all))
		},
	}
}

// thinkingTable has a line for each agent, and one more for its fallback.
func thinkingTable(style screen.Style, all []app.Thinking) string {
	var out strings.Builder
	said := map[string]string{} // what is wrong with whom, and the agent it stands with
	for _, t := range all {
		name := style.Bold(fmt.Sprintf("%-12s", t.Agent))
		if len(t.Routes) == 0 {
			fmt.Fprintf(&out, "%s rules\n", name)
			continue
		}
		for i, r := range t.Routes {
			how := fmt.Sprintf("%s %s (%s)", r.Provider, r.Model, t.Tier)
			if i > 0 {
				name, how = strings.Repeat(" ", 12), "else "+how
			}
			fmt.Fprintf(&out, "%s %s: %s\n", name, how, standing(style, r, t.Agent, said))
		}
		if t.Mind == mind.ModelThenRules {
			fmt.Fprintf(&out, "%s else rules\n", strings.Repeat(" ", 12))
		}
	}
	for _, t := range all {
		if slices.ContainsFunc(t.Routes, func(r app.Asked) bool { return r.Listed }) {
			fmt.Fprintf(&out, "Prices: list prices of %s; your own go into the file that llm.prices names.\n", listDay())
			break
		}
	}
	return out.String()
}

// listDay is the day of the built-in list prices.
func listDay() string {
	_, day, _ := llm.ListPrices() // they are built in, and tested
	return day
}

// standing tells whether a model would answer, and what to do if not. What is wrong
// with several agents' models alike is said once.
func standing(style screen.Style, r app.Asked, agent string, said map[string]string) string {
	switch {
	case r.Err != nil:
		wrong := style.Bad(trouble(r.Err)) + advice(r)
		if first, ok := said[wrong]; ok {
			return style.Bad("same as for the " + first)
		}
		said[wrong] = agent
		return wrong
	case r.Window > 0:
		return style.Good(fmt.Sprintf("available; context window %d tokens, uses %d", r.Window, r.Want))
	}
	return style.Good("there")
}

// advice is what to do about a model that would not answer.
func advice(r app.Asked) string {
	e, ok := errors.AsType[*llm.Error](r.Err)
	switch {
	case !ok:
		return ""
	case e.Cause == llm.Unreachable && r.Provider == "ollama":
		return "\n    start it with \"ollama serve\", or set llm.providers.ollama.api_base to its address"
	case e.Cause == llm.Denied:
		return "\n    check the API key: llm.providers." + r.Provider + ".api_key"
	case e.Cause == llm.Missing && r.Provider != "ollama":
		return "\n    choose another model in llm.tiers"
	}
	return ""
}

func (p *program) modelsPullCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "pull [MODEL…]",
		Short: "Download models with Ollama",
		Long: `Tells the Ollama server to download each MODEL. Without a name, it downloads
every model that an agent uses and the server doesn't have yet.`,
		Example: `  weft models pull
  weft models pull qwen2.5:7b`,
		RunE: func(cmd *cobra.Command, names []string) error {
			c, err := p.settings()
			if err != nil {
				return err
			}
			server, err := ollama.New(c.LLM.Providers.Ollama)
			if err != nil {
				return err
			}
			if len(names) == 0 {
				if names, err = missing(cmd.Context(), c); err != nil {
					return err
				}
			}
			if len(names) == 0 {
				return p.print("Nothing to download: no agent's model is missing.\n")
			}
			for _, name := range names {
				if err := p.pull(cmd.Context(), server, name); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// missing returns the models that agents ask Ollama for and that it does not
// have.
func missing(ctx context.Context, c *config.Config) ([]string, error) {
	all, err := app.Examine(ctx, c)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, t := range all {
		for _, r := range t.Routes {
			if r.Provider != "ollama" || r.Err == nil || slices.Contains(names, r.Model) {
				continue
			}
			if e, ok := errors.AsType[*llm.Error](r.Err); ok && e.Cause == llm.Missing {
				names = append(names, r.Model)
				continue
			}
			return nil, r.Err
		}
	}
	return names, nil
}

// pull fetches one model and shows how far it has come.
func (p *program) pull(ctx context.Context, server *ollama.Provider, name string) error {
	w := p.walk(false)
	err := server.Pull(ctx, name, func(now ollama.Progress) {
		if now.Total > 0 {
			w.status.Set(fmt.Sprintf("downloading %s: %d%%", name, now.Done*100/now.Total))
		}
	})
	w.end()
	if e, ok := errors.AsType[*llm.Error](err); ok && e.Cause == llm.Unreachable {
		return fmt.Errorf("can't download %s: %w; start Ollama with \"ollama serve\", or set llm.providers.ollama.api_base to its address", name, err)
	}
	if err != nil {
		return err
	}
	return p.print("Downloaded " + name + ".\n")
}

func (p *program) modelsTestCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "test [AGENT…]",
		Short: "Send each agent's model one real question, and time it",
		Long: `Sends each AGENT's model one question, the way a run would, but doesn't fall
back on rules. Without a name it tests every agent that uses a model.`,
		Example: `  weft models test
  weft models test router`,
		RunE: func(cmd *cobra.Command, agents []string) error {
			c, err := p.settings()
			if err != nil {
				return err
			}
			if len(agents) == 0 {
				agents = thinkers(c)
			}
			if len(agents) == 0 {
				return p.print("Every agent works by rules, so there is no model to test. To use models: weft configure. It sets llm.default_provider.\n")
			}
			failed := 0
			for _, agent := range agents {
				t, err := app.Try(cmd.Context(), c, agent)
				if err != nil {
					return err
				}
				if t.Err != nil {
					failed++
				}
				if err := p.print(trialLine(p.outStyle, t)); err != nil {
					return err
				}
			}
			if failed > 0 {
				return fault.New(codes.FailedPrecondition, fault.ModelUnavailable, "%d of %d models gave no answer", failed, len(agents))
			}
			return nil
		},
	}
}

// thinkers are the agents that ask a model.
func thinkers(c *config.Config) []string {
	var out []string
	for _, agent := range config.Agents() {
		if c.MindOf(agent) != mind.Rules {
			out = append(out, agent)
		}
	}
	return out
}

func trialLine(style screen.Style, t app.Trial) string {
	name := style.Bold(fmt.Sprintf("%-12s", t.Agent))
	if t.Err != nil {
		return fmt.Sprintf("%s %s after %s: %v\n", name, style.Bad("no answer"), seconds(t.Took), trialReasons(t.Err))
	}
	line := fmt.Sprintf("%s %s %s in %s: %d tokens read, %d written, %s\n", name,
		t.From.GetProvider(), t.From.GetModel(), seconds(t.Took), t.From.GetInputTokens(), t.From.GetOutputTokens(), t.Said)
	if t.From.GetDegraded() {
		line += strings.Repeat(" ", 13) + style.Warn(t.From.GetDegradedReason()) + "\n"
	}
	return line
}

// trialReasons says each reason why a trial had no answer once.
func trialReasons(err error) string {
	if f, ok := errors.AsType[*fault.Error](err); ok && errors.Is(f.Unwrap(), llm.ErrNoAnswer) {
		err = f.Unwrap() // an agent's words on what else it could do are for a run
	}
	all := strings.Split(strings.TrimPrefix(err.Error(), llm.ErrNoAnswer.Error()+": "), "\n")
	return strings.Join(slices.Compact(all), "; ")
}

// trouble is an error without the names that stand before it already.
func trouble(err error) string {
	if e, ok := errors.AsType[*llm.Error](err); ok {
		return fmt.Sprintf("%s: %v", e.Cause, e.Err)
	}
	return err.Error()
}

type routeValue struct {
	Provider string `json:"provider"`
	Model    string `json:"model"`
	Ready    bool   `json:"ready"`
	Problem  string `json:"problem,omitempty"`
	Window   int    `json:"window,omitempty"`
	Priced   bool   `json:"priced"`
}

type thinkingValue struct {
	Agent  string       `json:"agent"`
	Mind   string       `json:"mind"`
	Tier   string       `json:"tier,omitempty"`
	Routes []routeValue `json:"routes,omitempty"`
}

func thinkingValues(all []app.Thinking) []thinkingValue {
	out := make([]thinkingValue, len(all))
	for i, t := range all {
		out[i] = thinkingValue{Agent: t.Agent, Mind: string(t.Mind), Tier: t.Tier}
		for _, r := range t.Routes {
			v := routeValue{Provider: r.Provider, Model: r.Model, Ready: r.Err == nil, Window: r.Window, Priced: r.Priced}
			if r.Err != nil {
				v.Problem = r.Err.Error()
			}
			out[i].Routes = append(out[i].Routes, v)
		}
	}
	return out
}

func seconds(d time.Duration) string { return d.Round(10 * time.Millisecond).String() }
