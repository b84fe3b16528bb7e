package query_test

import (
	"testing"

	"github.com/weft-mesh/weft/notes/query"
)

func TestIsForeign(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Was sollte die Reparatur vom Motor kosten?", "Kann ich beim Bäcker zur Not auch mit Karte zahlen?", "Wann soll der Zug nach dem Umbau gehen?",
		"¿Cuánto me cobraron al final por el taller?", "C'est quand, ma prochaine visite chez le dentiste ?", "Quanto ho speso per il dentista?",
		"Quanto custou o conserto da bicicleta, e onde foi?", "Hoe laat is het concert van morgen?",
	} {
		if !query.IsForeign(text) {
			t.Errorf("%q is taken for English", text)
		}
	}
	for _, text := range []string{
		"How much did Jürgen pay in Los Angeles and La Paz?", "when did I last see Frau Stächele", "gnocchi al pesto", "Van Gogh museum tickets",
		"What did the doctor say on the crème brûlée diet?", "die in the desert", "Ran 5 km in 25 min",
	} {
		if query.IsForeign(text) {
			t.Errorf("%q is not taken for English", text)
		}
	}
}
