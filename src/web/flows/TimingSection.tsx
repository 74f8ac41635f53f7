import { Chip, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { comesLater, FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import { productNow } from '#web/lib/clock.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { useCurrentUser } from '#web/lib/session.ts';
import { BirthdayField } from './BirthdayField.tsx';
import { DelayField } from './DelayField.tsx';
import type { FlowForm } from './flow-form.ts';
import { isReport } from './kind-traits.ts';
import { ReportTiming } from '#web/reports/ReportTiming.tsx';
import { spanWords } from './timing-words.ts';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const HOURS = Array.from({ length: 25 }, (_, hour) => hour);
const DAY_MINUTES = 1_440;
const DAY_MS = 86_400_000;
/** Least intervals between messages to one contact; another value that an API client set is kept. */
const INTERVALS = [0, 1, 3, 7, 14, 30, 90, 180, 365].map((days) => days * DAY_MINUTES);
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** When the message is sent. */
export function TimingSection({ form }: { form: FlowForm }) {
  const t = useTexts();
  const { timing } = form.settings;
  const { window: open, weekdays } = timing;
  const entry = FLOW_CATALOGUE[form.kind];
  const set = (change: Partial<typeof timing>) => form.change({ timing: { ...timing, ...change } });
  if (isReport(form.kind)) {
    return (
      <ReportTiming
        timing={timing}
        isWeekly={form.kind === 'weekly_report'}
        error={form.errorOf('settings.timing.delayMinutes')}
        onChange={set}
      />
    );
  }
  return (
    <Stack>
      {form.kind === 'birthday' ? <BirthdayField form={form} /> : <DelayField form={form} />}
      <div>
        <Group align="flex-start" grow>
          <NativeSelect
            label={t('flows:editor.window_from')}
            value={String(open.startHour)}
            data={HOURS.slice(0, 24).map((hour) => ({ value: String(hour), label: clock(hour) }))}
            onChange={({ currentTarget }) => set({ window: { ...open, startHour: Number(currentTarget.value) } })}
          />
          <NativeSelect
            label={t('flows:editor.window_to')}
            value={String(open.endHour)}
            data={HOURS.slice(1).map((hour) => ({ value: String(hour), label: clock(hour) }))}
            error={form.errorOf('settings.timing.window.endHour')}
            onChange={({ currentTarget }) => set({ window: { ...open, endHour: Number(currentTarget.value) } })}
          />
        </Group>
        <Text size="sm" c="dimmed" mt={6}>
          {t(entry.usefulHours === null ? 'flows:editor.window_help' : 'audiences:timing.window_help')}
        </Text>
      </div>
      <div role="group" aria-label={t('flows:editor.weekdays')}>
        <Text size="sm" fw={550} mb={6}>
          {t('flows:editor.weekdays')}
        </Text>
        <Chip.Group
          multiple
          value={weekdays.map(String)}
          onChange={(chosen) => set({ weekdays: chosen.map(Number).toSorted() })}
        >
          <Group gap={6}>
            {WEEKDAYS.map((day) => (
              <Chip key={day} value={String(day)}>
                {t(`flows:weekday.d${day}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Text size="sm" c="dimmed" mt={6}>
          {t('flows:editor.weekdays_help')}
        </Text>
      </div>
      {comesLater(entry) && entry.subject === 'visit' && (
        <Switch
          label={t('audiences:timing.first_send')}
          description={t('audiences:timing.first_send_help')}
          checked={timing.firstSend}
          onChange={({ currentTarget }) => set({ firstSend: currentTarget.checked })}
        />
      )}
      <IntervalField form={form} />
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
    <TextInput
      type="date"
      label={t('audiences:timing.ends')}
      description={t('audiences:timing.ends_help')}
      min={tomorrow}
      value={timing.endsOn ?? ''}
      error={isTooSoon ? t('audiences:timing.ends_wrong') : form.errorOf('settings.timing.endsOn')}
      onChange={({ currentTarget }) => form.change({ timing: { ...timing, endsOn: currentTarget.value || null } })}
    />
  );
}
