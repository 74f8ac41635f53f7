import { TagsInput } from '@mantine/core';
import type { TagsInputProps } from '@mantine/core';

/** The field of `TagsField` with its list. */
export function OpenedTags(props: TagsInputProps) {
  return <TagsInput clearable splitChars={[',']} {...props} />;
}
