import type { Chats } from './chats.ts';
import { classOf } from './telegram-errors.ts';

/** Telegram's own chat: sign-in codes and notices, never a contact. */
const SERVICE_CHAT = '777000';

/** Chats of Telegram: people have positive numbers, groups and channels negative ones. */
export const TELEGRAM_CHATS: Chats = {
  isPerson: (chatId) => /^\d{1,19}$/.test(chatId) && chatId !== SERVICE_CHAT,
  userIdOf: (chatId) => chatId,
  aliasesOf: () => [],
  phoneOf: (_chatId, shown) => (shown && /^\d{7,15}$/.test(shown) ? `+${shown}` : null),
  messageIdOf: (chatId, id) => `${chatId}:${id}`,
  failureOf: (status, description = '') =>
    status === 'noAccount' ? 'recipient_invalid' : (classOf(description) ?? 'content_rejected'),
};
