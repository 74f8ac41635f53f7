import { Button, Text } from '@mantine/core';
import { IconTextRecognition } from '@tabler/icons-react';
import type { ThreadFile } from '#contract/conversations/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './media.module.css';

type Props = {
  transcript: ThreadFile['transcript'];
  /** Has the words written, also where that failed. */
  onTranscribe: () => void;
};

/** The words of a voice message under its player, or the button that has them written. */
export function VoiceWords({ transcript, onTranscribe }: Props) {
  const t = useTexts();
  if (transcript?.state === 'writing') {
    return (
      <Text size="xs" className={classes.byMachine} role="status">
        {t('conversations:transcript.writing')}
      </Text>
    );
  }
  if (transcript?.state === 'written') {
    return (
      <div className={classes.words}>
        {transcript.text}
        <Text size="xs" className={classes.byMachine}>
          {t('conversations:transcript.by_machine')}
        </Text>
      </div>
    );
  }
  const trouble = transcript?.trouble ?? null;
  const isFinal = trouble === 'too_long' || trouble === 'no_model';
  return (
    <>
      {trouble && <Text size="xs">{t(`conversations:transcript.trouble.${trouble}`)}</Text>}
      {!isFinal && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.transcribe}
          leftSection={<IconTextRecognition size={16} />}
          onClick={onTranscribe}
        >
          {t(trouble ? 'conversations:thread.retry' : 'conversations:transcript.request')}
        </Button>
      )}
    </>
  );
}
