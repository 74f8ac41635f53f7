import { randomId } from '@mantine/hooks';
import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';
import { type ToastText, type ToastType, toastContent } from './toast-content.tsx';

/** From the specification, sections 4 and 9. */
const SHOWN_MS = 5_000;
const MAX_SHOWN = 5;
const MAX_WARNINGS = 1;
/** How long an action can be undone. */
const UNDO_MS = 10_000;

/** Shows a toast at the edge of the screen; returns its id. */
export const toast = {
  success: (text: ToastText) => show('success', text),
  error: (text: ToastText) => show('error', text),
  warning: (text: ToastText) => show('warning', text),
  /** For an action that takes effect at once and can be undone. */
  undo: (text: ToastText, undo: () => void) => show('success', text, undo),
};

function show(type: ToastType, text: ToastText, undo?: () => void): string {
  const id = randomId();
  const hideAndUndo = () => {
    notifications.hide(id);
    undo?.();
  };
  const next: NotificationData = {
    ...toastContent(type, text, undo && hideAndUndo),
    id,
    autoClose: undo ? UNDO_MS : SHOWN_MS,
    // NOTE: Mantine stops the time under the pointer, but in this layout not under the keyboard's focus
    onFocus: () => notifications.update({ ...next, autoClose: false }),
    onBlur: () => notifications.update(next),
  };
  notifications.updateState(notificationsStore, (shown) => withToast(shown, next));
  return id;
}

/**
 * The toasts after one more: a warning replaces the warning before it, and above the limit the oldest are dropped.
 *
 * NOTE: Mantine's own limit keeps the oldest and lets the new one wait.
 */
function withToast(shown: NotificationData[], next: NotificationData): NotificationData[] {
  const warnings = shown.filter(isWarning);
  const surplus = isWarning(next) ? warnings.slice(0, warnings.length - MAX_WARNINGS + 1) : [];
  return [...shown.filter((one) => !surplus.includes(one)), next].slice(-MAX_SHOWN);
}

const isWarning = (one: NotificationData): boolean => one['data-type'] === 'warning';
