import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import classes from './ToastStack.module.css';

/** Draws the toasts, over dialogs too, so that an action can be undone while one is open. Stands once. */
export function ToastStack() {
  // NOTE: drawn after the page, and before the first toast: what is read aloud must come into a frame that stands already
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true));
    return () => clearTimeout(timer);
  }, []);
  if (!isDrawn) return null;
  return (
    <Notifications
      position="bottom-center"
      pauseResetOnHover="notification"
      notificationMaxHeight={320}
      aria-live="polite"
      classNames={{ root: classes.stack, notification: classes.toast }}
    />
  );
}
