// Package manyruns makes records of many scripted runs in memory, in ClawArena's and Harbor's layouts, for tests.
package manyruns
