import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { readPhone, useFormatPhone } from '#web/lib/format/phone.ts';

type Props = {
  /** E.164. */
  phones: readonly string[];
  onChange: (phones: string[]) => void;
};

/** Numbers of the owner's that a live report goes to, separated by commas. */
export function ReportPhones({ phones: chosen, onChange }: Props) {
  const t = useTexts();
  const formatPhone = useFormatPhone();
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string[]>([]);
  const chosenPhones = chosen.map((phone) => formatPhone(phone)).join(', ');

  /** Numbers that cannot be read stay in the field, and are named. */
  async function read(text: string): Promise<void> {
    const parts = text.split(/[,;\n]/).map((part) => part.trim());
    const written = parts.filter(Boolean);
    const phones = await Promise.all(written.map((part) => readPhone(part, 'RU')));
    const unread = written.filter((_, index) => phones[index] === null);
    setWrong(unread);
    if (unread.length > 0) return;
    const found = phones.filter((phone) => phone !== null);
    onChange([...new Set(found)].slice(0, 10));
    setTyped(null);
  }

  return (
    <Stack>
      <Text c="dimmed">{t('reports:who')}</Text>
      <TextInput
        label={t('reports:phones')}
        description={t('reports:phones_help')}
        inputMode="tel"
        value={typed ?? chosenPhones}
        error={wrong.length > 0 ? t('problems:phones_wrong', { phones: wrong.join(', ') }) : undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={({ currentTarget }) => void read(currentTarget.value)}
      />
    </Stack>
  );
}
