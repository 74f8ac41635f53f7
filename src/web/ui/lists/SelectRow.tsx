import { Checkbox } from '@mantine/core';
import type { Selection } from './list.ts';
import classes from './SelectRow.module.css';
import { useWords } from '#web/ui/words.tsx';

type RowProps = { rowKey: string; name: string | undefined; selection: Selection };

/** Chooses one row of a list. */
export function SelectRow({ rowKey, name, selection: { keys, onChange } }: RowProps) {
  const words = useWords();
  const isSelected = keys.has(rowKey);
  const toggle = () => onChange(new Set(isSelected ? [...keys].filter((key) => key !== rowKey) : [...keys, rowKey]));
  return (
    <span className={classes.target}>
      <Checkbox
        aria-label={[words('select_row'), name].filter(Boolean).join(': ')}
        checked={isSelected}
        onChange={toggle}
      />
    </span>
  );
}

type AllProps = { rowKeys: readonly string[]; selection: Selection };

/** Chooses all rows that are loaded, or none. */
export function SelectAll({ rowKeys, selection: { keys, onChange } }: AllProps) {
  const words = useWords();
  const isAll = rowKeys.every((key) => keys.has(key));
  return (
    <span className={classes.target}>
      <Checkbox
        aria-label={words('select_all')}
        checked={isAll}
        indeterminate={keys.size > 0 && !isAll}
        onChange={() => onChange(new Set(isAll ? [] : rowKeys))}
      />
    </span>
  );
}
