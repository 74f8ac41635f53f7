import { ActionIcon, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { toast } from '#web/ui/feedback/toasts.ts';
import { useWords } from '#web/ui/words.tsx';
import type { Words } from '#web/ui/words.tsx';

type Props = { label: string; value: string; description?: string };

/** Shows a value to be taken elsewhere. */
export function CopyField({ label, value, description }: Props) {
  const words = useWords();
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      readOnly
      rightSectionWidth={44}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <ActionIcon size={30} aria-label={words('copy')} onClick={() => void copyValue(value, words)}>
          <IconCopy size={18} />
        </ActionIcon>
      }
    />
  );
}

/** Puts a value on the clipboard and says so. */
export async function copyValue(value: string, words: Words): Promise<void> {
  await navigator.clipboard.writeText(value);
  toast.success({ title: words('copied', { value }) });
}
