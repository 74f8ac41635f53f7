import { traitsOf } from '#contract/channels/kinds.ts';
import type { ChannelProvider } from '#server/channels/port.ts';
import { checkKey, inspectWebhook, setWebhook } from './connect.ts';
import { type Dialog360Options, dialectOf } from './dialect.ts';
import { findMedia, markMessageRead } from './media.ts';
import { readWebhook } from './webhook.ts';
import { createPartner } from './partner.ts';
import { sendMessage } from './send.ts';
import { readStanding } from './standing.ts';
import { listTemplates, writeTemplates } from './templates.ts';
import { verifyGraph, verifyHub } from './verify.ts';

/** WhatsApp Business numbers, at 360dialog or at Meta itself: the same messages with two kinds of access. */
export function createDialog360(options: Dialog360Options): ChannelProvider {
  const partner = createPartner(options);
  return {
    kind: 'dialog360',
    ...(partner && { partner }),
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
    fetchMedia: (credentials, media, signal) => findMedia(options, credentials, { media, signal }),
    markRead: (credentials, message) => markMessageRead(options, credentials, { message, isTyping: false }),
    sendTyping: (credentials, message) => markMessageRead(options, credentials, { message, isTyping: true }),
    listTemplates: (credentials) => listTemplates(options, credentials),
    templates: writeTemplates(options),
    readStanding: (credentials) => readStanding(options, credentials),
    // Meta sends the verify token that was entered with the URL: our header secret.
    answerChallenge: (query, webhook) =>
      query['hub.mode'] === 'subscribe' && query['hub.verify_token'] === webhook.headerSecret
        ? (query['hub.challenge'] ?? null)
        : null,
  };
}
