package chaos

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
)

// questions are asked in turn. They take values, searches and both, over all years.
var questions = []string{
	"How many km did I run in March?",
	"When did I last deadlift?",
	"What did I write about the garden?",
	"How did I sleep last week?",
	"Why was I tired in January?",
	"What was my heaviest bench press?",
}

// diaryDays is how many days the diary of an overload has.
const diaryDays = 730

// keepDiary imports two years of notes, three a day.
func keepDiary(ctx context.Context, api weftapi.Client) error {
	stream, err := api.ImportEntries(ctx)
	if err != nil {
		return err
	}
	kept := make(chan error, 1)
	go func() {
		for {
			_, err := stream.Recv()
			if err != nil {
				if errors.Is(err, io.EOF) {
					err = nil
				}
				kept <- err
				return
			}
		}
	}()
	for i := range 3 * diaryDays {
		at := mesh.Now().AddDate(0, 0, -1-i/3).Add(time.Duration(i%3) * time.Hour)
		err := stream.Send(&orchestratorv1.ImportEntriesRequest{Text: diaryNote(i), Time: timestamppb.New(at), TimeZone: mesh.Zone})
		if err != nil {
			break // Recv tells why
		}
	}
	if err := stream.CloseSend(); err != nil {
		return err
	}
	return <-kept
}

func diaryNote(i int) string {
	switch i % 6 {
	case 0:
		return fmt.Sprintf("Ran %d km by the river in %d minutes.", 4+i%9, 25+i%40)
	case 1:
		return fmt.Sprintf("Slept %d hours, woke up %d times.", 5+i%4, i%3)
	case 2:
		return fmt.Sprintf("Bench press 3x5 @ %d kg, then deadlift 5x3 @ %d kg.", 50+i%40, 90+i%50)
	case 3:
		return fmt.Sprintf("Worked in the garden: planted %d tomatoes and talked to Tom about the fence.", 2+i%7)
	case 4:
		return fmt.Sprintf("Tired after a day of %d meetings. Cooked lentils and read a little.", 2+i%6)
	}
	return fmt.Sprintf("Paid %d euros for groceries; the car needs new tires.", 20+i%60)
}

// An asker asks for something again and again and counts what becomes of it.
type asker struct {
	once func(ctx context.Context, n int) error // asks for the nth, and waits for its end
	busy fault.Reason                           // with which it is refused what can't be done in time

	asked    sync.WaitGroup
	mu       sync.Mutex
	answered []time.Time
	refusals []time.Duration // until it was told to come back later
	partly   int             // answered, and told what is missing
	failed   map[string]int  // by code and reason, or by how the run ended
	next     int
	flooded  time.Time
}

// askQuestions asks questions of these APIs in turn.
func askQuestions(apis []weftapi.Client) *asker {
	a := &asker{busy: fault.QueueFull}
	a.once = func(ctx context.Context, n int) error {
		in := mesh.InputAt(questions[n%len(questions)], mesh.Now())
		in.Intent = commonv1.InputType_INPUT_TYPE_QUERY
		return a.follow(ctx, apis[n%len(apis)], &orchestratorv1.ProcessInputRequest{Input: in})
	}
	return a
}

func (a *asker) number() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.next++
	return a.next
}

// ask asks once and waits for the end.
func (a *asker) ask(ctx context.Context) {
	begun := time.Now()
	err := a.once(ctx, a.number())
	a.mu.Lock()
	defer a.mu.Unlock()
	if err == nil {
		a.answered = append(a.answered, time.Now())
		return
	}
	f := fault.FromStatus(status.Convert(err))
	if f.Reason == a.busy && f.RetryAfter > 0 {
		a.refusals = append(a.refusals, time.Since(begun))
		return
	}
	if a.failed == nil {
		a.failed = map[string]int{}
	}
	a.failed[fmt.Sprintf("%v %v %s", f.Code, f.Reason, f.Message)]++
}

func (a *asker) follow(ctx context.Context, api weftapi.Client, req *orchestratorv1.ProcessInputRequest) error {
	stream, err := api.ProcessInput(ctx, req)
	if err != nil {
		return err
	}
	for {
		res, err := stream.Recv()
		if err != nil {
			return err
		}
		if end := res.GetEvent().GetEnded(); end != nil {
			switch r := end.GetReport(); r.GetStatus() {
			case orchestratorv1.RunReport_COMPLETED:
				return nil
			case orchestratorv1.RunReport_PARTIAL:
				a.mu.Lock()
				defer a.mu.Unlock()
				a.partly++
				return nil
			default:
				return fmt.Errorf("the run ended as %v: %v", r.GetStatus(), r.GetFailure())
			}
		}
	}
}

// best asks by so many callers side by side, each after its answer, and returns how many
// answers a second they had.
func (a *asker) best(ctx context.Context, callers int, lasting time.Duration) float64 {
	ctx, cancel := context.WithTimeout(ctx, lasting)
	defer cancel()
	before := a.count()
	for range callers {
		a.asked.Go(func() {
			for ctx.Err() == nil {
				a.ask(context.WithoutCancel(ctx))
			}
		})
	}
	<-ctx.Done()
	rate := float64(a.count()-before) / lasting.Seconds()
	a.asked.Wait()
	return rate
}

// timeline returns how many answers came in each five seconds since the flood began.
func (a *asker) timeline() (out []int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, at := range a.answered {
		if n := int(at.Sub(a.flooded) / (5 * time.Second)); !at.Before(a.flooded) {
			for len(out) <= n {
				out = append(out, 0)
			}
			out[n]++
		}
	}
	return out
}

func (a *asker) count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.answered)
}

// flood asks at a rate, whatever becomes of the questions before, and returns how many
// answers a second came meanwhile.
func (a *asker) flood(ctx context.Context, rate float64, lasting time.Duration) float64 {
	before := a.count()
	a.flooded = time.Now()
	every := time.NewTicker(time.Duration(float64(time.Second) / rate))
	defer every.Stop()
	end := time.After(lasting)
	for {
		select {
		case <-ctx.Done():
			return 0
		case <-end:
			return float64(a.count()-before) / lasting.Seconds()
		case <-every.C:
			a.asked.Go(func() { a.ask(ctx) })
		}
	}
}
