import { traitsOf } from '#contract/channels/kinds.ts';
import type { ChannelProvider } from '#server/channels/port.ts';
import { sameSecret } from '#server/platform/secrets/vault.ts';
import type { GreenApiOptions } from './api.ts';
import { findMedia } from './media.ts';
import { markTelegramChatRead } from './read-marks.ts';
import { closeSession, restartSession } from './sessions.ts';
import { inspectSettings, saveSettings } from './settings.ts';
import { TELEGRAM_CHATS } from './telegram-chats.ts';
import { deleteTelegramEcho, sendTelegramEcho, sendTelegramMessage } from './telegram-send.ts';
import {
  checkTelegramSession,
  enterTelegramCode,
  enterTelegramPassword,
  openTelegramSession,
  readTelegramSession,
  sendTelegramCode,
} from './telegram-session.ts';
import { readWebhook } from './webhook.ts';

/** People's own Telegram accounts, through a gateway of Green-API's dialect; https://green-api.com/telegram/docs/api/ */
export function createGreenApiTelegram(options: GreenApiOptions): ChannelProvider {
  return {
    kind: 'telegram_user',
    traits: traitsOf('telegram_user'),
    check: (credentials, signal) => checkTelegramSession(options, credentials, signal),
    subscribe: (credentials, webhook) => saveSettings(options, credentials, webhook),
    inspectWebhook: (credentials, webhook) => inspectSettings(options, credentials, webhook),
    send: (order) => sendTelegramMessage(options, order),
    verify: ({ headers }, webhook) => sameSecret(headers['authorization'] ?? '', `Bearer ${webhook.headerSecret}`),
    read: (request) => readWebhook(request, TELEGRAM_CHATS),
    fetchMedia: (credentials, media, signal) => findMedia(options, credentials, { media, signal }),
    markRead: (credentials, message) => markTelegramChatRead(options, credentials, message),
    pairing: {
      open: (webhook) => openTelegramSession(options, webhook),
      read: (credentials) => readTelegramSession(options, credentials),
      restart: (credentials) => restartSession(options, credentials),
      close: (credentials) => closeSession(options, credentials),
      sendCode: (credentials, phone) => sendTelegramCode(options, credentials, phone),
      enterCode: (credentials, code) => enterTelegramCode(options, credentials, code),
      enterPassword: (credentials, password) => enterTelegramPassword(options, credentials, password),
      echo: (credentials) => sendTelegramEcho(options, credentials),
      forgetEcho: (credentials, id) => deleteTelegramEcho(options, credentials, id),
    },
  };
}
