import { useEffect, useEffectEvent } from 'react';
import { isKeyOfPage } from '#web/ui/shortcuts.ts';

/** Keys of the page by their place on the keyboard, so that they are the same in every layout. */
export const CONVERSATION_KEYS = {
  next: 'KeyJ',
  previous: 'KeyK',
  open: 'Enter',
  leave: 'Escape',
  reply: 'KeyR',
  note: 'KeyN',
  close: 'KeyE',
  undo: 'KeyZ',
  assign: 'KeyA',
  take: 'KeyI',
  snooze: 'KeyS',
  unread: 'KeyU',
  template: 'KeyT',
} as const;
export type ConversationKey = keyof typeof CONVERSATION_KEYS;

export const CONVERSATION_KEY_NAMES = Object.keys(CONVERSATION_KEYS) as ConversationKey[]; // NOTE: the keys of a plain object of this type

/** A key as people read it: `J`, `Enter`, `Esc`. */
export function keyWord(name: ConversationKey): string {
  const code = CONVERSATION_KEYS[name];
  return code === 'Escape' ? 'Esc' : code.replace('Key', '');
}

const OFF_KEY = 'conversation-keys-off';

/** Whether the member switched single keys off in this browser. */
export const areKeysOff = (): boolean => localStorage.getItem(OFF_KEY) === 'true';

export function switchKeys(isOff: boolean): void {
  localStorage.setItem(OFF_KEY, String(isOff));
}

/** Calls back for the page's single keys; not while a person types or a layer covers the page. */
export function useConversationKeys(handlers: Partial<Record<ConversationKey, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (areKeysOff() || !isKeyOfPage(event)) return;
    const name = CONVERSATION_KEY_NAMES.find((one) => CONVERSATION_KEYS[one] === event.code);
    const handle = name && handlers[name];
    if (!handle) return;
    if (event.repeat && name !== 'next' && name !== 'previous') return;
    if (name === 'open' && event.target instanceof Element && event.target.closest('a, button')) return; // NOTE: Enter presses what has the focus
    event.preventDefault();
    handle();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
