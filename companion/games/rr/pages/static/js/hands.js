// Nobody keeps anything in secret on this phone: what is hidden lies face down on the table.
export function forgetHands() {}
