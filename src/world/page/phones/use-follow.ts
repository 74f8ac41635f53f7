import { useEffect, useRef } from 'react';
import type { Person, TelegramState, TextPhoneState, WhatsAppState } from '../types.ts';

/** After the clock was turned, the phone that rings is the one to look at, for this long. */
const FOLLOW_MS = 8000;

type Ring = { at: string; phone: string };

/** Opens the person who is messaged right after the clock was turned at `turnedAt` (epoch milliseconds). */
export function useFollow(
  messages: {
    people: Person[];
    whatsapp: WhatsAppState | undefined;
    telegram: TelegramState | undefined;
    textPhones: TextPhoneState[];
  },
  turnedAt: number,
  onPhone: (phone: string) => void,
): void {
  const { people, whatsapp, telegram, textPhones } = messages;
  const newest = whatsapp && telegram ? newestRing({ people, whatsapp, telegram, textPhones }) : undefined;
  const seenAt = useRef<string | null>(null);
  const at = newest?.at;
  const phone = newest?.phone;

  useEffect(() => {
    if (!whatsapp || !telegram) return;
    const isNew = seenAt.current !== null && at !== undefined && at > seenAt.current;
    seenAt.current = at ?? '';
    if (isNew && phone !== undefined && Date.now() - turnedAt < FOLLOW_MS) onPhone(phone);
  }, [at, phone, turnedAt, onPhone, whatsapp, telegram]);
}

/** The newest message that reached anybody. */
type Messages = { people: Person[]; whatsapp: WhatsAppState; telegram: TelegramState; textPhones: TextPhoneState[] };

function newestRing({ people, whatsapp, telegram, textPhones }: Messages): Ring | undefined {
  const phoneByChat = new Map(people.map((person) => [person.chatId, person.phone]));
  const rings: Ring[] = [];
  for (const { phone, messages } of whatsapp.chats) {
    const last = messages.findLast((message) => message.direction === 'out' && message.status !== 'failed');
    if (last && phone !== null) rings.push({ at: last.at, phone });
  }
  for (const { chatId, messages } of telegram.chats) {
    const last = messages.findLast((message) => message.direction === 'out');
    const phone = phoneByChat.get(chatId);
    if (last && phone) rings.push({ at: last.at, phone });
  }
  for (const { phone, messages } of textPhones.flatMap(({ chats }) => chats)) {
    const last = messages.findLast((message) => message.direction === 'out' && message.status === 'arrived');
    if (last) rings.push({ at: last.at, phone: phone.slice(1) });
  }
  return rings.toSorted((a, b) => b.at.localeCompare(a.at))[0];
}
