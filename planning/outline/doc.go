// Package outline is a goal taken apart: a tree of nodes on two axes, depth and
// parallel streams, with the rules that it has to keep.
//
// # Grammar
//
//	Goal → (Phase | Cycle)* → Sub-Goal* → Task+ → Sub-Task* → Micro-Goal*
//
// A level may be left out, so that a task may stand below the goal, and none
// stands below itself. There is one goal, and it has a task at least. Phases may
// overlap. A micro-goal may stand below anything but another one, and is exempt
// from the rules of levels. What is below a cycle is done once in each of its
// repetitions.
//
// # Work
//
// Work is in the leaves: tasks and sub-tasks without sub-tasks below them.
// Theirs is the estimate, in minutes of work, not of waiting, which is a lag. A
// micro-goal without an estimate is done within the work of its parent, and one
// with an estimate is work of its own. A milestone is a task that takes none.
//
// # Violations
//
// The codes are stable. "F" marks those that Fix mends, where it needs no
// judgement.
//
//	too_many_nodes           more than MaxNodes nodes or MaxDependencies dependencies; nothing else is checked
//	too_many_occurrences     repetitions would make more than MaxNodes nodes
//	no_root                  no goal without a parent
//	many_roots               a second goal without a parent
//	no_parent                F a node without a parent that is no goal (F: a micro-goal)
//	unknown_parent           F the parent isn't there (F: of a micro-goal)
//	parent_cycle             parents go in a circle
//	unreachable              a task of which no chain of parents leads to the goal
//	bad_id                   F an id that is empty, too long or has other than letters, digits, ".", "_", "@", "-" (F: nothing refers to it)
//	duplicate_id             F an id twice (F: nothing refers to it)
//	empty_title              no title
//	title_form               F blanks around or doubled, line breaks, control characters
//	long_title               F more than MaxTitle characters; the whole goes into the notes
//	long_text                stream or notes longer than allowed
//	unknown_level            no such level
//	wrong_level              a level that can't be below that of the parent
//	micro_goal_not_leaf      something is below a micro-goal
//	goal_without_task        a goal without a task
//	no_work                  a phase, cycle or sub-goal without a task below it
//	unknown_origin           no such origin
//	estimate_missing         work without an estimate
//	estimate_negative        a negative estimate
//	estimate_too_long        more than MaxEstimate
//	estimate_on_parent       F an estimate where work is in what is below (F: it is their sum)
//	milestone_with_work      a milestone that has an estimate or sub-tasks, or is no task
//	chunk_out_of_bounds      shortest block negative or above MaxEstimate
//	dates_out_of_order       begins after it is due, or due after the deadline
//	date_after_parent        a deadline after that of what it is part of
//	repeat_missing           a cycle without repetition
//	repeat_not_cycle         repetition of what is no cycle
//	repeat_out_of_bounds     unknown unit, every or times out of bounds, or the last after the deadline
//	unknown_dependency       depends on a node that isn't there
//	unknown_kind             no such kind of dependency
//	lag_out_of_bounds        a lag or lead longer than network.MaxLag
//	self_dependency          F depends on itself
//	double_dependency        F the same dependency twice
//	ancestor_dependency      depends on what it is part of, or on a part of itself
//	dependency_cycle         dependencies go in a circle (one is told at a time)
//	unknown_pattern          no such pattern
//	pattern_mismatch         the tree has not what the pattern says
//	bad_pattern              confidence or who introduced it out of bounds, variant or reason too long
//	unknown_subtype          a subtype that isn't known and not proposed
//	proposed_without_rfc     a proposed subtype without a name or a reason
package outline
