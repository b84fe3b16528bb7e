// Package replies plays back what a capable reader answered to the prompts that Weft
// sends to a model. The reader saw a prompt, answered what it says, and knew nothing
// else: neither the notes beyond it nor the true answers. What he wrote is kept, so that
// every change of the agents is tried with the replies of a good model, and with the
// same replies made mediocre, on any machine.
//
// Each folder of lives/ has one person's notes, questions with what a right answer has,
// and the kept exchanges. Command desk makes them: it asks the questions and leaves each
// prompt in a folder, for whoever plays the model.
package replies
