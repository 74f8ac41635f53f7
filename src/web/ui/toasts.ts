/** From the specification, sections 4 and 9. */
const SHOWN_MS = 5_000;
const MOST_SHOWN = 5;
const MOST_WARNINGS = 1;
/** How long something done at once can be undone. */
const UNDO_MS = 10_000;

export type ToastType = 'success' | 'error' | 'warning';

export type Toast = {
  id: string;
  type: ToastType;
  title: string;
  description?: string;
  shownMs: number;
  /** Takes back what was done; the toast goes at once. */
  undo?: () => void;
};

type ToastWords = { title: string; description?: string };

let toasts: readonly Toast[] = [];
const listeners = new Set<() => void>();

/** Shows a toast at the edge of the screen. */
export const toast = {
  success: (words: ToastWords) => show({ ...words, type: 'success', shownMs: SHOWN_MS }),
  error: (words: ToastWords) => show({ ...words, type: 'error', shownMs: SHOWN_MS }),
  warning: (words: ToastWords) => show({ ...words, type: 'warning', shownMs: SHOWN_MS }),
  /** For what is done at once and can be taken back. */
  undo: (words: ToastWords, undo: () => void) => show({ ...words, type: 'success', shownMs: UNDO_MS, undo }),
};

export function dismissToast(id: string): void {
  become(toasts.filter((one) => one.id !== id));
}

export const currentToasts = (): readonly Toast[] => toasts;

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The toasts after one more came: the oldest go when there are too many, and a warning takes the place of the one
 * before it.
 */
export function withToast(shown: readonly Toast[], next: Toast): readonly Toast[] {
  const warnings = shown.filter(({ type }) => type === 'warning');
  const surplus = next.type === 'warning' ? warnings.slice(0, warnings.length - MOST_WARNINGS + 1) : [];
  return [...shown.filter((one) => !surplus.includes(one)), next].slice(-MOST_SHOWN);
}

function show(next: Omit<Toast, 'id'>): string {
  const id = Math.random().toString(36).slice(2);
  become(withToast(toasts, { ...next, id }));
  return id;
}

function become(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
