import '@mantine/notifications/styles.layer.css';
import { Notifications, useNotifications } from '@mantine/notifications';
import { useState } from 'react';
import classes from './Toasts.module.css';

/** Draws the toasts, over dialogs too, so that an action can be undone while one is open. Stands once. */
export function Toasts() {
  const { notifications } = useNotifications();
  const [isUsed, setUsed] = useState(false);
  if (!isUsed && notifications.length > 0) setUsed(true);
  if (!isUsed) return null;
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
