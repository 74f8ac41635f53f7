import { traitsOf } from '#contract/channels/kinds.ts';
import type { ChannelProvider } from '#server/channels/port.ts';
import { sameSecret } from '#server/platform/secrets/vault.ts';
import { callBot, type TelegramOptions } from './api.ts';
import { checkToken, inspectWebhook, setWebhook } from './connect.ts';
import { findMedia } from './media.ts';
import { readWebhook } from './webhook.ts';
import { sendMessage } from './send.ts';

/** Telegram bots; https://core.telegram.org/bots/api */
export function createTelegram(options: TelegramOptions): ChannelProvider {
  return {
    kind: 'telegram_bot',
    traits: traitsOf('telegram_bot'),
    check: (credentials, signal) => checkToken(options, credentials, signal),
    subscribe: (credentials, webhook) => setWebhook(options, credentials, webhook),
    inspectWebhook: (credentials, webhook, now) => inspectWebhook(options, credentials, { webhook, now }),
    async unsubscribe(credentials) {
      await callBot(options, credentials, { method: 'deleteWebhook' });
    },
    send: (order) => sendMessage(options, order),
    verify: ({ headers }, webhook) =>
      sameSecret(headers['x-telegram-bot-api-secret-token'] ?? '', webhook.headerSecret),
    read: readWebhook,
    fetchMedia: (credentials, media, signal) => findMedia(options, credentials, { media, signal }),
    async sendTyping(credentials, { channelUserId }) {
      await callBot(options, credentials, {
        method: 'sendChatAction',
        json: { chat_id: channelUserId, action: 'typing' },
      });
    },
    // Until it is acknowledged, the tapped button shows a spinner.
    async acknowledge(credentials, event) {
      if (event.kind !== 'message' || event.callbackId === null) return;
      await callBot(options, credentials, {
        method: 'answerCallbackQuery',
        json: { callback_query_id: event.callbackId },
      });
    },
    startUrl({ address }, token) {
      const link = `https://t.me/${(address ?? '').replace(/^@/, '')}`;
      return token === null ? link : `${link}?start=${token}`;
    },
  };
}
