import { Select } from '@mantine/core';
import type { SelectProps } from '@mantine/core';
import { useWords } from './words.tsx';

/** More nobody looks through: she types on. */
const MOST_SHOWN = 200;

/** The field of `SearchSelect` with its list. */
export function OpenedSelect({ onFocus, onClick, ...props }: SelectProps) {
  const words = useWords();
  return (
    <Select
      searchable
      allowDeselect={false}
      selectFirstOptionOnChange
      limit={MOST_SHOWN}
      nothingFoundMessage={words('nothing_found')}
      {...props}
      onFocus={(event) => {
        event.currentTarget.select();
        onFocus?.(event);
      }}
      onClick={(event) => {
        event.currentTarget.select();
        onClick?.(event);
      }}
    />
  );
}
