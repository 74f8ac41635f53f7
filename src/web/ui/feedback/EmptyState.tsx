import { Text, Title } from '@mantine/core';
import { type ReactNode, useContext } from 'react';
import { HeadingOrder } from '#web/ui/layout/heading-order.ts';
import classes from '#web/ui/Notice.module.css';

type Props = {
  icon?: ReactNode;
  title?: string;
  /** One sentence: what will be here. */
  text: string;
  /** The one thing that makes it so. */
  action?: ReactNode;
  /** Where an example helps. */
  children?: ReactNode;
};

/** Stands where there is nothing yet. */
export function EmptyState({ icon, title, text, action, children }: Props) {
  const order = useContext(HeadingOrder);
  return (
    <div className={classes.notice}>
      {icon && <div className={classes.icon}>{icon}</div>}
      {title && (
        <Title order={order} fz="h2">
          {title}
        </Title>
      )}
      <Text c="dimmed">{text}</Text>
      {action}
      {children}
    </div>
  );
}
