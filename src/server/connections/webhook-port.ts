import type { CrmRight } from '#contract/connections/calls.ts';

/** The URL the vendor must post to and the token it must send; the token is empty where the vendor sends none. */
export type Webhook = { url: string; token: string };

/**
 * - `set`: the vendor posts to us. `manual`: only a person can enter our address.
 * - `foreign`: it posts to another system and stores one address only.
 * - `none`: it does not post, for want of a right; null: it posts to nobody by a call of ours, and is polled.
 *
 * `isRestored`: our address was missing or switched off, and is entered now.
 */
export type WebhookState =
  | { state: 'set'; isRestored?: true }
  | { state: 'manual' }
  | { state: 'foreign'; host: string }
  | { state: 'none'; missingRight: CrmRight | null };
