/**
 * How a number that is not the messenger's own service for businesses is got used to writing: messengers restrict numbers
 * that write to many strangers at once.
 */
export type WarmUp = {
  /** Contacts a day who are written to for the first time, from a day of the number's age on; days count from 1. */
  steps: readonly { fromDay: number; perDay: number }[];
  /** Bounds of the pause between two messages of mailings; each is another one. */
  pauseMs: { least: number; most: number };
  /** Falling health: shares of the last first messages that failed. */
  health: { hours: number; least: number; halvesFrom: number; stopsFrom: number };
};

/**
 * NOTE: assumed. No messenger publishes figures; these are careful ones of people who run such numbers. A number is
 * restricted by its messenger after 15 to 40 strangers a day, and after pauses that are always the same.
 */
export const UNOFFICIAL_WARM_UP: WarmUp = {
  steps: [
    { fromDay: 1, perDay: 20 },
    { fromDay: 4, perDay: 50 },
    { fromDay: 8, perDay: 100 },
    { fromDay: 15, perDay: 300 },
  ],
  pauseMs: { least: 5_000, most: 20_000 },
  health: { hours: 24, least: 10, halvesFrom: 0.2, stopsFrom: 0.5 },
};
