import { createHmac } from 'node:crypto';
import type { PayloadSignature } from '#server/connections/signature-port.ts';
import { sameSecret } from '#server/platform/secrets/vault.ts';

const SIGNATURE = 'x-shopify-hmac-sha256';

/** HMAC-SHA256 of the raw body, in base64. */
export const SHOPIFY_SIGNATURE: PayloadSignature = {
  isPresent: (headers) => (headers[SIGNATURE] ?? '') !== '',
  matches: ({ headers, body }, secret) =>
    sameSecret(headers[SIGNATURE] ?? '', createHmac('sha256', secret).update(body).digest('base64')),
};
