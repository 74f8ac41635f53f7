import type { Credentials, ReadMessage } from '#server/channels/port.ts';
import { callInstance, type EvolutionOptions } from './api.ts';
import { numberOf } from './chats.ts';

/** Marks a message of a contact as read. */
export async function markMessageRead(
  options: EvolutionOptions,
  credentials: Credentials,
  { channelUserId, providerMessageId: id }: ReadMessage,
): Promise<void> {
  const number = numberOf(channelUserId);
  if (number === null) return;
  const remoteJid = number.includes('@') ? number : `${number}@s.whatsapp.net`;
  const json = { readMessages: [{ remoteJid, fromMe: false, id }] };
  await callInstance(options, credentials, { method: 'POST', path: '/chat/markMessageAsRead', json });
}
