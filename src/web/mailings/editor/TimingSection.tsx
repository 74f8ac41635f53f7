import { Stack, Switch, Text } from '@mantine/core';
import type { MailingTiming } from '#contract/mailings/calls.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { MomentField } from '#web/lib/forms/MomentField.tsx';
import { SendingDays, SendingHours } from '#web/lib/forms/SendingHours.tsx';
import { instantOf } from '#web/lib/format/zoned-time.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import type { MailingForm } from './mailing-form.ts';
import { RepeatFields } from './RepeatFields.tsx';
import { USUAL_REPEAT } from './repeats.ts';
import classes from '#web/mailings/mailings.module.css';

const STARTS = ['now', 'later', 'repeat'] as const;
const DAY_MS = 86_400_000;
const USUAL_PER_DAY = 300;
const USUAL_START = '10:00';
const USUAL_END = '20:00';

/** When the mailing begins, in which hours it sends, how fast, and until when. */
export function TimingSection({ form }: { form: MailingForm }) {
  const t = useTexts();
  const format = useFormat();
  const { timing } = form.settings;
  const { perDay, isSpread, isInContactZone, repeat } = timing;
  const today = format.dayKey(productNow());
  const tomorrow = format.dayKey(productNow() + DAY_MS);
  const set = (change: Partial<MailingTiming>) => form.change({ timing: { ...timing, ...change } });
  const hoursHelp = () => {
    if (isInContactZone) return t('mailings:timing.hours_theirs');
    const zone = format.zoneNote();
    return zone ? t('mailings:timing.hours_zone', { zone }) : t('mailings:timing.hours_own');
  };
  return (
    <Stack gap="lg">
      {!form.isStarted && (
        <Stack gap="sm">
          <div>
            <Text size="sm" fw={550} mb={6}>
              {t('mailings:timing.start')}
            </Text>
            <ChoiceBar
              label={t('mailings:timing.start')}
              value={startOf(timing)}
              options={STARTS.map((value) => ({ value, label: t(`mailings:timing.start_${value}`) }))}
              onChange={(value) =>
                set({
                  startsAt: value === 'later' ? instantOf(tomorrow, USUAL_START, format.homeZone) : null,
                  repeat: value === 'repeat' ? USUAL_REPEAT.week : null,
                })
              }
            />
          </div>
          {repeat !== null && (
            <RepeatFields
              timing={{ ...timing, repeat }}
              today={today}
              errorOf={form.errorOf}
              onChange={(changed) => set({ startsAt: null, repeat: changed })}
            />
          )}
          {repeat === null && timing.startsAt !== null && (
            <MomentField
              label={t('mailings:timing.day')}
              value={timing.startsAt}
              usualTime={USUAL_START}
              firstDay={today}
              error={form.errorOf('settings.timing.startsAt')}
              onChange={(startsAt) => startsAt && set({ startsAt })}
            />
          )}
        </Stack>
      )}
      <SendingHours
        hours={timing.dispatchHours}
        help={hoursHelp()}
        error={form.errorOf('settings.timing.dispatchHours.endHour')}
        onChange={(dispatchHours) => set({ dispatchHours })}
      />
      <Switch
        label={t('mailings:timing.contact_zone')}
        description={t('mailings:timing.contact_zone_help')}
        checked={isInContactZone}
        onChange={({ currentTarget }) => set({ isInContactZone: currentTarget.checked })}
      />
      <SendingDays days={timing.daysOfWeek} onChange={(daysOfWeek) => set({ daysOfWeek })} />
      <div className={classes.block}>
        <Switch
          label={t('mailings:timing.limit')}
          description={t('mailings:timing.limit_help')}
          checked={perDay !== null}
          onChange={({ currentTarget }) => set({ perDay: currentTarget.checked ? USUAL_PER_DAY : null })}
        />
        {perDay !== null && (
          <NumberField
            label={t('mailings:timing.per_day')}
            value={perDay}
            min={1}
            max={1_000_000}
            error={form.errorOf('settings.timing.perDay')}
            onChange={(count) => set({ perDay: count })}
          />
        )}
        <Switch
          label={t('mailings:timing.spread')}
          description={t('mailings:timing.spread_help')}
          checked={isSpread}
          onChange={({ currentTarget }) => set({ isSpread: currentTarget.checked })}
        />
      </div>
      <UseByField form={form} tomorrow={tomorrow} onChange={(useBy) => set({ useBy })} />
    </Stack>
  );
}

function startOf({ repeat, startsAt }: MailingTiming): (typeof STARTS)[number] {
  if (repeat !== null) return 'repeat';
  return startsAt === null ? 'now' : 'later';
}

type UseByProps = { form: MailingForm; tomorrow: string; onChange: (useBy: string | null) => void };

function UseByField({ form, tomorrow, onChange }: UseByProps) {
  const t = useTexts();
  const format = useFormat();
  const { useBy } = form.settings.timing;
  return (
    <div className={classes.block}>
      <Switch
        label={t('mailings:timing.use_by')}
        description={t('mailings:timing.use_by_help')}
        checked={useBy !== null}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.checked ? instantOf(weekAfter(tomorrow), USUAL_END, format.homeZone) : null)
        }
      />
      {useBy !== null && (
        <MomentField
          label={t('mailings:timing.use_by_day')}
          value={useBy}
          usualTime={USUAL_END}
          firstDay={tomorrow}
          error={form.errorOf('settings.timing.useBy')}
          onChange={(moment) => moment && onChange(moment)}
        />
      )}
    </div>
  );
}

/** The day a week later, as `2026-11-23`. */
function weekAfter(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + 7 * DAY_MS).toISOString().slice(0, 10);
}
