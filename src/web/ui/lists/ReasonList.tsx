import { Text } from '@mantine/core';
import classes from './ReasonList.module.css';

/** Things by their titles, each with the reason why nothing was done with it. */
export function ReasonList({ items }: { items: readonly { id: string; title: string; reason: string }[] }) {
  return (
    <ul className={classes.list}>
      {items.map(({ id, title, reason }) => (
        <li key={id}>
          <Text fw={550} size="sm">
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            {reason}
          </Text>
        </li>
      ))}
    </ul>
  );
}
