import { MultiSelect } from '@mantine/core';
import { useWords } from '#web/ui/words.tsx';

type Props<Value extends string> = {
  label: string;
  description?: string;
  /** Shown while nothing is chosen. */
  placeholder: string;
  data: { value: Value; label: string }[];
  value: Value[];
  onChange: (value: Value[]) => void;
};

/** A choice of any number among many. */
export function ManySelect<Value extends string>({ placeholder, ...props }: Props<Value>) {
  const words = useWords();
  return (
    <MultiSelect<Value>
      searchable
      clearable
      nothingFoundMessage={words('nothing_found')}
      placeholder={props.value.length === 0 ? placeholder : ''}
      {...props}
    />
  );
}
