import { Text } from '@mantine/core';
import { IconBolt, IconCalendarDue, IconCalendarPlus, IconCalendarTime, IconLifebuoy } from '@tabler/icons-react';
import { useState } from 'react';
import type { QuickStart } from '#contract/onboarding/quick-start.ts';
import { LATEST_START_DAYS, QUICK_START_WHEN } from '#contract/onboarding/quick-start-values.ts';
import { TRIAL_CHARGE } from '#contract/billing/trial-charge.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { ChoiceCards } from '#web/onboarding/quick-start/ChoiceCards.tsx';
import type { StepProps } from '#web/onboarding/quick-start/step.ts';
import { StepActions } from '#web/onboarding/quick-start/StepActions.tsx';
import { useMakeFlow, useStart } from '#web/onboarding/quick-start/use-quick-start.ts';
import { DateField } from '#web/ui/fields/DateField.tsx';

type When = NonNullable<QuickStart['when']>;

const ICONS = {
  now: IconBolt,
  tomorrow: IconCalendarPlus,
  day_after: IconCalendarDue,
  plan: IconCalendarTime,
  manager: IconLifebuoy,
} as const satisfies Record<When, unknown>;

const DAY_MS = 86_400_000;

/** The day from which clients get the message. */
export function StartStep({ kind, stored, onNext, isBusy }: StepProps) {
  const t = useTexts();
  const format = useFormat();
  const { isTrial } = useCurrentUser();
  const make = useMakeFlow(kind);
  const start = useStart(kind);
  const [when, setWhen] = useState<When>(stored.when ?? 'now');
  const [day, setDay] = useState('');
  const dayAfter = (days: number) => new Date(productNow() + days * DAY_MS).toISOString();
  const days = { tomorrow: dayAfter(1), day_after: dayAfter(2) };
  const error = start.error ?? make.error;
  const submit = async () => {
    try {
      if (when !== 'manager' && stored.flowId === null) await make.mutateAsync();
      await start.mutateAsync({ when, day: when === 'plan' && day !== '' ? day : null });
      onNext();
    } catch {
      // NOTE: the failure is shown from the mutations
    }
  };
  return (
    <>
      <ChoiceCards
        label={t('quick_start:question.start')}
        value={when}
        choices={QUICK_START_WHEN.map((value) => ({
          value,
          label: t(`quick_start:when.${value}.name`),
          text:
            value === 'tomorrow' || value === 'day_after'
              ? format.date(days[value])
              : t(`quick_start:when.${value}.text`),
          Icon: ICONS[value],
        }))}
        onChange={setWhen}
      />
      {when === 'plan' && (
        <DateField
          label={t('quick_start:day')}
          value={day}
          min={days.tomorrow.slice(0, 10)}
          max={dayAfter(LATEST_START_DAYS).slice(0, 10)}
          error={isRefused(error, 'request.invalid') ? t('quick_start:day_wrong') : undefined}
          onChange={setDay}
        />
      )}
      {kind.startsWith('yclients') && isTrial && (
        <Text size="sm" c="dimmed">
          {t('quick_start:trial', { price: format.money(TRIAL_CHARGE) })}
        </Text>
      )}
      {!isRefused(error, 'request.invalid') && <FormFailure error={error} />}
      <StepActions
        isBusy={isBusy || start.isPending || make.isPending}
        label={t(when === 'manager' ? 'quick_start:ask_manager' : 'quick_start:start')}
        onNext={() => void submit()}
      />
    </>
  );
}
