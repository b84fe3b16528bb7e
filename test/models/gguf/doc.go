// Package gguf writes tiny language models: real transformers with random
// weights, small enough to answer in milliseconds, which a real model server loads
// like any other. They know nothing. They are for what must hold whatever a model
// says.
//
// Two sorts are of use. Noise writes any bytes at all. Letters writes printable
// text that tends to close its quotes and brackets and to come to an end; held to
// a schema by a server, it gives well-formed answers that mean nothing. With a
// script, Letters also says given words: a token of the script's name at the end
// of the prompt, put there by the model's chat template, is followed by those
// words and the end.
//
// How a script works: the embedding of token t is the unit vector along axis t,
// and attention and feed-forward blocks add next to nothing, so that the last
// hidden state is that axis scaled by the norm. The output matrix is then a table
// of how likely each token follows each other one.
package gguf
