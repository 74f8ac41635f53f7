import { CloseButton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './BulkBar.module.css';
import type { Selection } from './list.ts';
import { useWords } from './words.tsx';

type Props = { selection: Selection; children: ReactNode };

/** What can be done with the selected rows; stands at the bottom while any are. */
export function BulkBar({ selection, children }: Props) {
  const words = useWords();
  const { keys, onChange } = selection;
  if (keys.size === 0) return null;
  return (
    <div className={classes.bar} role="region" aria-label={words('row_menu')}>
      <CloseButton aria-label={words('clear_selection')} onClick={() => onChange(new Set())} />
      <Text size="sm" fw={550} aria-live="polite">
        {words('selected', { count: keys.size })}
      </Text>
      <span className={classes.actions}>{children}</span>
    </div>
  );
}
