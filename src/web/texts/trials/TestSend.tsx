import { Button, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from '#web/texts/content.module.css';

type Props = {
  /** Numbers that stand there until others are typed. */
  usualPhones: string;
  isBusy: boolean;
  onSend: (phones: string) => void;
};

/** Sends a text to own numbers. */
export function TestSend({ usualPhones, isBusy, onSend }: Props) {
  const t = useTexts();
  const [typed, setTyped] = useState<string | null>(null);
  // Usual numbers that come late do not join what a person is about to type.
  const [atFocus, setAtFocus] = useState<string | null>(null);
  const value = typed ?? atFocus ?? usualPhones;
  return (
    <div className={classes.test}>
      <TextInput
        label={t('flows:editor.test_to')}
        inputMode="tel"
        value={value}
        onFocus={() => setAtFocus(value)}
        onBlur={() => setAtFocus(null)}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button variant="default" leftSection={<IconSend size={18} />} loading={isBusy} onClick={() => onSend(value)}>
        {t('flows:editor.test_send')}
      </Button>
    </div>
  );
}
