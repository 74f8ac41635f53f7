import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import classes from './Toasts.module.css';

/** Draws the toasts, over dialogs too, so that an action can be undone while one is open. Stands once. */
export function Toasts() {
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
