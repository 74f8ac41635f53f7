import { TagsInput } from '@mantine/core';
import type { TagsInputProps } from '@mantine/core';

type Props = {
  label: string;
  description?: string;
  /** Shown while nothing is chosen. */
  placeholder: string;
  data: string[];
  value: string[];
  onChange: (value: string[]) => void;
} & Pick<TagsInputProps, 'error'>;

/** A choice of any number among words; others may be typed. */
export function TagsField(props: Props) {
  return <TagsInput clearable splitChars={[',']} {...props} />;
}
