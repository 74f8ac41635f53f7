import { Button, Group, Text } from '@mantine/core';
import { useTexts } from '#web/lib/i18n.ts';
import { TroubleAlert } from '#web/ui/TroubleAlert.tsx';

type Props = {
  /** What stands there already and is in the way. */
  existing: 'buttons' | 'attachment';
  /** Removes what is in the way and goes on. */
  onResolve: () => void;
  onKeep: () => void;
};

/** Buttons and a picture or file exclude each other: says so where a person meets it, and offers the way out. */
export function AttachmentConflict({ existing, onResolve, onKeep }: Props) {
  const t = useTexts();
  return (
    <TroubleAlert tone="attention" title={t('message.conflict.title')}>
      <Text size="sm" mb="xs">
        {t(`message.conflict.with_${existing}`)}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={onResolve}>
          {t(`message.conflict.drop_${existing}`)}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={onKeep}>
          {t('message.conflict.keep')}
        </Button>
      </Group>
    </TroubleAlert>
  );
}
