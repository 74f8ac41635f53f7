import { Button, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { nameOfTitle } from './from-text.ts';
import { useTemplates, type WrittenTemplate } from './use-templates.ts';

type Props = {
  written: WrittenTemplate;
  isChange: boolean;
  /** Whether the provider allows digits in names. */
  hasDigits: boolean;
  nameError: ReactNode;
  onChange: (change: Partial<WrittenTemplate>) => void;
};

/** The title, of which the name at the provider is made, and under "More" that name itself. */
export function NameField({ written: { channelId, name }, isChange, hasDigits, nameError, onChange }: Props) {
  const t = useTexts();
  const { data } = useTemplates({ channelId });
  const [title, setTitle] = useState(name);
  const [isOpen, setOpen] = useState(false);
  if (isChange)
    return <TextInput label={t('templates:name')} description={t('templates:name_fixed')} disabled value={name} />;
  const taken = new Set((data ?? []).map((one) => one.name));
  const isNameShown = isOpen || (Boolean(nameError) && name !== '');
  return (
    <Stack gap={4}>
      <TextInput
        label={t('templates:name')}
        description={name === '' ? t('templates:name_help') : t('templates:name_made', { name })}
        placeholder={t('templates:name_example')}
        value={title}
        error={!isNameShown && nameError}
        onChange={({ currentTarget: { value } }) => {
          setTitle(value);
          onChange({ name: nameOfTitle(value, taken, hasDigits) });
        }}
      />
      {isNameShown ? (
        <TextInput
          label={t('templates:technical_name')}
          description={t(hasDigits ? 'templates:technical_name_help' : 'templates:technical_name_letters')}
          value={name}
          error={nameError}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value.trim() })}
        />
      ) : (
        <div>
          <Button size="compact-sm" variant="subtle" color="gray" aria-expanded={false} onClick={() => setOpen(true)}>
            {t('templates:more')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
