package identity

import "time"

// LookAgain has the files be looked at when they are needed next.
func (c *Certificates) LookAgain() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.looked = time.Time{}
}
