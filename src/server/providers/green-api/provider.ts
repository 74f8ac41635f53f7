import { traitsOf } from '#contract/channels/kinds.ts';
import type { ChannelProvider } from '#server/channels/port.ts';
import { sameSecret } from '#server/platform/secrets/vault.ts';
import type { GreenApiOptions } from './api.ts';
import { findMedia } from './media.ts';
import { markChatRead } from './read-marks.ts';
import { deleteEcho, sendEcho, sendMessage } from './send.ts';
import { checkSession, closeSession, openSession, readSession, requestPhoneCode, restartSession } from './sessions.ts';
import { inspectSettings, saveSettings } from './settings.ts';
import { readWebhook } from './webhook.ts';

/** WhatsApp numbers linked by a code, through a gateway that speaks Green-API's dialect. */
export function createGreenApiWhatsApp(options: GreenApiOptions): ChannelProvider {
  const traits = traitsOf('whatsapp_qr');
  return {
    kind: 'whatsapp_qr',
    traits,
    check: (credentials, signal) => checkSession(options, credentials, signal),
    subscribe: (credentials, webhook) => saveSettings(options, credentials, webhook),
    inspectWebhook: (credentials, webhook) => inspectSettings(options, credentials, webhook),
    unsubscribe: (credentials) => closeSession(options, credentials),
    send: (order) => sendMessage(options, traits, order),
    verify: ({ headers }, webhook) => sameSecret(headers['authorization'] ?? '', `Bearer ${webhook.headerSecret}`),
    read: readWebhook,
    fetchMedia: (credentials, media, signal) => findMedia(options, credentials, { media, signal }),
    markRead: (credentials, message) => markChatRead(options, credentials, message),
    pairing: {
      open: (webhook) => openSession(options, webhook),
      read: (credentials) => readSession(options, credentials),
      restart: (credentials) => restartSession(options, credentials),
      close: (credentials) => closeSession(options, credentials),
      requestPhoneCode: (credentials, phone) => requestPhoneCode(options, credentials, phone),
      echo: (credentials) => sendEcho(options, credentials),
      forgetEcho: (credentials, id) => deleteEcho(options, credentials, id),
    },
  };
}
