import { ActionIcon, Textarea } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { LONGEST_TRIAL_MESSAGE } from '#contract/assistants/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import classes from './trial.module.css';

type Props = { isBusy: boolean; onSend: (text: string) => void };

/** The field to write as a client; Enter sends on a desk. What is typed while an answer is awaited stays. */
export function TrialField({ isBusy, onSend }: Props) {
  const t = useTexts();
  const isMobile = useIsMobile();
  const [text, setText] = useState('');
  const send = () => {
    const written = text.trim();
    if (written === '' || isBusy) return;
    onSend(written);
    setText('');
  };
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isMobile) return;
    event.preventDefault();
    send();
  };
  return (
    // NOTE: no form of its own, so that Ctrl+S saves the settings from here too
    <div className={classes.field}>
      <Textarea
        flex={1}
        autosize
        minRows={1}
        maxRows={5}
        aria-label={t('assistants:trial.field')}
        placeholder={t('assistants:trial.placeholder')}
        maxLength={LONGEST_TRIAL_MESSAGE}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={sendOnEnter}
      />
      <ActionIcon
        onClick={send}
        variant="filled"
        color="brand"
        size={38}
        loading={isBusy}
        aria-label={t('assistants:trial.send')}
      >
        <IconSend2 size={18} />
      </ActionIcon>
    </div>
  );
}
