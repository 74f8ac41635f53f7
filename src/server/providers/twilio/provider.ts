import { traitsOf } from '#contract/channel-kinds.ts';
import type { ChannelProvider } from '#server/channels/port.ts';
import type { TwilioOptions } from './api.ts';
import { checkAccount, inspectWebhook, removeWebhook, setWebhook } from './connect.ts';
import { sendMessage } from './send.ts';
import { listSenders } from './senders.ts';
import { verifySignature } from './verify.ts';
import { readWebhook } from './webhook.ts';

/** SMS by Twilio: a number or a messaging service of an account. */
export function createTwilio(options: TwilioOptions): ChannelProvider {
  return {
    kind: 'twilio_sms',
    traits: traitsOf('twilio_sms'),
    listSenders: (credentials) => listSenders(options, credentials),
    check: (credentials, signal) => checkAccount(options, credentials, signal),
    subscribe: (credentials, webhook) => setWebhook(options, credentials, webhook),
    unsubscribe: (credentials, webhook) => removeWebhook(options, credentials, webhook),
    inspectWebhook: (credentials, webhook) => inspectWebhook(options, credentials, webhook),
    send: (order) => sendMessage(options, order),
    verify: verifySignature,
    read: readWebhook,
    // An empty TwiML: no reply of Twilio's own.
    webhookReply: { mediaType: 'text/xml', body: '<?xml version="1.0" encoding="UTF-8"?><Response/>' },
  };
}
