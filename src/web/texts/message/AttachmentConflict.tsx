import { Button, Group, Text } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import classes from '#web/texts/content.module.css';

export type ConflictProps = {
  /** The present attachment that conflicts with the new one. */
  existing: 'buttons' | 'attachment';
  /** Removes what is in the way and goes on. */
  onResolve: () => void;
  onKeep: () => void;
};

/** Says that buttons and a picture or file exclude each other, and offers the way out. */
export function AttachmentConflict({ existing, onResolve, onKeep }: ConflictProps) {
  const t = useTexts();
  return (
    <TroubleAlert tone="attention" title={t('attention:attachment_conflict.title')} className={classes.conflict}>
      <Text size="sm" mb="xs">
        {t(`attention:attachment_conflict.with_${existing}`)}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={onResolve}>
          {t(`attention:attachment_conflict.drop_${existing}`)}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={onKeep}>
          {t('attention:attachment_conflict.keep')}
        </Button>
      </Group>
    </TroubleAlert>
  );
}
