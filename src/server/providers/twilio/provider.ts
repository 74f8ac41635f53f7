import { traitsOf } from '#contract/channels/kinds.ts';
import type { ChannelProvider } from '#server/channels/port.ts';
import type { TwilioOptions } from './api.ts';
import { checkAccount, inspectWebhook, removeWebhook, setWebhook } from './connect.ts';
import { createContentBook } from './content-book.ts';
import { findMedia } from './media-place.ts';
import { pollStatuses } from './polls.ts';
import { sendSms } from './send.ts';
import { listSenders, NUMBERS, type SenderBook } from './senders.ts';
import { writeTemplates } from './template-writing.ts';
import { listTemplates } from './templates.ts';
import { verifySignature } from './verify.ts';
import { readWebhook } from './webhook.ts';
import { sendWhatsapp } from './whatsapp-send.ts';
import { WHATSAPP_SENDERS } from './whatsapp-senders.ts';

/** SMS by Twilio: a number or a messaging service of an account. */
export function createTwilioSms(options: TwilioOptions): ChannelProvider {
  return {
    ...accountOf(options, 'twilio_sms', NUMBERS),
    send: (order) => sendSms(options, order),
  };
}

/** WhatsApp by Twilio: a WhatsApp sender or a messaging service of an account. */
export function createTwilioWhatsapp(options: TwilioOptions): ChannelProvider {
  const book = createContentBook(options);
  return {
    ...accountOf(options, 'twilio_whatsapp', WHATSAPP_SENDERS),
    send: (order) => sendWhatsapp(options, book, order),
    listTemplates: (credentials) => listTemplates(options, credentials),
    templates: writeTemplates(options),
  };
}

/** Both share the account, its webhooks and its statuses. */
function accountOf(
  options: TwilioOptions,
  kind: 'twilio_sms' | 'twilio_whatsapp',
  book: SenderBook,
): Omit<ChannelProvider, 'send'> {
  const connecting = { ...options, book, hooks: `/hooks/${kind}/` };
  return {
    kind,
    traits: traitsOf(kind),
    listSenders: (credentials) => listSenders(options, book, credentials),
    check: (credentials, signal) => checkAccount(connecting, credentials, signal),
    subscribe: (credentials, webhook) => setWebhook(connecting, credentials, webhook),
    unsubscribe: (credentials, webhook) => removeWebhook(connecting, credentials, webhook),
    inspectWebhook: (credentials, webhook) => inspectWebhook(connecting, credentials, webhook),
    pollStatuses: (credentials, ids) => pollStatuses(options, credentials, ids),
    verify: verifySignature,
    read: readWebhook,
    fetchMedia: async (credentials, media) => findMedia(options, credentials, media),
    // An empty TwiML: no reply of Twilio's own.
    webhookReply: { mediaType: 'text/xml', body: '<?xml version="1.0" encoding="UTF-8"?><Response/>' },
  };
}
