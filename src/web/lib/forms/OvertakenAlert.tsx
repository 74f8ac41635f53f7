import { Button, Group, Text } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import type { Overtaking } from './versioned-form.ts';

/** Choice between the saved and the own version after a conflict. */
export function OvertakenAlert({ title, overtaking }: { title: string; overtaking: Overtaking }) {
  const t = useTexts();
  return (
    <TroubleAlert tone="attention" title={title}>
      <Text size="sm" mb="xs">
        {t('ui:overtaken.text')}
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={overtaking.loadSaved}>
          {t('ui:overtaken.take_theirs')}
        </Button>
        <Button variant="default" onClick={overtaking.keepEdited}>
          {t('ui:overtaken.keep_mine')}
        </Button>
      </Group>
    </TroubleAlert>
  );
}
