package redact

import "bytes"

const (
	headMax   = 200
	columnMax = maxRounds // each pass finds one value of a column
)

var (
	headBytes = set("0-9A-Za-z_ ,;|-")
	rowBytes  = set(" !#-[]-~")
)

// columnValue finds a value in the column that has the name b[start:end] in the first line of a
// table. The columns are separated by commas, semicolons or bars.
func columnValue(b []byte, start, end int) (operand, bool) {
	from, stop := headBytes.back(b, start, max(0, start-headMax)), headBytes.run(b, end)
	if from > 0 && b[from-1] == '\\' && b[from] == 'n' {
		from++
	} else if from > 0 && b[from-1] != '\n' && b[from-1] != '"' {
		return operand{}, false
	}
	i := bytes.IndexAny(b[from:stop], ",;|")
	if i < 0 {
		return operand{}, false
	}
	separator := b[from+i : from+i+1]
	column, columns := bytes.Count(b[from:start], separator), bytes.Count(b[from:stop], separator)
	if bytes.Count(bytes.Trim(b[from:stop], string(separator)+" "), separator) == 0 { // a list with an element on each line
		return operand{}, false
	}
	for range columnMax {
		if stop >= len(b) || !lineEndAt(b, stop) {
			break
		}
		row := stop + lineEndLen(b, stop)
		stop = rowBytes.run(b, row)
		cells := bytes.Split(b[row:stop], separator)
		if len(cells) != columns+1 {
			break
		}
		cell := cells[column]
		value := bytes.TrimLeft(cell, " ")
		if isPlaceholder(value) {
			continue
		}
		before := len(bytes.Join(cells[:column], separator)) + min(column, 1)
		return operand{start: row + before + len(cell) - len(value), loose: true}, true
	}
	return operand{}, false
}
