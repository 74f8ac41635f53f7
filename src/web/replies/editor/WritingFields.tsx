import { Textarea, TextInput } from '@mantine/core';
import type { ReplyWidgetSettings } from '#contract/replies/settings.ts';
import { LONGEST_REPLY_INSTRUCTION, LONGEST_REPLY_SIGNATURE, REPLY_TONES } from '#contract/replies/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { Part } from './Part.tsx';

type Props = {
  settings: ReplyWidgetSettings;
  errorOf: (path: string) => string | undefined;
  onChange: (change: Partial<ReplyWidgetSettings>) => void;
};

/** The voice of the model, and the last line of every reply. */
export function WritingFields({ settings, errorOf, onChange }: Props) {
  const t = useTexts();
  return (
    <Part title={t('replies:settings.writing')}>
      <ChoiceBar
        label={t('replies:settings.tone')}
        value={settings.tone}
        options={REPLY_TONES.map((value) => ({ value, label: t(`replies:settings.tones.${value}`) }))}
        onChange={(tone) => onChange({ tone })}
      />
      <Textarea
        label={t('replies:settings.instruction')}
        description={t('replies:settings.instruction_help')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={LONGEST_REPLY_INSTRUCTION}
        value={settings.instruction}
        error={errorOf('settings.instruction')}
        onChange={({ currentTarget }) => onChange({ instruction: currentTarget.value })}
      />
      <TextInput
        label={t('replies:settings.signature')}
        description={t('replies:settings.signature_help')}
        maxLength={LONGEST_REPLY_SIGNATURE}
        value={settings.signature}
        error={errorOf('settings.signature')}
        onChange={({ currentTarget }) => onChange({ signature: currentTarget.value })}
      />
    </Part>
  );
}
