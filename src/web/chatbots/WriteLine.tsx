import { ActionIcon, Group, TextInput } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';

/** The line in which the owner writes as a client. */
export function WriteLine({ onSend }: { onSend: (text: string) => void }) {
  const t = useTexts();
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) onSend(text.trim());
        setText('');
      }}
    >
      <Group gap={4} p={6} wrap="nowrap">
        <TextInput
          flex={1}
          size="sm"
          aria-label={t('chatbots:try.field')}
          placeholder={t('chatbots:try.placeholder')}
          maxLength={300}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <ActionIcon type="submit" size="lg" aria-label={t('chatbots:try.send')}>
          <IconSend2 size={18} />
        </ActionIcon>
      </Group>
    </form>
  );
}
