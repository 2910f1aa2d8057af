package chart

const (
	rowsW = 760.0
)
