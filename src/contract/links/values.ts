export const LONGEST_LINK_TITLE = 120;
export const LONGEST_TARGET = 2_000;
export const SHORTEST_ENDING = 3;
export const LONGEST_ENDING = 40;
export const LONGEST_UTM = 100;

/** Campaign marks of a link, in the order of the form; `utm_` is added to each in the address. */
export const UTM_FIELDS = ['source', 'medium', 'campaign', 'content', 'term'] as const;
export type UtmField = (typeof UTM_FIELDS)[number];

/** Verdicts about a request for a link; only `click` was a person. */
export const CLICK_VERDICTS = ['click', 'preview', 'prefetch', 'head'] as const;
export type ClickVerdict = (typeof CLICK_VERDICTS)[number];

export const CLICK_DEVICES = ['phone', 'tablet', 'computer', 'unknown'] as const;
export type ClickDevice = (typeof CLICK_DEVICES)[number];

/** Sources of clicks that have a text; others are names of apps and hosts of pages. */
export const NAMED_SOURCES = ['qr', 'message', 'direct'] as const;

/** Parameter of a link's address that says it was scanned. */
export const SCANNED = 'qr';

/** Chats that a page behind a QR code offers at most. */
export const MAX_PAGE_CHATS = 5;

/** Buttons of a page behind a QR code, as its statistics name them. */
export const PAGE_BUTTONS = ['chat', 'booking', 'review'] as const;
