package llm

import "sort"

// Pack returns a prompt with as many of its items as every model of the client
// can hold beside its answer and half of another, for showing it again if it was
// faulty; and how many those are. It is for prompts whose items are of several
// kinds; see Fit for a plain list. The items are in the order of their weight:
// the last are left out first. prompt makes the prompt of the first n items, and
// should say in it how many are left out. A prompt that is too long without any
// item is returned even so; Fill then tells of it.
func (c *Client) Pack(f Form, items int, prompt func(n int) Prompt) (Prompt, int) {
	over := sort.Search(items+1, func(n int) bool {
		if n == 0 {
			return false
		}
		p := prompt(n)
		return c.Room(p, f) < p.answer()/2
	})
	n := max(over-1, 0)
	return prompt(n), n
}
