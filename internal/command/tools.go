package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"google.golang.org/grpc/codes"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/kit/fault"
)

func (p *program) toolsCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "tools",
		Short: "See the tools that plans may call, and agree to them",
		Long: `Tools are operations of the MCP servers that tools.servers in the configuration
names. A plan can call a tool once an operator has agreed to what it is. When
that changes, it can't be called until somebody agrees again. "weft plan FILE"
proposes a plan.`,
		Example: `  weft tools ls
  weft tools show files/read_text_file
  weft tools trust files/read_text_file
  weft tools distrust files/read_text_file
  weft tools call --dry-run files/read_text_file --args '{"path": "/home/ann/a.txt"}'`,
	}, p.toolsListCommand(), p.toolsShowCommand(), p.toolsTrustCommand(), p.toolsDistrustCommand(), p.toolsCallCommand())
}

func (p *program) toolsListCommand() *cobra.Command {
	req := &orchestratorv1.ListToolsRequest{}
	c := &cobra.Command{
		Use:     "ls [SERVER…]",
		Aliases: []string{"list"},
		Short:   "List tools, what they may do, and whether they can be called",
		Long: `Lists tools with their effect and whether an operator has agreed to them, and
then how each server stands: ready, being started, or since when it has not
answered, with what went wrong last.`,
		Example: `  weft tools ls
  weft tools ls files --refresh
  weft tools ls -o json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			req.Servers = args
			all, err := p.listTools(cmd.Context(), req)
			if err != nil {
				return err
			}
			if !p.flags.json() && len(all.GetServers()) == 0 {
				p.notice("no tools; tools.servers in the configuration names their servers")
			}
			zone, err := p.zone()
			if err != nil {
				return err
			}
			return p.printMessage(all, func() string { return render.Tools(p.outStyle, all, zone) })
		},
	}
	c.Flags().BoolVar(&req.Refresh, "refresh", false, "ask the servers again")
	return c
}

func (p *program) toolsShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show SERVER/OPERATION",
		Short: "Show all that says what a tool is",
		Long: `Shows what an operator agrees to with "weft tools trust": where the tool's
server is, what the server says of the tool, and its schemas. Characters that
can't be seen are shown as numbers.`,
		Example: `  weft tools show files/read_text_file`,
		Args:    between(1, 1, "a SERVER/OPERATION"),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, server, err := p.findTool(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			return p.printMessage(t, func() string { return render.Tool(p.outStyle, t, server) })
		},
	}
}

func (p *program) toolsTrustCommand() *cobra.Command {
	var hash string
	c := &cobra.Command{
		Use:   "trust SERVER/OPERATION",
		Short: "Agree to what a tool is, so that plans can call it",
		Long: `Shows the tool, asks whether it is what you expect, and keeps your answer for
all who use the mesh. Without a terminal, name the definition that you have
looked at with --hash; "weft tools show" prints it. It needs the scope operate.`,
		Example: `  weft tools trust files/read_text_file
  weft tools trust files/read_text_file --hash 5f0c21a9be74…`,
		Args: between(1, 1, "a SERVER/OPERATION"),
		RunE: func(cmd *cobra.Command, args []string) error {
			server, operation, err := toolName(args[0])
			if err != nil {
				return err
			}
			if hash == "" {
				if hash, err = p.lookAtTool(cmd.Context(), args[0]); err != nil || hash == "" {
					return err
				}
			}
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			done, err := s.api().TrustTool(cmd.Context(), &orchestratorv1.TrustToolRequest{Server: server, Operation: operation, DefinitionHash: hash})
			if err != nil {
				return err
			}
			if p.flags.json() {
				return p.printJSON(done)
			}
			p.notice("%s can be called", args[0])
			return nil
		},
	}
	c.Flags().StringVar(&hash, "hash", "", "definition that you have looked at, its `hash`")
	complete(c, "hash")
	return c
}

func (p *program) toolsDistrustCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "distrust SERVER/OPERATION",
		Short: "Withdraw what was agreed to of a tool, so that it can't be called",
		Long: `Withdraws what was agreed to of a tool, for all who use the mesh: it is new
again, and no call of it begins until an operator agrees to it anew. That holds
for plans that are approved, too: when one comes to the tool, it asks how to go
on. The tool's server need not be there. It needs the scope operate.`,
		Example: `  weft tools distrust files/write_file`,
		Args:    between(1, 1, "a SERVER/OPERATION"),
		RunE: func(cmd *cobra.Command, args []string) error {
			server, operation, err := toolName(args[0])
			if err != nil {
				return err
			}
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			done, err := s.api().UntrustTool(cmd.Context(), &orchestratorv1.UntrustToolRequest{Server: server, Operation: operation})
			if err != nil {
				return err
			}
			if p.flags.json() {
				return p.printJSON(done)
			}
			p.notice("%s can't be called until somebody agrees to it again", args[0])
			return nil
		},
	}
}

// lookAtTool shows a tool and asks whether it is agreed to. It returns the hash of what was
// agreed to, "" if it was not.
func (p *program) lookAtTool(ctx context.Context, name string) (string, error) {
	if !p.interactive() {
		return "", usage("look at it with \"weft tools show %s\", then name its definition with --hash", name)
	}
	t, server, err := p.findTool(ctx, name)
	if err != nil {
		return "", err
	}
	if err := p.print(render.Tool(p.outStyle, t, server)); err != nil {
		return "", err
	}
	p.say("Is this what you expect the tool to be?")
	_, _ = fmt.Fprint(p.err, p.errStyle.Bold("y/n> "))
	said, _ := p.in.next(ctx) // no answer is a no
	if answer := folded(said); answer != "y" && answer != "yes" {
		p.notice("nothing was changed")
		return "", ctx.Err()
	}
	return t.GetDefinitionHash(), nil
}

func (p *program) toolsCallCommand() *cobra.Command {
	req := &orchestratorv1.DryRunToolRequest{}
	var dry bool
	c := &cobra.Command{
		Use:   "call --dry-run SERVER/OPERATION",
		Short: "Show how a tool would be called, without calling it",
		Long: `Checks arguments against the tool's schema and prints them in the form in which
they would be approved and sent. Tools are only called by plans ("weft plan").`,
		Example: `  weft tools call --dry-run files/read_text_file --args '{"path": "/home/ann/a.txt"}'`,
		Args:    between(1, 1, "a SERVER/OPERATION"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if !dry {
				return usage("add --dry-run: a tool is only called by a plan that was approved")
			}
			if req.Server, req.Operation, err = toolName(args[0]); err != nil {
				return err
			}
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			would, err := s.api().DryRunTool(cmd.Context(), req)
			if err != nil {
				return err
			}
			return p.printMessage(would, func() string { return render.DryRun(p.outStyle, would) })
		},
	}
	c.Flags().BoolVar(&dry, "dry-run", false, "call nothing")
	c.Flags().StringVar(&req.Arguments, "args", "", "arguments, a `JSON` object (default: none)")
	complete(c, "args")
	return c
}

func (p *program) listTools(ctx context.Context, req *orchestratorv1.ListToolsRequest) (*orchestratorv1.ListToolsResponse, error) {
	s, err := p.connect(ctx)
	if err != nil {
		return nil, err
	}
	defer s.close()
	return s.api().ListTools(ctx, req)
}

// findTool returns a tool as its server has it now, and the server.
func (p *program) findTool(ctx context.Context, name string) (*commonv1.Tool, *commonv1.ToolServer, error) {
	server, operation, err := toolName(name)
	if err != nil {
		return nil, nil, err
	}
	all, err := p.listTools(ctx, &orchestratorv1.ListToolsRequest{Servers: []string{server}, Refresh: true})
	if err != nil {
		return nil, nil, err
	}
	for _, s := range all.GetServers() {
		if s.GetName() != server {
			continue
		}
		if s.GetProblem() != "" {
			return nil, nil, fault.New(codes.Unavailable, fault.ToolUnavailable, "%s", s.GetProblem())
		}
		for _, t := range all.GetTools() {
			if t.GetServer() == server && t.GetOperation() == operation {
				return t, s, nil
			}
		}
	}
	return nil, nil, fault.New(codes.NotFound, fault.ToolUnknown, "there is no tool %q; \"weft tools ls\" lists them", name)
}

// toolName reads SERVER/OPERATION. An operation's name may have slashes itself.
func toolName(text string) (server, operation string, err error) {
	server, operation, ok := strings.Cut(text, "/")
	if !ok || server == "" || operation == "" {
		return "", "", usage("%q is no SERVER/OPERATION, such as files/read_text_file", text)
	}
	return server, operation, nil
}
