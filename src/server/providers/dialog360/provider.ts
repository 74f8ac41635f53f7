import { traitsOf } from '#contract/channel-kinds.ts';
import type { ChannelProvider } from '#server/channels/port.ts';
import { checkKey, inspectWebhook, listTemplates, setWebhook } from './connect.ts';
import { type Dialog360Options, dialectOf } from './dialect.ts';
import { readWebhook } from './webhook.ts';
import { sendMessage } from './send.ts';
import { verifyGraph, verifyHub } from './verify.ts';

/** WhatsApp Business numbers, at 360dialog or at Meta itself: the same messages with two kinds of access. */
export function createDialog360(options: Dialog360Options): ChannelProvider {
  return {
    kind: 'dialog360',
    traits: traitsOf('dialog360'),
    check: (credentials, signal) => checkKey(options, credentials, signal),
    subscribe: (credentials, webhook) => setWebhook(options, credentials, webhook),
    inspectWebhook: (credentials, webhook) => inspectWebhook(options, credentials, webhook),
    send: (order) => sendMessage(options, order),
    verify: (request, webhook, credentials) => {
      const { appSecret } = dialectOf(options, credentials);
      return appSecret === null ? verifyHub(request, webhook, options.webhookSecret) : verifyGraph(request, appSecret);
    },
    read: readWebhook,
    listTemplates: (credentials) => listTemplates(options, credentials),
    // Meta sends the verify token that was entered with the URL: our header secret.
    answerChallenge: (query, webhook) =>
      query['hub.mode'] === 'subscribe' && query['hub.verify_token'] === webhook.headerSecret
        ? (query['hub.challenge'] ?? null)
        : null,
  };
}
