import { Text } from '@mantine/core';
import classes from './Engineer.module.css';

/** A value, laid out to be read. */
export function Json({ title, value }: { title: string; value: unknown }) {
  return (
    <div>
      <Text fz={12.5} fw={650} c="var(--page-quiet)">
        {title}
      </Text>
      <pre className={classes.json} tabIndex={0}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </div>
  );
}
