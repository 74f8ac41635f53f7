import { Button, CloseButton, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { currentToasts, dismissToast, subscribeToToasts } from './toasts.ts';
import type { Toast } from './toasts.ts';
import classes from './Toasts.module.css';
import { useWords } from './words.tsx';

const ICONS = { success: IconCircleCheck, error: IconExclamationCircle, warning: IconAlertTriangle };

/** Draws the toasts of the moment, over dialogs too: what was done can be taken back while one is open. Stands once. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  return createPortal(
    <section className={classes.stack} aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>,
    document.body,
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const words = useWords();
  const [isHeld, setHeld] = useState(false);
  useDismissal(toast, isHeld);
  const Icon = ICONS[toast.type];
  const hold = { onMouseEnter: () => setHeld(true), onMouseLeave: () => setHeld(false) };

  return (
    <div
      className={classes.toast}
      data-type={toast.type}
      data-long={toast.undo && toast.description ? true : undefined}
      role={toast.type === 'error' ? 'alert' : 'status'}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      {...hold}
    >
      <Icon className={classes.icon} size={20} aria-hidden />
      <div className={classes.words}>
        <Text size="sm" fw={550}>
          {toast.title}
        </Text>
        {toast.description && (
          <Text size="sm" c="dimmed">
            {toast.description}
          </Text>
        )}
      </div>
      {toast.undo && (
        <Button size="xs" variant="light" className={classes.undo} onClick={() => takeBack(toast)}>
          {words('undo')}
        </Button>
      )}
      <CloseButton size="sm" aria-label={words('close')} onClick={() => dismissToast(toast.id)} />
    </div>
  );
}

function takeBack({ id, undo }: Toast): void {
  dismissToast(id);
  undo?.();
}

/** Lets a toast go when its time is over; the time stands still while a person is on it. */
function useDismissal({ id, shownMs }: Toast, isHeld: boolean): void {
  const leftMs = useRef(shownMs);
  useEffect(() => {
    if (isHeld) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => dismissToast(id), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= Date.now() - startedAt;
    };
  }, [id, isHeld]);
}
