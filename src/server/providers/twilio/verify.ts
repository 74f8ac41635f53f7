import { createHmac } from 'node:crypto';
import type { Credentials, Webhook, WebhookRequest } from '#server/channels/port.ts';
import { sameSecret } from '#server/platform/secrets/vault.ts';

/**
 * Whether a post is Twilio's: `X-Twilio-Signature` is made with the account's token over the address and the fields.
 *
 * The address is the one we gave, never the request's own: proxies change that. With or without its port, as Twilio
 * leaves it out or not; https://www.twilio.com/docs/usage/security#validating-requests
 */
export function verifySignature(
  { headers, body }: Pick<WebhookRequest, 'headers' | 'body'>,
  webhook: Pick<Webhook, 'url'>,
  { authToken = '' }: Credentials,
): boolean {
  const given = headers['x-twilio-signature'];
  if (!given || !authToken) return false;
  const fields = new URLSearchParams(body.toString('utf8'));
  return addressesOf(webhook.url).some((url) => sameSecret(given, signatureOf(authToken, url, fields)));
}

/** HMAC-SHA1 in base64 of the address, then each field's name and values in the order of names. */
export function signatureOf(authToken: string, url: string, fields: URLSearchParams): string {
  const names = [...new Set(fields.keys())].toSorted(byCodePoint);
  const text = names.map((name) => [...new Set(fields.getAll(name))].toSorted(byCodePoint).map((one) => name + one));
  return createHmac('sha1', authToken)
    .update(url + text.flat().join(''), 'utf8')
    .digest('base64');
}

const byCodePoint = (one: string, other: string) => Number(one > other) - Number(one < other);

function addressesOf(url: string): string[] {
  const { protocol, hostname, port } = new URL(url);
  const rest = url.replace(/^\w+:\/\/[^/?#]*/, '');
  const usual = protocol === 'https:' ? '443' : '80';
  return [url, `${protocol}//${hostname}${rest}`, `${protocol}//${hostname}:${port || usual}${rest}`];
}
