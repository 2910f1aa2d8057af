package views

func RightWords(text string) Cell { return Words(text).Coloured("num") }
