import { CloseButton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './BulkBar.module.css';
import { useShortcut } from '#web/ui/shortcuts.ts';
import { useWords } from '#web/ui/words.tsx';

type Props = {
  count: number;
  /** How many, in the page's own words; "3 rows" when left out. */
  label?: string;
  onClear: () => void;
  /** Beside the count, e.g. a way to choose all there are. */
  more?: ReactNode;
  /** Actions on all chosen rows. */
  children: ReactNode;
};

/** Stands at the bottom while rows are chosen: how many, and what to do with them. */
export function BulkBar({ count, label, onClear, more, children }: Props) {
  const words = useWords();
  useShortcut('clear', onClear, { isOff: count === 0 });
  if (count === 0) return null;
  const chosen = label ?? words('selected', { count });
  return (
    <div className={classes.bar} role="toolbar" aria-label={chosen}>
      <div className={classes.count}>
        <CloseButton aria-label={words('clear')} onClick={onClear} />
        <Text size="sm" fw={600} aria-live="polite">
          {chosen}
        </Text>
        {more}
      </div>
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
