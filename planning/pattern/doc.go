// Package pattern drafts an outline by rules, without a model: it selects the
// template that a wish fits by the cues in the templates' files, asks for what
// it does not know, and builds the tree for the weeks that there are.
//
// A template is a YAML file with what an expert of the field would plan:
//
//   - cues: words of a wish, with a weight, and parameters that they settle.
//     "*" at the end of a word stands for any ending. A negative weight speaks
//     against it.
//   - params: what has to be known, each with a question, a default and bounds;
//     worth orders the questions.
//   - weeks: the least that makes sense, the usual, and the most.
//   - parts: the tree. What has its own hour, such as a race, is a milestone.
//     A part may depend on others with a lag, be there only when a parameter has
//     a value, be repeated, and have dates that count in days: from the start
//     (after) or back from the end (open: not before, due: should be done,
//     deadline: has to be). Days for due are drawn together if there are fewer
//     weeks than usual, which is told; those for deadline are set by the world
//     and are not.
//   - arc: what is trained, week by week: sessions that grow from a first to a
//     peak duration by no more than growth percent a week, with a lighter week
//     in each few, and a taper before the day.
//   - capacity and needs: the parameter that says how many hours a week there
//     are, and how many hours it takes in all; both are held against the work
//     that comes out.
//
// A quantity is a number or a list of terms that are added: {base: 30},
// {per: rooms, each: 90}, {by: level, values: {new: 30, regular: 60}}.
package pattern
