import { MultiSelect } from '@mantine/core';
import type { MultiSelectProps } from '@mantine/core';
import { useWords } from './words.tsx';

/** The field of `ManySelect` with its list. */
export function OpenedManySelect<Value extends string>(props: MultiSelectProps<Value>) {
  const words = useWords();
  return <MultiSelect searchable clearable nothingFoundMessage={words('nothing_found')} {...props} />;
}
