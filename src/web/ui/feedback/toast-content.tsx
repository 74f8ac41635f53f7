import { Button } from '@mantine/core';
import type { NotificationData } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconExclamationMark } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './ToastStack.module.css';
import { useWords } from '#web/ui/words.tsx';

export type ToastType = 'success' | 'error' | 'warning';

export type ToastText = { title: string; description?: string };

const APPEARANCES = {
  success: { color: 'good', icon: <IconCheck size={18} aria-hidden />, role: 'status' },
  error: { color: 'bad', icon: <IconExclamationMark size={18} aria-hidden />, role: 'alert' },
  warning: { color: 'attention', icon: <IconAlertTriangle size={18} aria-hidden />, role: 'status' },
} satisfies Record<ToastType, Partial<NotificationData>>;

/** Returns the notification that shows a toast, with its undo button. */
export function toastContent(type: ToastType, { title, description }: ToastText, undo?: () => void): NotificationData {
  return {
    'data-type': type,
    ...APPEARANCES[type],
    withBorder: true,
    classNames: { body: classes.body, title: classes.title, description: classes.message },
    title,
    message: (
      <>
        {description && <span className={classes.description}>{description}</span>}
        {undo && <UndoButton onUndo={undo} />}
      </>
    ),
  };
}

/** Works once: a toast can still be pressed while it fades out. */
function UndoButton({ onUndo }: { onUndo: () => void }) {
  const words = useWords();
  const [isUsed, setUsed] = useState(false);
  const undo = () => {
    setUsed(true);
    onUndo();
  };

  return (
    <Button size="xs" variant="light" className={classes.undo} disabled={isUsed} onClick={undo}>
      {words('undo')}
    </Button>
  );
}
