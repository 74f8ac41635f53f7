/** Most dialogues of one grant. */
export const MAX_GRANTED_DIALOGUES = 10_000;
