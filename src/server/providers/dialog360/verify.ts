import { createHmac } from 'node:crypto';
import type { Webhook, WebhookRequest } from '#server/channels/port.ts';
import { sameSecret } from '#server/platform/secrets/vault.ts';

/**
 * Verifies a webhook of 360dialog: it must have the Authorization header we requested. A signature, where it is sent
 * and
 * we have the secret, must be valid as well, and is enough alone for webhooks of the whole business account, for which
 * no
 * header can be requested.
 */
export function verifyHub(
  { headers, body }: WebhookRequest,
  webhook: Webhook,
  webhookSecret: string | undefined,
): boolean {
  const { authorization } = headers;
  const signature = headers['x-360dialog-signature'];
  const isAuthentic = authorization !== undefined && sameSecret(authorization, `Bearer ${webhook.headerSecret}`);
  if (!webhookSecret || signature === undefined) return isAuthentic;
  return (isAuthentic || authorization === undefined) && isSigned(body, webhookSecret, signature);
}

/** Verifies a webhook of Meta itself: signed with the app's secret. */
export function verifyGraph({ headers, body }: WebhookRequest, appSecret: string): boolean {
  return isSigned(body, appSecret, headers['x-hub-signature-256'] ?? '');
}

/**
 * HMAC-SHA256 of the raw body; hex or base64, with or without the prefix `sha256=`: 360dialog does not document which.
 */
function isSigned(body: Buffer, secret: string, signature: string): boolean {
  const given = signature.trim().replace(/^sha256=/i, '');
  const bytes = Buffer.from(given, /^[0-9a-f]{64}$/i.test(given) ? 'hex' : 'base64');
  return sameSecret(bytes, createHmac('sha256', secret).update(body).digest());
}
