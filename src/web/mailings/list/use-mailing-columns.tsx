import { Text } from '@mantine/core';
import type { MailingRow } from '#contract/mailings/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx';
import { mailingTrouble } from '#web/mailings/runs/error-words.ts';
import { MailingProgress } from '#web/mailings/runs/MailingProgress.tsx';
import classes from '#web/mailings/mailings.module.css';
import senders from '#web/senders/senders.module.css';
import { isRunning, shareOf } from '#web/mailings/runs/run-figures.ts';
import { useRepeatWords } from '#web/mailings/editor/use-repeat-words.ts';
import { useScheduleWords } from '#web/mailings/editor/use-schedule-words.ts';

/** Columns of the list of mailings. */
export function useMailingColumns(): Column<MailingRow>[] {
  const t = useTexts();
  const format = useFormat();
  const schedule = useScheduleWords();
  const repeats = useRepeatWords();
  const figure = (key: 'delivered' | 'read' | 'replied', from?: Column<MailingRow>['from']): Column<MailingRow> => ({
    key,
    title: t(`mailings:count.${key}`),
    isNumeric: true,
    from,
    cell: ({ counts }) => (
      <span className={classes.figure}>
        <span>{counts.sent > 0 ? format.number(counts[key]) : '—'}</span>
        {counts.sent > 0 && (
          <Text span size="sm" c="dimmed">
            {format.percent(shareOf(counts[key], counts.sent))}
          </Text>
        )}
      </span>
    ),
  });
  const orDash = (count: number) => (count > 0 ? format.number(count) : '—');
  return [
    {
      key: 'title',
      title: t('flows:name'),
      isMain: true,
      isSortable: true,
      cell: ({ title, type }) => (
        <span className={senders.title}>
          <span>{title}</span>
          <Text span size="sm" c="dimmed">
            {t(`mailings:type.${type}`)}
          </Text>
        </span>
      ),
    },
    { key: 'status', title: t('flows:status'), cell: (mailing) => <MailingState mailing={mailing} /> },
    {
      key: 'recipients',
      title: t('mailings:count.recipients'),
      isNumeric: true,
      cell: ({ counts }) => orDash(counts.recipients),
    },
    { key: 'sent', title: t('mailings:count.sent'), isNumeric: true, cell: ({ counts }) => orDash(counts.sent) },
    figure('delivered', 'medium'),
    figure('read'),
    figure('replied', 'medium'),
    {
      key: 'schedule',
      title: t('mailings:when'),
      from: 'wide',
      cell: (mailing) => (
        <span className={`${senders.title} ${classes.schedule}`}>
          <span>{startOf(mailing) ? <Moment at={startOf(mailing) ?? ''} /> : t('mailings:not_started')}</span>
          <Text span size="sm" c="dimmed">
            {mailing.repeat ? repeats(mailing.repeat) : schedule(mailing)}
          </Text>
        </span>
      ),
    },
  ];
}

const startOf = ({ startedAt, startsAt }: MailingRow): string | null => startedAt ?? startsAt;

/** Status and mode, the cause where it stopped, and how far it is while it runs. */
function MailingState({ mailing }: { mailing: MailingRow }) {
  const t = useTexts();
  const format = useFormat();
  const trouble = mailingTrouble(mailing, t);
  const { status, mode } = mailing;
  return (
    <span className={classes.state}>
      <StatusBadge isOfMailing status={status} mode={mode} isDraft={status === 'none'} reason={trouble ?? undefined} />
      {isRunning(mailing) && <MailingProgress mailing={mailing} />}
      {status === 'working' && mailing.heldBy && mailing.heldUntil && (
        <Text span size="sm" c="dimmed">
          {t('mailing_runs:run.held', {
            why: t(`rules:${mailing.heldBy}.name`),
            when: format.near(mailing.heldUntil),
          })}
        </Text>
      )}
      {mailing.unpaid > 0 && (
        <Text span size="sm" c="attention">
          {t('mailing_runs:run.unpaid', { count: mailing.unpaid })}
        </Text>
      )}
      {status === 'error' && trouble && (
        <Text span size="sm" c="bad">
          {trouble}
        </Text>
      )}
    </span>
  );
}
