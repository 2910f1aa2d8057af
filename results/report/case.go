package report

// CaseLink leads to a case.
type CaseLink struct{ Title, Href string }
