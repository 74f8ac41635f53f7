import { Select } from '@mantine/core';
import type { SelectProps } from '@mantine/core';
import { useWords } from './words.tsx';

/** The field of `SearchSelect` with its list. */
export function OpenedSelect({ onFocus, onClick, ...props }: SelectProps) {
  const words = useWords();
  return (
    <Select
      searchable
      allowDeselect={false}
      selectFirstOptionOnChange
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
