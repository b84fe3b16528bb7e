package pattern

import "testing"

// Words of another sport or subject choose no template: it is asked what the goal takes.
func TestWhatIsNearATemplateIsAskedAbout(t *testing.T) {
	t.Parallel()
	set, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"cycling race in May",
		"cycling marathon by June",
		"cycle from Berlin to Copenhagen in July",
		"swim 2 km by May",
		"swim marathon training by June",
		"ski marathon in February",
		"a film marathon on Saturday 12 December",
		"dance marathon by May",
		"chess exam for my son by June",
		"prepare my pupils for their exam by June",
		"write an exam for my students by March",
		"examine the old contracts by June",
		"moving a piano by March",
		"move the servers to the cloud by June",
		"move my website to another host by June",
		"a moving speech for my father by March",
		"learn the language of flowers by June",
		"write a programming language by June",
		"translate a book into Italian by June",
		"job for my website: a new logo by March",
		"do a good job on the garden by May",
		"hire somebody for the job of cook by March",
		"attend a wedding as a guest in May",
		"a speech for my sister's wedding by June",
		"a wedding present for Ann by May",
		"launch a kite by June",
		"launch break reading club by March",
		"rocket launch with the kids by May",
		"sell my house by June",
		"clean the house by March",
		"paint a picture of my house by May",
		"read the renovation contract by March",
		"knit a sweater for my daughter's race by March",
		"read a thesis by March",
		"print my thesis by March",
		"learn to juggle by June",
		"train my dog by June",
		"train to Paris: book tickets by March",
		"run a workshop by May",
		"run for mayor by June",
		"build a treehouse",
		"cook my way through this book",
		"study the birds in my garden by June",
		"learn to swim by June",
		"product photos for my shop by March",
	} {
		if s := set.Select(text); s.Template.Name != Generic || s.Question == "" {
			t.Errorf("%s is planned as %s: %v", text, s.Template.Name, s.Reasons)
		}
	}
}

// And what is said of the thing itself still does, with such words beside it.
func TestWhatIsMeantStillChoosesItsTemplate(t *testing.T) {
	t.Parallel()
	set, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"half marathon": "race_training", "run a 10k with my dad": "race_training", "run my first marathon in Berlin": "race_training",
		"pass the bar exam": "exam", "my chess exam": "exam", "pass my driving test": "exam",
		"finish my thesis on birds": "thesis", "write my master's thesis": "thesis",
		"move house": "moving_house", "move into a new flat in Hamburg": "moving_house",
		"learn Italian": "language", "learn sign language": "language",
		"launch our new app": "product_launch", "renovate the kitchen": "renovation", "find a new job": "job_search",
		"plan our wedding with 80 guests": "wedding", "meditate every day": "habit", "break the habit of smoking": "habit",
	} {
		if s := set.Select(text); s.Template.Name != want || s.Question != "" {
			t.Errorf("%s is planned as %s: %s", text, s.Template.Name, s.Question)
		}
	}
}
