import { createHmac } from 'node:crypto';
import type { Webhook, WebhookRequest } from '#server/channels/port.ts';
import { sameSecret } from '#server/platform/vault.ts';

/**
 * Whether a post is 360dialog's: it must bear the Authorization header we asked for. A signature, where it comes and
 * we know the secret, must be right as well, and does alone for posts of the whole business account: no header can be
 * asked for with those.
 */
export function verifyHub(
  { headers, body }: WebhookRequest,
  webhook: Webhook,
  webhookSecret: string | undefined,
): boolean {
  const { authorization } = headers;
  const signature = headers['x-360dialog-signature'];
  const isOurs = authorization !== undefined && sameSecret(authorization, `Bearer ${webhook.headerSecret}`);
  if (!webhookSecret || signature === undefined) return isOurs;
  return (isOurs || authorization === undefined) && isSigned(body, webhookSecret, signature);
}

/** Whether a post is Meta's own: signed with the app's secret. */
export function verifyGraph({ headers, body }: WebhookRequest, appSecret: string): boolean {
  return isSigned(body, appSecret, headers['x-hub-signature-256'] ?? '');
}

/** HMAC-SHA256 of the raw body; hex or base64, with or without `sha256=` before it: 360dialog's pages do not say which. */
function isSigned(body: Buffer, secret: string, signature: string): boolean {
  const given = signature.trim().replace(/^sha256=/i, '');
  const bytes = Buffer.from(given, /^[0-9a-f]{64}$/i.test(given) ? 'hex' : 'base64');
  return sameSecret(bytes, createHmac('sha256', secret).update(body).digest());
}
