import { Select } from '@mantine/core';
import type { SelectProps } from '@mantine/core';
import { useWords } from '#web/ui/words.tsx';

/** Nobody looks through a longer list: they type on. */
const MAX_SHOWN = 200;

/** A choice among many: what was chosen is selected on entering the field, so that typing searches at once. */
export function SearchSelect({ onFocus, onClick, ...props }: SelectProps) {
  const words = useWords();
  return (
    <Select
      searchable
      allowDeselect={false}
      selectFirstOptionOnChange
      limit={MAX_SHOWN}
      nothingFoundMessage={words('nothing_found')}
      // Options that nobody looks at would be drawn again with each letter typed into another field.
      comboboxProps={{ keepMounted: false }}
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
