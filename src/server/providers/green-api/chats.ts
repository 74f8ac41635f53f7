import type { ErrorClass } from '#contract/delivery/calls.ts';

/** How a gateway names the chats and messages of one messenger. */
export type Chats = {
  /** Groups and channels are no people. */
  isPerson(chatId: string): boolean;
  /** The id by which we know the contact of a chat. */
  userIdOf(chatId: string): string;
  /** Other ids of the same person. */
  aliasesOf(chatId: string, phone: string | null): string[];
  /** @param shown the number that the messenger shows, if any @returns E.164; null where it is not known */
  phoneOf(chatId: string, shown: string | undefined): string | null;
  /** The id of a message, unique in the session. */
  messageIdOf(chatId: string, id: string): string;
  /** The class of a failure by its status and words. */
  failureOf(status: string, description: string | undefined): ErrorClass;
};

/**
 * Returns the gateway's id of a chat: `79990001122@c.us` for a phone or its digits; an id that is not a phone, such as
 * `…@lid`, stays.
 */
export function chatIdOf(address: string | null): string | null {
  if (address === null) return null;
  if (address.includes('@')) return address;
  const digits = address.replaceAll(/\D/g, '');
  return digits ? `${digits}@c.us` : null;
}

/** Returns what we call a contact: the digits of their phone, or an id that is not a phone. */
export function userIdOf(chatId: string): string {
  return chatId.replace(/@(c\.us|s\.whatsapp\.net)$/, '');
}

/** The phone of a chat in E.164; null where the id is not one. */
export function phoneOf(chatId: string, shown?: string): string | null {
  const digits = /^(\d{7,15})@(?:c\.us|s\.whatsapp\.net)$/.exec(chatId)?.[1] ?? shown?.replace(/@.*$/, '');
  return digits && /^\d{7,15}$/.test(digits) ? `+${digits}` : null;
}

const FAILURES: Readonly<Record<string, ErrorClass>> = {
  noAccount: 'recipient_invalid',
  notInGroup: 'recipient_invalid',
  yellowCard: 'account_blocked',
};

export const WHATSAPP_CHATS: Chats = {
  isPerson: (chatId) => /@(c\.us|lid|s\.whatsapp\.net)$/.test(chatId),
  userIdOf,
  phoneOf: (chatId, shown) => phoneOf(chatId, chatId.endsWith('@lid') ? shown : undefined),
  aliasesOf: (chatId, phone) => (phone && chatId.endsWith('@lid') ? [phone.slice(1)] : []),
  messageIdOf: (_chatId, id) => id,
  failureOf: (status) => FAILURES[status] ?? 'content_rejected',
};
