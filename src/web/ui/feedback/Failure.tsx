import { Button, Text, Title } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useContext } from 'react';
import { HeadingOrder } from '#web/ui/layout/heading-order.ts';
import classes from '#web/ui/Notice.module.css';
import { useExplain, useWords } from '#web/ui/words.tsx';

type Props = {
  error: unknown;
  /** The failure in words; the general ones when left out. */
  title?: string | undefined;
  /** Tries again in place. */
  onRetry?: () => unknown;
};

/** Stands where something could not be loaded: what happened, what is safe, what to do. */
export function Failure({ error, title: own, onRetry }: Props) {
  const words = useWords();
  const order = useContext(HeadingOrder);
  const { title, text, requestId, canRetry } = useExplain()(error);
  return (
    <div className={classes.notice} role="alert">
      <IconCloudOff className={classes.icon} size={36} stroke={1.5} aria-hidden />
      <Title order={order} fz="h2">
        {own ?? title}
      </Title>
      <Text c="dimmed">{text}</Text>
      {onRetry && canRetry && <Button onClick={() => void onRetry()}>{words('retry')}</Button>}
      {requestId && (
        <Text size="xs" c="dimmed">
          {words('request_id', { id: requestId })}
        </Text>
      )}
    </div>
  );
}
