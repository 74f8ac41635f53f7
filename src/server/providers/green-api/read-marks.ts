import type { Credentials, ReadMessage } from '#server/channels/port.ts';
import { callInstance, type GreenApiOptions } from './api.ts';
import { chatIdOf } from './chats.ts';

/** Marks a chat as read up to a message; https://green-api.com/en/docs/api/marks/ReadChat/ */
export async function markChatRead(
  options: GreenApiOptions,
  credentials: Credentials,
  { channelUserId, providerMessageId }: ReadMessage,
): Promise<void> {
  const chatId = chatIdOf(channelUserId);
  if (chatId === null) return;
  await callInstance(options, credentials, { method: 'readChat', json: { chatId, idMessage: providerMessageId } });
}

/** Telegram's ids count within a chat, and ours begin with it. */
export async function markTelegramChatRead(
  options: GreenApiOptions,
  credentials: Credentials,
  { channelUserId: chatId, providerMessageId }: ReadMessage,
): Promise<void> {
  const idMessage = providerMessageId.slice(providerMessageId.lastIndexOf(':') + 1);
  await callInstance(options, credentials, { method: 'readChat', json: { chatId, idMessage } });
}
