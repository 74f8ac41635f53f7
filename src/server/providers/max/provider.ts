import { traitsOf } from '#contract/channels/kinds.ts';
import type { ChannelProvider } from '#server/channels/port.ts';
import { sameSecret } from '#server/platform/secrets/vault.ts';
import { callMax } from './api.ts';
import { checkToken, inspectWebhook, subscribe } from './connect.ts';
import { sendMessage, type SendOptions } from './send.ts';
import { readWebhook } from './webhook.ts';

/** Bots of the messenger MAX; https://dev.max.ru/docs-api */
export function createMax(options: SendOptions): ChannelProvider {
  return {
    kind: 'max_bot',
    traits: traitsOf('max_bot'),
    check: (credentials, signal) => checkToken(options, credentials, signal),
    subscribe: (credentials, webhook) => subscribe(options, credentials, webhook),
    inspectWebhook: (credentials, webhook) => inspectWebhook(options, credentials, webhook),
    async unsubscribe(credentials, { url }) {
      await callMax(options, credentials, { method: 'DELETE', path: '/subscriptions', query: { url } });
    },
    send: (order) => sendMessage(options, order),
    verify: ({ headers }, webhook) => sameSecret(headers['x-max-bot-api-secret'] ?? '', webhook.headerSecret),
    read: readWebhook,
    fetchMedia: async (_credentials, { id: url }) => {
      if (!URL.canParse(url)) return { kind: 'gone' };
      const isTrusted = new URL(url).href.startsWith(`${options.baseUrl}/`);
      return { kind: 'found', url, isTrusted, sizeBytes: null };
    },
    // Until it is acknowledged, the tapped button waits.
    async acknowledge(credentials, event) {
      if (event.kind !== 'message' || event.callbackId === null) return;
      const query = { callback_id: event.callbackId };
      await callMax(options, credentials, { method: 'POST', path: '/answers', query, json: { notification: '✓' } });
    },
    startUrl({ address }, token) {
      const link = `https://max.ru/${(address ?? '').replace(/^@/, '')}`;
      return token === null ? link : `${link}?start=${token}`;
    },
  };
}
