// Values inside of sentences that are words of the game which is played: it says how each is called.

/** What stands in the sentence for that value; undefined where it stands as it is. */
export const inside = () => undefined;
