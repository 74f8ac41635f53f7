import { Code, Text } from '@mantine/core';
import classes from './FieldCounts.module.css';

/** `isNamed` is false for all that are counted together. */
type FieldCount = { key: string; field: string; isNamed: boolean; times: string; last: string };

/** Fields that others send in vain: which, how often, and when the last time. */
export function FieldCounts({ fields }: { fields: readonly FieldCount[] }) {
  return (
    <ul className={classes.fields}>
      {fields.map(({ key, field, isNamed, times, last }) => (
        <li key={key}>
          {isNamed ? <Code>{field}</Code> : <Text size="sm">{field}</Text>}
          <Text size="sm">{times}</Text>
          <Text size="sm" c="dimmed">
            {last}
          </Text>
        </li>
      ))}
    </ul>
  );
}
