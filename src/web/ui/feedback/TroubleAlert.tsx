import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './TroubleAlert.module.css';

type Props = {
  /** `bad`: it does not work; `attention`: it works, something is missing. */
  tone: 'bad' | 'attention';
  title?: string;
  /** Advice or buttons that resolve the problem. */
  children: ReactNode;
  /** The outside service's own error text. */
  note?: string | null;
  /** The button that mends it. */
  action?: ReactNode;
  className?: string;
};

/** Something is wrong: the cause, what to do, and the other side's words. */
export function TroubleAlert({ tone, title, children, note, action, className }: Props) {
  return (
    <Alert
      className={className}
      classNames={{ root: classes.alert, body: classes.body }}
      color={tone}
      icon={<IconAlertTriangle size={20} />}
      title={title}
      role="alert"
    >
      {children}
      {note && (
        <Text size="sm" mt={4}>
          {note}
        </Text>
      )}
      {action && <div className={classes.action}>{action}</div>}
    </Alert>
  );
}
