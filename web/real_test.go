package web

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/resultstest"
)

// TestReal runs the tests that read real records, see docs/records.md. Those of
// whole answers over records of our own are TestGolden.
func TestReal(t *testing.T) {
	resultstest.Real(t, map[string]func(*testing.T){
		"WorldGolden":                  testWorldGolden,
		"DaysReal":                     testDaysReal,
		"WorldRevised":                 testWorldRevised,
		"WorldPreferences":             testWorldPreferences,
		"WorldNoticed":                 testWorldNoticed,
		"Findings":                     testFindingsReal,
		"FiveRoundsOfClawArena":        testFiveRoundsOfClawArena,
		"GemmaOnTheBoard":              testGemmaOnTheBoard,
		"MinedReal":                    testMinedReal,
		"NothingIsDropped":             testNothingIsDropped,
		"PagesOfRealRecordsAreBounded": testPagesOfRealRecordsAreBounded,
		"RealReferences":               testRealReferences,
		"Claims":                       testClaims,
		"Reconciliation":               testReconciliation,
		"ScenarioPageOfTheReleasedRun": testScenarioPageOfTheReleasedRun,
		"SearchLands":                  testSearchLandsReal,
		"TaskDoubts":                   testTaskSignals,
		"TasksOfTheReleasedRun":        testTasksOfTheReleasedRun,
		"VerdictsOnFigures":            testVerdictsOnFigures,
	}, "data", "clawarena")
}
