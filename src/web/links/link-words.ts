import { productNow } from '#web/lib/format/clock.ts';

/** An address as people read it: without the protocol and the slash at its end. */
export const shortAddress = (url: string) => url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');

export const hasExpired = (expiresAt: string | null) => expiresAt !== null && Date.parse(expiresAt) <= productNow();
