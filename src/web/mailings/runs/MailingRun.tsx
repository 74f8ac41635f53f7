import { Button, Card, Group, Text } from '@mantine/core';
import { IconChartBar, IconCopy, IconListSearch, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Mailing } from '#contract/mailings/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { Facts } from '#web/ui/lists/Facts.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import { mailingTrouble } from './error-words.ts';
import { MailingProgress } from './MailingProgress.tsx';
import classes from '#web/mailings/mailings.module.css';
import senders from '#web/senders/senders.module.css';
import { isFixed, settledCount, shareOf } from './run-figures.ts';
import { useDuplicateMailing } from '#web/mailings/use-mailings.ts';
import { SeriesRuns } from './SeriesRuns.tsx';
import { useMoveMailing } from './use-runs.ts';

/** A mailing that has started: how far it is, why it stopped, its figures, and what to do with it. */
export function MailingRun({ mailing }: { mailing: Mailing }) {
  const t = useTexts();
  const { status, errorCode } = mailing;
  const trouble = mailingTrouble(mailing, t);
  const isMobile = useIsMobile();
  return (
    <>
      {status === 'error' && errorCode && !isFixed(mailing) && (
        <TroubleAlert
          tone="bad"
          title={t('mailing_runs:run.stopped')}
          note={t(`mailing_runs:advice.${errorCode}`)}
          className={senders.alert}
        >
          {trouble}
        </TroubleAlert>
      )}
      {mailing.unpaid > 0 && <TopUp mailing={mailing} />}
      <Card className={senders.alert} component="section" aria-label={t('mailing_runs:run.title')}>
        <div className={classes.run} data-mobile={isMobile || undefined}>
          {mailing.startedAt !== null && !isFixed(mailing) && <MailingProgress mailing={mailing} />}
          <NextMessage mailing={mailing} />
          {mailing.settings.timing.repeat !== null && <SeriesRuns mailing={mailing} />}
          {isMobile && !isFixed(mailing) ? (
            <>
              <MainActions mailing={mailing} />
              <details>
                <summary>{t('mailing_runs:run.more')}</summary>
                <div className={classes.more}>
                  <Figures mailing={mailing} />
                  <MoreActions mailing={mailing} />
                </div>
              </details>
            </>
          ) : (
            <>
              <Figures mailing={mailing} />
              <Group gap="xs">
                <MainActions mailing={mailing} />
                <MoreActions mailing={mailing} />
              </Group>
            </>
          )}
        </div>
      </Card>
    </>
  );
}

/** The message balance is used up: how many wait, until when, and where to top it up. */
function TopUp({ mailing: { unpaid, settings } }: { mailing: Mailing }) {
  const t = useTexts();
  const format = useFormat();
  const { useBy } = settings.timing;
  const canPay = useCanOpen()('/payments');
  return (
    <TroubleAlert
      tone="attention"
      className={senders.alert}
      title={t('mailing_runs:run.unpaid', { count: unpaid })}
      action={
        <Link to={canPay ? '/payments' : '/account/update'}>
          {canPay ? t('attention:reach.pay') : t('app:banner.ask_us')}
        </Link>
      }
    >
      {useBy === null
        ? t('mailing_runs:run.unpaid_text')
        : t('mailing_runs:run.unpaid_until', { when: format.dateTime(useBy) })}
    </TroubleAlert>
  );
}

/** The next step of a mailing, as one sentence. */
function NextMessage({ mailing }: { mailing: Mailing }) {
  const t = useTexts();
  const format = useFormat();
  const { status, nextMessageAt, heldBy, heldUntil, finishedAt, deletedAt, settings, counts } = mailing;
  const words = () => {
    if (deletedAt !== null) return null;
    if (status === 'waiting') {
      const { startsAt } = settings.timing;
      return startsAt ? t('mailing_runs:run.begins', { when: format.dateTime(startsAt) }) : null;
    }
    if (status === 'pause') return t('mailing_runs:run.paused', { left: format.number(leftOf(counts)) });
    if (finishedAt) return t('mailing_runs:run.finished', { when: format.dateTime(finishedAt) });
    if (status === 'working' && heldBy && heldUntil)
      return t('mailing_runs:run.held', { why: t(`rules:${heldBy}.name`), when: format.near(heldUntil) });
    if (status === 'working' && nextMessageAt) return t('mailing_runs:run.next', { when: format.near(nextMessageAt) });
    return null;
  };
  const text = words();
  return text && <Text>{text}</Text>;
}

const leftOf = (counts: Mailing['counts']): number => Math.max(0, counts.recipients - settledCount(counts));

function Figures({ mailing: { counts } }: { mailing: Mailing }) {
  const t = useTexts();
  const format = useFormat();
  const part = (key: 'delivered' | 'read' | 'replied') => ({
    label: t(`mailings:count.${key}`),
    value:
      counts.sent > 0
        ? `${format.number(counts[key])} · ${format.percent(shareOf(counts[key], counts.sent))}`
        : format.number(counts[key]),
  });
  if (counts.recipients === 0) return null;
  return (
    <Facts
      facts={[
        { label: t('mailings:count.recipients'), value: format.number(counts.recipients) },
        { label: t('mailings:count.sent'), value: format.number(counts.sent) },
        part('delivered'),
        part('read'),
        part('replied'),
        ...(counts.failed > 0 ? [{ label: t('mailings:count.failed'), value: format.number(counts.failed) }] : []),
        ...(counts.skipped > 0 ? [{ label: t('mailings:count.skipped'), value: format.number(counts.skipped) }] : []),
      ]}
    />
  );
}

/** Pauses or continues a mailing. */
function MainActions({ mailing }: { mailing: Mailing }) {
  const t = useTexts();
  const move = useMoveMailing();
  const { id, status } = mailing;
  if (isFixed(mailing)) return null;
  if (status === 'working' || status === 'waiting') {
    return (
      <Button
        variant="default"
        leftSection={<IconPlayerPause size={16} />}
        loading={move.isPending}
        onClick={() => move.mutate({ mailingId: id, step: 'pause' })}
      >
        {t('flows:pause')}
      </Button>
    );
  }
  return (
    <Button
      leftSection={<IconPlayerPlay size={16} />}
      loading={move.isPending}
      onClick={() => move.mutate({ mailingId: id, step: 'continue' })}
    >
      {t('flows:continue')}
    </Button>
  );
}

function MoreActions({ mailing }: { mailing: Mailing }) {
  const t = useTexts();
  const navigate = useNavigate();
  const duplicate = useDuplicateMailing();
  const { id, startedAt } = mailing;
  return (
    <Group gap="xs">
      {!isFixed(mailing) && <CancelButton mailing={mailing} />}
      {startedAt !== null && (
        <Button
          variant="default"
          leftSection={<IconChartBar size={16} />}
          onClick={() => void navigate({ to: '/distributions/results/$mailingId', params: { mailingId: id } })}
        >
          {t('mailings:open_results')}
        </Button>
      )}
      {isFixed(mailing) && (
        <Button
          variant="default"
          leftSection={<IconCopy size={16} />}
          loading={duplicate.isPending}
          onClick={() =>
            duplicate.mutate(id, {
              onSuccess: (copy) =>
                void navigate({ to: '/distributions/edit/$mailingId/{-$step}', params: { mailingId: copy.id } }),
            })
          }
        >
          {t('flows:duplicate')}
        </Button>
      )}
      <Button
        variant="subtle"
        leftSection={<IconListSearch size={16} />}
        onClick={() => void navigate({ to: '/insights/message-logs', search: { senderId: id } })}
      >
        {t('mailings:log')}
      </Button>
    </Group>
  );
}

function CancelButton({ mailing: { id, title, counts } }: { mailing: Mailing }) {
  const t = useTexts();
  const format = useFormat();
  const move = useMoveMailing();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconX size={16} />} onClick={() => setConfirming(true)}>
        {t('mailing_runs:run.cancel')}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('mailing_runs:run.cancel_title', { title })}
        text={t('mailing_runs:run.cancel_text')}
        figures={[
          { label: t('mailings:count.sent'), value: format.number(counts.sent) },
          { label: t('mailing_runs:run.left'), value: format.number(leftOf(counts)) },
        ]}
        confirmLabel={t('mailing_runs:run.cancel')}
        isDangerous
        isBusy={move.isPending}
        onConfirm={() => move.mutate({ mailingId: id, step: 'cancel' }, { onSuccess: () => setConfirming(false) })}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}
