package web

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/resultstest"
)

// TestReal runs the tests that read real records, see docs/records.md. Those of
// whole answers over records of our own are TestGolden.
func TestReal(t *testing.T) {
	resultstest.Real(t, map[string]func(*testing.T){
		"AgentsOfDocuments":                   testAgentsOfDocuments,
		"Why":                                 testWhy,
		"WorldGolden":                         testWorldGolden,
		"WorldScenario":                       testWorldScenarioReal,
		"WorldRun":                            testWorldRun,
		"CompareDegenerateRuns":               testCompareDegenerateRuns,
		"CompareLongTraces":                   testCompareLongTraces,
		"ComparePerturbedRun":                 testComparePerturbedRun,
		"DaysReal":                            testDaysReal,
		"WorldRevised":                        testWorldRevised,
		"WorldPreferences":                    testWorldPreferences,
		"WorldValues":                         testWorldValues,
		"WorldStages":                         testWorldStagesReal,
		"WorldSystems":                        testWorldSystems,
		"WorldNoticed":                        testWorldNoticed,
		"CompareTexts":                        testCompareTexts,
		"CompareWorld":                        testCompareWorldReal,
		"Findings":                            testFindingsReal,
		"FingerprintReal":                     testFingerprintReal,
		"Mark":                                testMark,
		"FiveRoundsOfClawArena":               testFiveRoundsOfClawArena,
		"GemmaOnTheBoard":                     testGemmaOnTheBoard,
		"HeatmapBesideASmokeRun":              testHeatmapBesideASmokeRun,
		"HeatmapOfTheRun":                     testHeatmapOfTheRun,
		"MinedClawMark":                       testMinedClawMark,
		"MinedReal":                           testMinedReal,
		"ModelVerdicts":                       testModelVerdicts,
		"NothingIsDropped":                    testNothingIsDropped,
		"OpenAPIReal":                         testOpenAPIReal,
		"OptionMatrixReal":                    testOptionMatrixReal,
		"PagesOfRealRecordsAreBounded":        testPagesOfRealRecordsAreBounded,
		"PassRate":                            testPassRate,
		"Raw":                                 testRaw,
		"PageWordsReal":                       testPageWordsReal,
		"RealPages":                           testRealPages,
		"RealReferences":                      testRealReferences,
		"Reconciliation":                      testReconciliation,
		"RoundsOfClawArenaThatCannotBePassed": testRoundsOfClawArenaThatCannotBePassed,
		"ScenarioPageOfTheReleasedRun":        testScenarioPageOfTheReleasedRun,
		"SearchOfRecords":                     testSearchOfRecords,
		"SearchLands":                         testSearchLandsReal,
		"StepPage":                            testStepPage,
		"TaskCheckOfTheReleasedRun":           testTaskCheckOfTheReleasedRun,
		"TaskDoubts":                          testTaskDoubts,
		"TaskOptionsOfTheReleasedRun":         testTaskOptionsOfTheReleasedRun,
		"TaskRatesBesideASmokeRun":            testTaskRatesBesideASmokeRun,
		"TasksOfTheReleasedRun":               testTasksOfTheReleasedRun,
		"TrialAddresses":                      testTrialAddresses,
		"TrialFiles":                          testTrialFiles,
		"TrialOptions":                        testTrialOptions,
		"TrialVersions":                       testTrialVersions,
		"TrialTexts":                          testTrialTexts,
		"TrialPage":                           testTrialPage,
		"VerdictsOnFigures":                   testVerdictsOnFigures,
	}, "data", "clawarena")
}
