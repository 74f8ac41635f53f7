import { NativeSelect } from '@mantine/core';
import type { ReplyWidgetSettings } from '#contract/replies/settings.ts';
import { REPLY_DELAYS } from '#contract/replies/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Part } from './Part.tsx';

type Props = { settings: ReplyWidgetSettings; onChange: (change: Partial<ReplyWidgetSettings>) => void };

const APPROVALS = [1, 2, 3, 4, 5, 6] as const;

/** When replies are sent, and which of them a person sees first. */
export function SendingFields({ settings: { delayMinutes, approvalBelow }, onChange }: Props) {
  const t = useTexts();
  const delays = [...new Set([...REPLY_DELAYS, delayMinutes])].toSorted((one, other) => one - other);
  const delayOf = (minutes: number) =>
    minutes % 60 === 0
      ? t('replies:settings.hours', { count: minutes / 60 })
      : t('replies:settings.minutes', { count: minutes });
  return (
    <Part title={t('replies:settings.sending')}>
      <NativeSelect
        label={t('replies:settings.approval')}
        description={t('replies:settings.approval_help')}
        value={String(approvalBelow)}
        data={APPROVALS.map((value) => ({ value: String(value), label: t(`replies:settings.approval_of.${value}`) }))}
        onChange={({ currentTarget }) => onChange({ approvalBelow: Number(currentTarget.value) })}
      />
      <NativeSelect
        label={t('replies:settings.delay')}
        description={t('replies:settings.delay_help')}
        value={String(delayMinutes)}
        data={delays.map((value) => ({ value: String(value), label: delayOf(value) }))}
        onChange={({ currentTarget }) => onChange({ delayMinutes: Number(currentTarget.value) })}
      />
    </Part>
  );
}
