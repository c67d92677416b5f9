package syntax

func span(from, to int) Span { return Span{From: int32(from), To: int32(to)} }
