/** Times after which a message that is not delivered goes on to the next channel, in minutes. */
export const PASS_ON_MINUTES = [5, 30, 120, 1_440] as const;
