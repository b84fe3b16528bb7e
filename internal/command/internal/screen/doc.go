// Package screen knows what a terminal can do: whether there is one, how wide
// it is, whether it shows colors, and how a line is drawn over.
//
// It also keeps what a terminal could be told by a text away from it. All that
// the program prints passes a [Writer], which lets no control character and no
// escape sequence through but those that [Style] and [Status] put there. These
// carry a [Seal], which no note, file name or flag can know, so that a text with
// the very same sequence in it is still only text.
package screen
