package web

// ItemWindow is how many steps are opened at once to make the items that are
// aligned: only the items stay in memory.
const ItemWindow = 500
