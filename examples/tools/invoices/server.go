package invoices

import (
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/weft-mesh/weft/examples/tools/toolserver"
)

// Options of an invoice book.
type Options struct {
	Dir    string             // folder with the book and the files of invoices
	Seed   bool               // fill a book without clients with a made-up one
	Faults []toolserver.Fault // what is to go wrong
	Now    func() time.Time   // when invoices are issued; default time.Now
}

// New opens an invoice book.
func New(o Options) (*toolserver.Server, error) {
	s, err := toolserver.Open(toolserver.Options{Name: "invoices", Title: "Invoice book", Dir: o.Dir, Faults: o.Faults})
	if err != nil {
		return nil, err
	}
	b, err := openBook(s.Files, o)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("can't open the book: %w", err), s.Close())
	}
	s.Keep(b.lock)
	b.tools(s)
	return s, nil
}

func (b *book) tools(s *toolserver.Server) {
	toolserver.Add(s, &mcp.Tool{
		Name: "list_clients", Title: "List clients", Annotations: toolserver.Reads(),
		Description: "Lists all clients, with the hours worked for them that are on no invoice yet.",
	}, b.list)
	toolserver.Add(s, &mcp.Tool{
		Name: "find_client", Title: "Find a client", Annotations: toolserver.Reads(),
		Description: "Returns the one client whose id or name is this, or else whose name has these words in it. Fails if there is none, or more than one.",
	}, b.findClient)
	toolserver.Add(s, &mcp.Tool{
		Name: "get_invoice", Title: "Show an invoice", Annotations: toolserver.Reads(),
		Description: "Returns an invoice by its number.",
	}, b.get)
	toolserver.Add(s, &mcp.Tool{
		Name: "create_invoice", Title: "Create an invoice", Annotations: toolserver.Writes(false, true),
		Description: "Writes an invoice for one client and one month into the book and as a file. Without lines it has the hours of that month that are on no invoice yet. It is sent to nobody. Another call with the same request_id creates nothing and returns the invoice of the first, whatever else it says.",
	}, b.create)
	toolserver.Add(s, &mcp.Tool{
		Name: "cancel_invoice", Title: "Cancel an invoice", Annotations: toolserver.Writes(true, true),
		Description: "Cancels an invoice. It stays in the book and keeps its number, its file says that it is cancelled, and its hours can be put on another invoice. A cancelled invoice can't be made valid again.",
	}, b.cancel)
}

// A Period may narrow what is asked for.
type Period struct {
	Month string `json:"month,omitempty" jsonschema:"count the hours of this month alone, such as 2026-01"`
}

// Clients is a list of them.
type Clients struct {
	Clients []Client `json:"clients" jsonschema:"by name"`
}

// A Query names a client.
type Query struct {
	Client string `json:"client" jsonschema:"id, name or a part of the name, such as acme"`
	Period
}

// A Client is somebody who gets invoices.
type Client struct {
	ID          string `json:"id" jsonschema:"short name of the client"`
	Name        string `json:"name" jsonschema:"name of the client"`
	Email       string `json:"email" jsonschema:"where invoices go"`
	Currency    string `json:"currency" jsonschema:"currency of the client's invoices, such as EUR"`
	RateCents   int64  `json:"rate_cents" jsonschema:"price of an hour, in cents"`
	OpenMinutes int64  `json:"open_minutes" jsonschema:"minutes worked that are on no invoice yet"`
}

// An Order asks for an invoice.
type Order struct {
	RequestID string    `json:"request_id" jsonschema:"names the request, so that one invoice comes of it: up to 200 characters"`
	Client    string    `json:"client" jsonschema:"id or full name of the client"`
	Month     string    `json:"month" jsonschema:"the month that it is for, such as 2026-01"`
	Lines     []NewLine `json:"lines,omitempty" jsonschema:"what is on it, instead of the hours recorded"`
}

// A NewLine is asked for.
type NewLine struct {
	Text        string `json:"text" jsonschema:"what it is for, one line"`
	AmountCents int64  `json:"amount_cents" jsonschema:"in cents of the client's currency"`
}

// A Reference names an invoice.
type Reference struct {
	Number string `json:"number" jsonschema:"number of the invoice, such as 2026-001"`
}

// A Cancellation asks for an invoice to be cancelled.
type Cancellation struct {
	Reference
	Reason string `json:"reason,omitempty" jsonschema:"why, one line"`
}

// An Invoice is one that is in the book.
type Invoice struct {
	Number     string `json:"number" jsonschema:"number of the invoice"`
	Client     string `json:"client" jsonschema:"name of the client"`
	Email      string `json:"email" jsonschema:"where it should go"`
	Month      string `json:"month" jsonschema:"the month that it is for"`
	Issued     string `json:"issued" jsonschema:"the day on which it was created"`
	Due        string `json:"due" jsonschema:"the day by which it is to be paid"`
	TotalCents int64  `json:"total_cents" jsonschema:"sum of its lines, in cents"`
	Currency   string `json:"currency" jsonschema:"such as EUR"`
	Lines      []Line `json:"lines" jsonschema:"what is on it"`
	File       string `json:"file" jsonschema:"name of its file in the folder issued"`
	Cancelled  string `json:"cancelled,omitempty" jsonschema:"the day on which it was cancelled"`
	Reason     string `json:"reason,omitempty" jsonschema:"why it was cancelled"`
}

// A Line is one of an invoice.
type Line struct {
	Text        string `json:"text" jsonschema:"what it is for"`
	Minutes     int64  `json:"minutes,omitempty" jsonschema:"how long it took, if it is hours"`
	AmountCents int64  `json:"amount_cents" jsonschema:"in cents"`
}
