// Command backend-go asks Weft a question from another backend. Of Weft it needs the
// contracts alone.
//
//	WEFT_TOKEN_FILE=~/.local/share/weft/vault/.weft/token go run . "How did I sleep this week?"
package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	weftv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"github.com/weft-mesh/weft/proto/weftapi"
)

func main() {
	text := "How did I sleep this week?"
	if len(os.Args) > 1 {
		text = os.Args[1]
	}
	if err := ask(context.Background(), text); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %s\n", reason(err), status.Convert(err).Message())
		os.Exit(1)
	}
}

func ask(ctx context.Context, text string) error {
	token, err := os.ReadFile(os.Getenv("WEFT_TOKEN_FILE"))
	if err != nil {
		return err
	}
	conn, err := grpc.NewClient(cmp.Or(os.Getenv("WEFT_SERVER"), "127.0.0.1:7433"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer conn.Close()
	api := weftapi.NewClient(conn)
	ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+strings.TrimSpace(string(token)))
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()

	// The request id makes it safe to send the same again when the answer was lost.
	res, err := api.SubmitInput(ctx, &weftv1.SubmitInputRequest{
		Input:     &weftv1.Input{Text: text, Intent: commonv1.InputType_INPUT_TYPE_QUERY},
		RequestId: rand.Text(),
	})
	if err != nil {
		return err
	}
	run := res.GetRun()
	for from := int64(0); ; from = run.GetSequence() {
		if run, err = follow(ctx, api, run.GetId(), from); err != nil {
			return err
		}
		if run.GetStatus() != weftv1.RunReport_WAITING {
			break
		}
		question := run.GetReport().GetQuestions()[0]
		fmt.Println("?", question.GetText())
		if _, err := api.AnswerRun(ctx, &weftv1.AnswerRunRequest{
			RunId: run.GetId(), InterruptId: run.GetReport().GetInterruptId(),
			Answers: []*weftv1.QuestionAnswer{{QuestionId: question.GetId(), Text: "great"}},
		}); err != nil {
			return err
		}
	}
	fmt.Println(run.GetReport().GetAnswer())
	for i, c := range run.GetReport().GetCitations() {
		fmt.Printf("[%d] %s %s\n", i+1, c.GetDate(), c.GetId())
	}
	return nil
}

// follow prints what a run does until it ends or asks, and returns it.
func follow(ctx context.Context, api weftapi.Client, id string, from int64) (*weftv1.Run, error) {
	stream, err := api.WatchRun(ctx, &weftv1.WatchRunRequest{RunId: id, FromSequence: from, UntilPause: true})
	if err != nil {
		return nil, err
	}
	for {
		res, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			got, err := api.GetRun(ctx, &weftv1.GetRunRequest{RunId: id})
			return got.GetRun(), err
		}
		if err != nil {
			return nil, err
		}
		if step := res.GetEvent().GetEntered(); step != nil {
			fmt.Println("…", step.GetState())
		}
	}
}

// reason returns the word of an error for programs; docs/errors.md lists them.
func reason(err error) string {
	for _, detail := range status.Convert(err).Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok {
			return info.GetReason()
		}
	}
	return "UNKNOWN"
}
