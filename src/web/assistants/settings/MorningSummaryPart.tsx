import { Switch, Text, TextInput } from '@mantine/core';
import type { Assistant } from '#contract/assistants/calls.ts';
import { useMorningSummary } from '#web/assistants/night/use-night-bot.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { FieldsProps } from './fields.ts';
import { Part } from './Part.tsx';

type Props = FieldsProps & { assistant: Pick<Assistant, 'id' | 'version'> };

/** The number that gets a summary of each night. It needs work hours, whose start is the morning. */
export function MorningSummaryPart({ settings, change, errorOf, assistant }: Props) {
  const t = useTexts();
  const { morningSummary, workHours } = settings;
  const { isOn, phone } = morningSummary;
  if (workHours.days.length === 0 && !isOn) return null;
  const set = (part: Partial<typeof morningSummary>) => change({ morningSummary: { ...morningSummary, ...part } });
  return (
    <Part title={t('assistants:summary.title')}>
      <Switch
        label={t('assistants:summary.is_on')}
        description={t('assistants:summary.help')}
        checked={isOn}
        onChange={({ currentTarget }) => set({ isOn: currentTarget.checked })}
      />
      {isOn && (
        <TextInput
          type="tel"
          label={t('assistants:summary.phone')}
          description={t('assistants:summary.phone_help')}
          placeholder="+79990000000"
          value={phone ?? ''}
          error={errorOf('settings.morningSummary.phone')}
          onChange={({ currentTarget }) => set({ phone: currentTarget.value.replaceAll(/[\s()-]/g, '') || null })}
        />
      )}
      <LastSummary assistant={assistant} isOn={isOn} />
    </Part>
  );
}

/** How the last summary ended, and when the next is due. */
function LastSummary({ assistant, isOn }: { assistant: Props['assistant']; isOn: boolean }) {
  const t = useTexts();
  const format = useFormat();
  const summary = useMorningSummary(assistant.id, assistant.version).data;
  if (!summary) return null;
  const { last, nextAt, timeZone } = summary;
  const lines = [
    last &&
      t(`assistants:summary.last.${last.outcome}`, {
        when: format.near(last.at, timeZone),
        count: last.writers,
        phone: last.phone ?? '',
      }),
    isOn && nextAt && t('assistants:summary.next', { when: format.near(nextAt, timeZone) }),
  ].filter(Boolean);
  if (lines.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {lines.join(' ')}
    </Text>
  );
}
