import { z } from 'zod';
import type { ErrorClass } from '#contract/delivery/calls.ts';
import type { SendOutcome } from '#server/channels/port.ts';

/** Our classification of one of Meta's codes. `retryAfterMs` and `scope` apply to errors that may be retried. */
export type Meaning = { errorClass: ErrorClass; retryAfterMs?: number; scope?: 'person' };

const DAY_MS = 86_400_000;

/** Meta's codes, the same through 360dialog; https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
const MEANINGS: Readonly<Record<number, Meaning>> = {
  0: { errorClass: 'auth' },
  190: { errorClass: 'auth' },
  3: { errorClass: 'auth' },
  10: { errorClass: 'auth' },
  133010: { errorClass: 'auth' },
  131045: { errorClass: 'auth' },

  4: { errorClass: 'rate_limited' },
  80007: { errorClass: 'rate_limited' },
  130429: { errorClass: 'rate_limited' },
  133016: { errorClass: 'rate_limited' },
  // Too many messages to this contact: the number itself is fine.
  131056: { errorClass: 'rate_limited', retryAfterMs: 6_000, scope: 'person' },

  1: { errorClass: 'temporary' },
  2: { errorClass: 'temporary' },
  131000: { errorClass: 'temporary' },
  131016: { errorClass: 'temporary' },
  131057: { errorClass: 'temporary' },
  135000: { errorClass: 'temporary' },
  // Meta's own limit of marketing per contact: a retry on the same day is pointless.
  131049: { errorClass: 'temporary', retryAfterMs: DAY_MS, scope: 'person' },

  130472: { errorClass: 'recipient_invalid' },
  131026: { errorClass: 'recipient_invalid' },
  131021: { errorClass: 'recipient_invalid' },
  131030: { errorClass: 'recipient_invalid' },
  130497: { errorClass: 'recipient_invalid' },

  131047: { errorClass: 'window_closed' },
  131050: { errorClass: 'opted_out' },

  33: { errorClass: 'content_rejected' },
  100: { errorClass: 'content_rejected' },
  131008: { errorClass: 'content_rejected' },
  131009: { errorClass: 'content_rejected' },
  131051: { errorClass: 'content_rejected' },
  131052: { errorClass: 'content_rejected' },
  131053: { errorClass: 'content_rejected' },
  132000: { errorClass: 'content_rejected' },
  132001: { errorClass: 'content_rejected' },
  132005: { errorClass: 'content_rejected' },
  132007: { errorClass: 'content_rejected' },
  132012: { errorClass: 'content_rejected' },
  132015: { errorClass: 'content_rejected' },
  132016: { errorClass: 'content_rejected' },
  132018: { errorClass: 'content_rejected' },

  131031: { errorClass: 'account_blocked' },
  131048: { errorClass: 'account_blocked' },
  368: { errorClass: 'account_blocked' },
  131042: { errorClass: 'quota' },
};

/** @returns undefined for an undocumented code outside all ranges */
export function meaningOf(code: number): Meaning | undefined {
  if (MEANINGS[code]) return MEANINGS[code];
  if (code >= 200 && code <= 299) return { errorClass: 'auth' };
  if (code >= 130_000 && code <= 139_999) return { errorClass: 'content_rejected' };
  return undefined;
}

/** A refusal as received: Meta's code, or 360dialog's text. */
export type Refusal = { status: number; code: number | null; text: string };

const MetaShape = z.object({
  error: z.object({
    code: z.number(),
    message: z.string().default(''),
    error_data: z.object({ details: z.string().optional() }).optional(),
  }),
});
const OwnShape = z.object({
  error: z.union([z.string(), z.object({ message: z.string() })]).optional(),
  message: z.string().optional(),
  detail: z.string().optional(),
  meta: z.object({ developer_message: z.string() }).optional(),
});

/** @returns null when the answer is not the vendor's, e.g. a proxy's page */
export function readRefusal(status: number, json: unknown): Refusal | null {
  const meta = MetaShape.safeParse(json);
  if (meta.success) {
    const { code, message, error_data } = meta.data.error;
    const details = error_data?.details;
    return { status, code, text: details ? `${message}: ${details}` : message };
  }
  const own = OwnShape.safeParse(json);
  if (!own.success) return null;
  const { error, message, detail, meta: envelope } = own.data;
  const text = (typeof error === 'string' ? error : error?.message) ?? message ?? detail ?? envelope?.developer_message;
  return text === undefined ? null : { status, code: null, text };
}

/** Classifies a refusal; without a known code by 360dialog's text and the HTTP status. */
export function classify({ status, code, text }: Refusal): Meaning {
  const known = code === null ? undefined : meaningOf(code);
  if (known) return known;
  if (status === 401 || status === 403) return { errorClass: 'auth' };
  if (status === 429 || /rate limit|too many/i.test(text)) return { errorClass: 'rate_limited' };
  if (status === 408 || status >= 500) return { errorClass: 'temporary' };
  if (/invoice|unpaid|payment|balance|billing/i.test(text)) return { errorClass: 'quota' };
  if (/disabled|blocked|suspended|restricted/i.test(text)) return { errorClass: 'account_blocked' };
  return { errorClass: 'content_rejected' };
}

/**
 * Determines the outcome of a send that was answered with an error.
 *
 * The vendor's own report of a failure is trusted. A gateway's page instead proves nothing, so the outcome is unknown;
 * 429
 * and 503 are refusals before processing.
 */
export function outcomeOfError(status: number, json: unknown, retryAfterMs: number | null): SendOutcome {
  const refusal = readRefusal(status, json);
  if (!refusal && [408, 500, 502, 504].includes(status)) return { kind: 'unknown', text: `HTTP ${status}` };
  const effective = refusal ?? { status, code: null, text: `HTTP ${status}` };
  const meaning = classify(effective);
  const code = String(effective.code ?? status);
  if (meaning.errorClass !== 'rate_limited' && meaning.errorClass !== 'temporary') {
    return { kind: 'refused', errorClass: meaning.errorClass, code, text: effective.text };
  }
  return {
    kind: 'unreached',
    errorClass: meaning.errorClass,
    code,
    text: effective.text,
    retryAfterMs: retryAfterMs ?? meaning.retryAfterMs ?? null,
    scope: meaning.scope ?? 'channel',
  };
}
