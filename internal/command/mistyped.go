package command

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/weft-mesh/weft/kit/slip"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

// conversationWords are commands of a conversation, which need no slash there.
var conversationWords = []string{"exit", "quit", "clear", "help", "tasks"}

func isConversationWord(text string) bool {
	return slices.Contains(conversationWords, strings.ToLower(text))
}

// spaceless are the scripts that put no blanks between words: what looks like one
// word may be a sentence.
var spaceless = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan}

// isBareWord reports whether a text is one word without punctuation, which is
// more likely a command than a note.
func isBareWord(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return unicode.In(r, spaceless...) || r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}

// asTyped reports whether arguments are a text that can't be a slip of a command:
// quoted, after "--", or with a first word that no command resembles.
func asTyped(root *cobra.Command, args []string) bool {
	if args[0] == "-" || strings.ContainsAny(args[0], " \t\n") || root.ArgsLenAtDash() == 0 {
		return true
	}
	if len(args) == 1 && isBareWord(args[0]) {
		return false
	}
	return nearest(args[0], root, func(string) int { return 1 }) == nil
}

// suggestCommand is the error for words that were probably meant as a command.
func suggestCommand(args []string, near *cobra.Command) error {
	meant := append([]string{near.Name()}, args[1:]...)
	return usage("there is no command %q; did you mean \"weft %s\"? To keep your text as a note: weft log %s",
		args[0], quoteWords(meant), quoteWords(args))
}

// handleWord answers a single word if it is a question or small talk, and never
// keeps it: "weft status" is a slip sooner than a note.
func (p *program) handleWord(ctx context.Context, root *cobra.Command, args []string) error {
	word := args[0]
	if isConversationWord(word) {
		return usage("%q is for conversations, which \"weft\" starts. To keep it as a note: weft log %s", word, word)
	}
	if named := otherName(root, word); named != nil {
		return suggestCommand(args, named)
	}
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	intent, ok, err := p.answerable(ctx, s, word)
	if err != nil {
		return err
	}
	if near := nearest(word, root, slips); !ok && near != nil {
		return suggestCommand(args, near)
	}
	if !ok {
		return usage("there is no command %q, and a single word is not kept as a note. To keep it: weft log %s. To ask about it: weft ask %s", word, word, word)
	}
	return p.handleAt(ctx, s, intent, word)
}

// otherName returns the command that other programs call by a word, or by one that is a
// letter away, nil if none is.
func otherName(root *cobra.Command, word string) *cobra.Command {
	all := root.Commands()
	meant := func(name string) bool {
		return len(name) > 2 && slip.Distance(strings.ToLower(word), name) <= 1 || name == word
	}
	i := slices.IndexFunc(all, func(c *cobra.Command) bool { return slices.ContainsFunc(c.SuggestFor, meant) })
	if i < 0 {
		return nil
	}
	return all[i]
}

// answerable reports whether a text leads to an answer and to nothing else, and the
// intent with which nothing of it is kept. Rules alone decide.
func (p *program) answerable(ctx context.Context, s *connection, text string) (commonv1.InputType, bool, error) {
	input, err := p.input(text, commonv1.InputType_INPUT_TYPE_UNSPECIFIED)
	if err != nil {
		return 0, false, err
	}
	input.Depth = commonv1.Depth_DEPTH_OFF
	got, err := s.api().ExplainInput(ctx, &orchestratorv1.ExplainInputRequest{Input: input})
	if err != nil {
		return 0, false, err
	}
	switch kind := got.GetReport().GetInputType(); kind {
	case commonv1.InputType_INPUT_TYPE_QUERY:
		return kind, true, nil
	case commonv1.InputType_INPUT_TYPE_TALK: // no intent of an input, and certain
		return commonv1.InputType_INPUT_TYPE_UNSPECIFIED, true, nil
	}
	return 0, false, nil
}

// quoteWords joins words so that a shell would part them again.
func quoteWords(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = w
		if strings.ContainsAny(w, " \t\n'\"$`\\!*?&|;<>()#") {
			quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// unknownWord is the error for a single word of a conversation that is neither a
// command nor a question.
func unknownWord(root *cobra.Command, word string) error {
	near := otherName(root, word)
	if near == nil {
		near = nearest(word, root, slips)
	}
	if near == nil || isOneOf(near.Name(), notInside) {
		return usage("there is no command %q, and a single word is not kept as a note. To keep it: /log %s. To ask about it: /ask %s", word, word, word)
	}
	return usage("there is no command %q; did you mean /%s? To keep it as a note: /log %s", word, near.Name(), word)
}
