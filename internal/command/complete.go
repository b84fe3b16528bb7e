package command

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

const (
	// completeTime bounds how long a person waits after the tab key.
	completeTime = time.Second
	// completeMost is how many entries or threads are looked through, the latest.
	completeMost = 1000
)

// completeInput returns where the word to complete begins, and what it can become:
// commands and what belongs to them, threads, and ids of entries anywhere.
func (c *conversation) completeInput(ctx context.Context, before string) (int, []string) {
	from := strings.LastIndexAny(before, " \n") + 1
	word := before[from:]
	var words []string
	if command, ok := strings.CutPrefix(strings.TrimLeft(before, " "), "/"); ok {
		words = c.commandCompletions(ctx, command)
		if !strings.Contains(command, " ") {
			word, from = strings.TrimPrefix(word, "/"), from+1
		}
	}
	if len(words) == 0 && word != "" && strings.Trim(word, "0123456789-_") == "" {
		words = c.entryIDs(ctx)
	}
	words = slices.DeleteFunc(words, func(w string) bool { return !strings.HasPrefix(w, word) })
	slices.Sort(words)
	return from, slices.Compact(words)
}

// commandCompletions are the words that may stand at the end of a command.
func (c *conversation) commandCompletions(ctx context.Context, command string) []string {
	done := strings.Fields(command)
	last := ""
	if len(done) > 0 && !strings.HasSuffix(command, " ") {
		last, done = done[len(done)-1], done[:len(done)-1]
	}
	root := c.rootCommand()
	if len(done) == 0 {
		return append(commandNames(root), "help", "quit", "exit", "clear")
	}
	if done[0] == "help" {
		return commandNames(root)
	}
	found, args, err := root.Find(done)
	if err != nil || found == root {
		return nil
	}
	if strings.HasPrefix(last, "-") {
		return flagNames(found)
	}
	if done[len(done)-1] == "--thread" || found.HasParent() && found.Parent().Name() == "threads" && len(args) == 0 {
		return c.threadNames(ctx)
	}
	words := commandNames(found)
	if found.Name() == "entries" || found.HasParent() && found.Parent().Name() == "entries" {
		words = append(words, c.entryIDs(ctx)...)
	}
	return words
}

// commandNames are the names of the commands below one.
func commandNames(parent *cobra.Command) []string {
	var names []string
	for _, sub := range parent.Commands() {
		if sub.IsAvailableCommand() && !isOneOf(sub.Name(), notInside) {
			names = append(names, sub.Name())
		}
	}
	return names
}

// flagNames are the flags of a command.
func flagNames(c *cobra.Command) []string {
	var names []string
	add := func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, "--"+f.Name)
		}
	}
	c.LocalFlags().VisitAll(add)
	c.InheritedFlags().VisitAll(add)
	return names
}

// entryIDs lists the ids of the latest entries. What can't be listed is not completed.
func (c *conversation) entryIDs(ctx context.Context) []string {
	ctx, cancel := context.WithTimeout(ctx, completeTime)
	defer cancel()
	var ids []string
	_, _ = pages(completeMost, pageSize, func(size int32, token string) (int, string, error) {
		page, err := c.open.api().ListEntries(ctx, &orchestratorv1.ListEntriesRequest{PageSize: size, PageToken: token, Descending: true})
		for _, e := range page.GetEntries() {
			ids = append(ids, e.GetId())
		}
		return len(page.GetEntries()), page.GetNextPageToken(), err
	})
	return ids
}

// threadNames lists the names of the latest threads.
func (c *conversation) threadNames(ctx context.Context) []string {
	ctx, cancel := context.WithTimeout(ctx, completeTime)
	defer cancel()
	var names []string
	_, _ = pages(completeMost, pageSize, func(size int32, token string) (int, string, error) {
		page, err := c.open.api().ListThreads(ctx, &orchestratorv1.ListThreadsRequest{PageSize: size, PageToken: token})
		for _, t := range page.GetThreads() {
			names = append(names, t.GetId())
		}
		return len(page.GetThreads()), page.GetNextPageToken(), err
	})
	return names
}
