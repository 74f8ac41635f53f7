import { useEffect, useEffectEvent } from 'react';

/** Modifier and key, as a person reads them. `Mod` is ⌘ on Apple's devices, Ctrl elsewhere. */
export const SHORTCUTS = {
  palette: ['Mod', 'K'],
  search: ['/'],
  save: ['Mod', 'S'],
  clear: ['Esc'],
  keys: ['?'],
} as const;
export type Shortcut = keyof typeof SHORTCUTS;

const MATCHES: Readonly<Record<Shortcut, (event: KeyboardEvent) => boolean>> = {
  palette: (event) => isCommand(event, 'KeyK'),
  // NOTE: the key of the slash has a full stop on Cyrillic keyboards; codes are the same in every layout.
  search: (event) => isPlain(event) && (event.key === '/' || (event.code === 'Slash' && event.key === '.')),
  save: (event) => isCommand(event, 'KeyS'),
  clear: (event) => isPlain(event) && event.key === 'Escape',
  keys: (event) => isPlain(event) && event.key === '?',
};

/** Keys that a field, or a layer over the page, has for itself. */
const IS_OF_PAGE: Readonly<Record<Shortcut, boolean>> = {
  palette: false,
  search: true,
  save: false,
  clear: true,
  keys: true,
};

type Options = {
  isOff?: boolean;
  /** Used when nothing else on the page answers the key. */
  isFallback?: boolean;
};

type Listener = { handle: () => void; isFallback: boolean };

/** Listeners by shortcut, in the order in which they came. */
const listeners = new Map<Shortcut, Listener[]>();

/** Calls a function when the keys of a shortcut are pressed; of several listeners, the one that came last. */
export function useShortcut(
  shortcut: Shortcut,
  handle: () => void,
  { isOff = false, isFallback = false }: Options = {},
): void {
  const onPress = useEffectEvent(handle);
  useEffect(() => {
    if (isOff) return;
    const listener: Listener = { handle: () => onPress(), isFallback };
    if (listeners.size === 0) addEventListener('keydown', press);
    listeners.set(shortcut, [...(listeners.get(shortcut) ?? []), listener]);
    return () => {
      const rest = (listeners.get(shortcut) ?? []).filter((one) => one !== listener);
      if (rest.length > 0) listeners.set(shortcut, rest);
      else listeners.delete(shortcut);
      if (listeners.size === 0) removeEventListener('keydown', press);
    };
  }, [shortcut, isOff, isFallback]);
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  for (const [shortcut, all] of listeners) {
    if (!MATCHES[shortcut](event)) continue;
    if (IS_OF_PAGE[shortcut] && (isTyping(event) || isCovered())) continue;
    const listener = all.findLast(({ isFallback }) => !isFallback) ?? all.at(-1);
    event.preventDefault();
    listener?.handle();
    return;
  }
}

/** Whether a plain key was pressed for the page: nobody types, and no window, drawer or menu has it for itself. */
export function isKeyOfPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  return isPlain(event) && !event.shiftKey && !isTyping(event) && !isCovered();
}

function isCommand(event: KeyboardEvent, code: string): boolean {
  return (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.code === code;
}

function isPlain({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey;
}

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
}

/** Whether a window, a drawer or a menu lies over the page. */
function isCovered(): boolean {
  const layers = document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]');
  return [...layers].some((layer) => !layer.closest('[hidden], [style*="display: none"]'));
}

/** The keys of a shortcut as this device names them. */
export function keysOf(shortcut: Shortcut): string[] {
  const modifier = isApple() ? '⌘' : 'Ctrl';
  return SHORTCUTS[shortcut].map((key) => (key === 'Mod' ? modifier : key));
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
