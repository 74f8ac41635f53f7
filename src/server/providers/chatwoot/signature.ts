import { createHmac } from 'node:crypto';
import type { PayloadSignature } from '#server/connections/signature-port.ts';
import { sameSecret } from '#server/platform/secrets/vault.ts';

const SIGNATURE = 'x-chatwoot-signature';
const TIMESTAMP = 'x-chatwoot-timestamp';
const MAX_AGE_SECONDS = 300;

/** HMAC-SHA256 over `timestamp.body`; the timestamp is in seconds since 1970. */
export const CHATWOOT_SIGNATURE: PayloadSignature = {
  isPresent: (headers) => (headers[SIGNATURE] ?? '') !== '',
  matches({ headers, body, receivedAt }, secret) {
    const stamp = headers[TIMESTAMP] ?? '';
    const ageSeconds = receivedAt.epochMilliseconds / 1_000 - Number(stamp);
    if (!(Math.abs(ageSeconds) <= MAX_AGE_SECONDS)) return false;
    const own = createHmac('sha256', secret).update(`${stamp}.`).update(body).digest('hex');
    return sameSecret(headers[SIGNATURE] ?? '', `sha256=${own}`);
  },
};
