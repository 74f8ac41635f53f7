import { Button, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '#web/lib/i18n.ts';
import classes from './content.module.css';

type Props = {
  /** Numbers that stand there until others are typed. */
  usualPhones: string;
  isBusy: boolean;
  onSend: (phones: string) => void;
};

/** Sends a text to own numbers. */
export function TestSend({ usualPhones, isBusy, onSend }: Props) {
  const t = useTexts();
  const [phones, setPhones] = useState<string | null>(null);
  const value = phones ?? usualPhones;
  return (
    <div className={classes.test}>
      <TextInput
        label={t('flows:editor.test_to')}
        inputMode="tel"
        value={value}
        onChange={(event) => setPhones(event.currentTarget.value)}
      />
      <Button variant="default" leftSection={<IconSend size={18} />} loading={isBusy} onClick={() => onSend(value)}>
        {t('flows:editor.test_send')}
      </Button>
    </div>
  );
}
