package llm

// Room is how many tokens can still be added to a prompt, so that each model that
// the client may ask can hold it all and write its answer. Below zero it is too
// long already.
func (c *Client) Room(p Prompt, f Form) int {
	room := 0
	for i, r := range c.routes {
		l := c.door.lines[r.Provider]
		req := Request{System: p.System, Schema: f.Schema(l.Dialect()), Turns: []Turn{{User, p.User}}}
		left := c.window(r) - l.meters.of(r.Model).correct(req.count()) - p.answer() - c.thinking(r)
		if i == 0 || left < room {
			room = left
		}
	}
	return room
}

// Count is how many tokens a text has, as far as is known: the most that any of
// the client's models would count.
func (c *Client) Count(text string) int {
	most := 0
	for _, r := range c.routes {
		most = max(most, c.door.lines[r.Provider].meters.of(r.Model).correct(estimate(text)))
	}
	return most
}

// Fit returns how many of the items, from the first one on, go into a room.
func (c *Client) Fit(room int, items []string) int {
	for i, item := range items {
		if room -= c.Count(item) + turnTokens; room < 0 {
			return i
		}
	}
	return len(items)
}
