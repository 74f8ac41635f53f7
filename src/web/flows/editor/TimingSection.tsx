import { NativeSelect, Stack, Switch } from '@mantine/core';
import { comesLater, flowKind } from '#contract/flows/kinds.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { SendingDays, SendingHours } from '#web/lib/forms/SendingHours.tsx';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { BirthdayField } from './BirthdayField.tsx';
import { DelayField } from './DelayField.tsx';
import type { FlowForm } from './flow-form.ts';
import { ReportTiming } from '#web/reports/ReportTiming.tsx';
import { spanWords } from './timing-words.ts';
import { DateField } from '#web/ui/fields/DateField.tsx';

const DAY_MINUTES = 1_440;
const DAY_MS = 86_400_000;
/** Least intervals between messages to one contact; another value that an API client set is kept. */
const INTERVALS = [0, 1, 3, 7, 14, 30, 90, 180, 365].map((days) => days * DAY_MINUTES);

/** When the message is sent. */
export function TimingSection({ form }: { form: FlowForm }) {
  const t = useTexts();
  const { timing } = form.settings;
  const { window: open, weekdays } = timing;
  const entry = flowKind(form.kind);
  const set = (change: Partial<typeof timing>) => form.change({ timing: { ...timing, ...change } });
  if (entry.delay.unit === 'time_of_day') {
    return (
      <ReportTiming
        timing={timing}
        isWeekly={entry.usualWeekday !== null}
        error={form.errorOf('settings.timing.delayMinutes')}
        onChange={set}
      />
    );
  }
  return (
    <Stack>
      {entry.delay.unit === 'day_and_time' ? <BirthdayField form={form} /> : <DelayField form={form} />}
      <SendingHours
        hours={open}
        help={t(entry.usefulHours === null ? 'flows:editor.window_help' : 'audiences:timing.window_help')}
        error={form.errorOf('settings.timing.window.endHour')}
        onChange={(hours) => set({ window: hours })}
      />
      <SendingDays days={weekdays} onChange={(days) => set({ weekdays: days })} />
      {comesLater(entry) && entry.subject === 'visit' && (
        <Switch
          label={t('audiences:timing.first_send')}
          description={t('audiences:timing.first_send_help')}
          checked={timing.firstSend}
          onChange={({ currentTarget }) => set({ firstSend: currentTarget.checked })}
        />
      )}
      {!form.settings.options.reentry && <IntervalField form={form} />}
      <EndField form={form} />
    </Stack>
  );
}

function IntervalField({ form }: { form: FlowForm }) {
  const t = useTexts();
  const { timing } = form.settings;
  const { intervalMinutes } = timing;
  const lengths = INTERVALS.includes(intervalMinutes) ? INTERVALS : [...INTERVALS, intervalMinutes];
  const label = (minutes: number) =>
    minutes === 0
      ? t('audiences:timing.interval_any')
      : t('audiences:timing.interval_each', { span: spanWords(minutes, t) });
  return (
    <NativeSelect
      label={t('audiences:timing.interval')}
      value={String(intervalMinutes)}
      data={lengths.map((minutes) => ({ value: String(minutes), label: label(minutes) }))}
      onChange={({ currentTarget }) =>
        form.change({ timing: { ...timing, intervalMinutes: Number(currentTarget.value) } })
      }
    />
  );
}

/** A flow works for at least a day: its last one is tomorrow or later (the specification, section 5). */
function EndField({ form }: { form: FlowForm }) {
  const t = useTexts();
  const format = useFormat();
  const { timeZone } = useCurrentUser();
  const { timing } = form.settings;
  const tomorrow = format.dayKey(new Date(productNow() + DAY_MS).toISOString(), timeZone);
  const isTooSoon = timing.endsOn !== null && timing.endsOn < tomorrow;
  return (
    <DateField
      label={t('audiences:timing.ends')}
      description={t('audiences:timing.ends_help')}
      min={tomorrow}
      value={timing.endsOn ?? ''}
      error={isTooSoon ? t('audiences:timing.ends_wrong') : form.errorOf('settings.timing.endsOn')}
      onChange={(day) => form.change({ timing: { ...timing, endsOn: day || null } })}
    />
  );
}
