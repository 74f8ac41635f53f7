import { Button, Skeleton, Stack, Switch, Text, Title } from '@mantine/core';
import { IconClockPlay, IconRocket } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Mailing, MailingId, MailingSettings } from '#contract/mailings/calls.ts';
import type { MailingCheck } from '#contract/mailings/check.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Facts } from '#web/ui/lists/Facts.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { useChannelNames } from '#web/channels/use-channel-names.ts';
import { CheckSums } from './CheckSums.tsx';
import { CheckWarnings } from './CheckWarnings.tsx';
import type { MailingForm } from '#web/mailings/editor/mailing-form.ts';
import classes from '#web/mailings/mailings.module.css';
import { usePriceWords } from '#web/lib/format/use-price-words.ts';
import { useCheckPrice } from './use-check-price.ts';
import { useMailingCheck } from '#web/mailings/editor/use-mailing-trials.ts';
import { Rehearsal } from './Rehearsal.tsx';
import { StartDialog } from './StartDialog.tsx';

type Props = {
  form: MailingForm;
  mailing: Mailing;
  settled: MailingSettings;
  /** Something is not saved yet. */
  isDirty: boolean;
};

/** The check of a mailing: its recipients if it started now, what to mend first, and its start. */
export function CheckSection({ form, mailing, settled, isDirty }: Props) {
  const t = useTexts();
  const check = useMailingCheck(mailing.id, settled);
  if (check.isPending) return <Skeleton height={320} />;
  if (!check.data) return <Failure error={check.error} onRetry={check.refetch} />;
  return (
    <Stack gap="lg">
      <Title order={2} size="h3">
        {t('mailings:check.sums')}
      </Title>
      <CheckSums mailingId={mailing.id} settings={settled} check={check.data} isStale={check.isPlaceholderData} />
      <Ways check={check.data} />
      <Figures check={check.data} />
      {check.data.recipients > 0 && <HourByHour mailingId={mailing.id} settled={settled} />}
      <CheckWarnings mailingId={mailing.id} check={check.data} />
      {(settled.allowsSameText || check.data.missing.includes('same_text')) && (
        <Switch
          label={t('mailings:check.same_text')}
          description={t('mailings:check.same_text_help')}
          checked={settled.allowsSameText}
          onChange={({ currentTarget }) => form.change({ allowsSameText: currentTarget.checked })}
        />
      )}
      {mailing.status === 'none' && <Start mailing={mailing} check={check.data} isDirty={isDirty} />}
    </Stack>
  );
}

/** The rehearsal of a mailing: it takes a moment, so it runs when it is asked for. */
function HourByHour({ mailingId, settled }: { mailingId: MailingId; settled: MailingSettings }) {
  const t = useTexts();
  const [isWanted, setWanted] = useState(false);
  return (
    <section className={classes.block} aria-label={t('mailings:rehearsal.title')}>
      <div>
        <Title order={2} size="h3">
          {t('mailings:rehearsal.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('mailings:rehearsal.about')}
        </Text>
      </div>
      {isWanted ? (
        <Rehearsal mailingId={mailingId} settings={settled} />
      ) : (
        <div>
          <Button variant="default" leftSection={<IconClockPlay size={16} />} onClick={() => setWanted(true)}>
            {t('mailings:rehearsal.run')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Recipients of each channel, in which form and at which price. */
function Ways({ check: { ways } }: { check: MailingCheck }) {
  const t = useTexts();
  const nameOf = useChannelNames();
  const format = useFormat();
  const price = usePriceWords();
  if (ways.length === 0) return null;
  return (
    <table className={classes.sums}>
      <caption>{t('mailings:check.ways')}</caption>
      <tbody>
        {ways.map((way) => (
          <tr key={`${way.channelId}.${way.form}`}>
            <th scope="row">
              {nameOf({ id: way.channelId, title: way.channelTitle })}
              <Text span size="sm" c="dimmed" display="block">
                {[
                  t(`mailings:check.form.${way.form}`),
                  way.parts && t('mailings:check.parts', { count: way.parts.most }),
                  way.price && price(way.price),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </Text>
            </th>
            <td>{format.number(way.recipients)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Figures({ check }: { check: MailingCheck }) {
  const t = useTexts();
  const format = useFormat();
  const price = useCheckPrice();
  const { balance, startsAt, finishesAt, days, recipients } = check;
  if (recipients === 0) return null;
  return (
    <Facts
      facts={[
        { label: t('mailings:check.starts'), value: format.dateTime(startsAt) },
        {
          label: t('mailings:check.finishes'),
          value: finishesAt ? format.dateTime(finishesAt) : t('mailings:check.never'),
        },
        { label: t('mailings:check.days'), value: t('mailings:check.day_count', { count: days.length }) },
        {
          label: t('mailings:check.balance'),
          value: t('mailings:check.of_balance', {
            needed: format.number(balance.needed),
            left: format.number(balance.left),
          }),
        },
        ...price(check),
      ]}
    />
  );
}

type StartProps = { mailing: Mailing; check: MailingCheck; isDirty: boolean };

/** The start, or what is missing for it. */
function Start({ mailing, check, isDirty }: StartProps) {
  const t = useTexts();
  const format = useFormat();
  const [isConfirming, setConfirming] = useState(false);
  const { recipients, missing } = check;
  if (isDirty) return <Text c="dimmed">{t('mailings:check.save_first')}</Text>;
  if (missing.length > 0) {
    return (
      <TroubleAlert tone="attention" title={t('mailings:check.lacks')}>
        <ul className={classes.list}>
          {missing.map((part) => (
            <li key={part}>
              {t(`mailings:missing.${part}`)}{' '}
              <Link
                to="/distributions/edit/$mailingId/{-$step}"
                params={{ mailingId: mailing.id, step: STEP_OF_PART[part] }}
                replace
              >
                {t('mailings:check.mend')}
              </Link>
            </li>
          ))}
        </ul>
      </TroubleAlert>
    );
  }
  return (
    <div>
      <Button
        size="md"
        leftSection={<IconRocket size={18} />}
        disabled={recipients === 0}
        onClick={() => setConfirming(true)}
      >
        {t('mailings:check.start', { count: recipients, number: format.number(recipients) })}
      </Button>
      {isConfirming && <StartDialog mailing={mailing} check={check} onClose={() => setConfirming(false)} />}
    </div>
  );
}

const STEP_OF_PART = {
  channel: 'what',
  audience: 'who',
  list: 'who',
  segment: 'who',
  mailing: 'who',
  variable_unknown: 'what',
  template_barred: 'what',
  start: 'when',
  template_place: 'what',
  use_by: 'when',
  repeat: 'when',
  hours: 'when',
  same_text: 'what',
} as const satisfies Record<MailingCheck['missing'][number], string>;
