import type { ErrorClass } from '#contract/delivery/calls.ts';
import type { SendOutcome } from '#server/channels/port.ts';
import type { TwilioResult } from './api.ts';

/** @property retryAfterMs least milliseconds before a retry */
type Meaning = { errorClass: ErrorClass; retryAfterMs?: number };

/** One retry after an hour, or the next channel at once where there is one. */
const ONCE_MORE_MS = 3_600_000;

/** https://www.twilio.com/docs/api/errors */
const MEANINGS: Readonly<Record<number, Meaning>> = {
  20003: { errorClass: 'auth' },
  // Test credentials send nothing.
  20008: { errorClass: 'auth' },
  20404: { errorClass: 'auth' },
  63001: { errorClass: 'auth' },
  63007: { errorClass: 'auth' },
  63020: { errorClass: 'auth' },
  20429: { errorClass: 'rate_limited' },
  21611: { errorClass: 'rate_limited' },
  30001: { errorClass: 'rate_limited' },
  30022: { errorClass: 'rate_limited' },
  63017: { errorClass: 'rate_limited' },
  63018: { errorClass: 'rate_limited' },
  63038: { errorClass: 'quota' },

  21211: { errorClass: 'recipient_invalid' },
  21217: { errorClass: 'recipient_invalid' },
  21408: { errorClass: 'recipient_invalid' },
  21608: { errorClass: 'recipient_invalid' },
  21612: { errorClass: 'recipient_invalid' },
  21614: { errorClass: 'recipient_invalid' },
  21635: { errorClass: 'recipient_invalid' },
  30004: { errorClass: 'recipient_invalid' },
  30005: { errorClass: 'recipient_invalid' },
  30006: { errorClass: 'recipient_invalid' },
  63003: { errorClass: 'recipient_invalid' },
  63015: { errorClass: 'recipient_invalid' },
  63024: { errorClass: 'recipient_invalid' },
  21610: { errorClass: 'opted_out' },

  // The phone is off, or the network gives no reason.
  30003: { errorClass: 'temporary', retryAfterMs: ONCE_MORE_MS },
  30008: { errorClass: 'temporary', retryAfterMs: ONCE_MORE_MS },
  63012: { errorClass: 'temporary' },

  63016: { errorClass: 'window_closed' },

  21603: { errorClass: 'content_rejected' },
  21606: { errorClass: 'content_rejected' },
  21617: { errorClass: 'content_rejected' },
  21659: { errorClass: 'content_rejected' },
  30007: { errorClass: 'content_rejected' },
  63005: { errorClass: 'content_rejected' },
  63013: { errorClass: 'content_rejected' },
  63021: { errorClass: 'content_rejected' },
  63027: { errorClass: 'content_rejected' },
  63028: { errorClass: 'content_rejected' },
  30002: { errorClass: 'account_blocked' },
};

/** Classifies one of Twilio's codes; an unknown one by the HTTP status, where there is one. */
export function meaningOf(code: number | null, status = 400): Meaning {
  const known = code === null ? undefined : MEANINGS[code];
  if (known) return known;
  if (status === 401 || status === 403) return { errorClass: 'auth' };
  if (status === 429) return { errorClass: 'rate_limited' };
  if (status === 408 || status >= 500) return { errorClass: 'temporary' };
  return { errorClass: 'content_rejected' };
}

/**
 * Determines the outcome of a send that was not accepted.
 *
 * Twilio's own refusal is trusted. A gateway's page instead proves nothing about the message; only 429 and 503 are
 * certainly refusals.
 */
export function outcomeOf(result: Exclude<TwilioResult, { kind: 'ok' }>): SendOutcome {
  if (result.kind === 'unknown') return { kind: 'unknown', text: result.reason };
  if (result.kind === 'unreached') return unreached('temporary', result.reason, result.reason, null);
  if (result.kind === 'strange') {
    const text = `HTTP ${result.status}`;
    const isRefused = result.status === 429 || result.status === 503;
    return isRefused ? unreached('temporary', String(result.status), text, null) : { kind: 'unknown', text };
  }
  const { code, text, status } = result;
  const { errorClass, retryAfterMs = null } = meaningOf(code, status);
  if (errorClass !== 'rate_limited' && errorClass !== 'temporary')
    return { kind: 'refused', errorClass, code: String(code), text };
  return unreached(errorClass, String(code), text, result.retryAfterMs ?? retryAfterMs);
}

function unreached(
  errorClass: 'rate_limited' | 'temporary',
  code: string,
  text: string,
  retryAfterMs: number | null,
): SendOutcome {
  return { kind: 'unreached', errorClass, code, text, retryAfterMs, scope: 'channel' };
}
