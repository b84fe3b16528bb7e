// Package screen knows what a terminal can do: whether there is one, how wide
// it is, whether it shows colors, and how a line is drawn over.
package screen
