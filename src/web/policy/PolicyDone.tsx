import { Card, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { getPolicyReport } from '#contract/policy/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { SenderLink } from './SenderLink.tsx';
import classes from './policy.module.css';

type Report = ReplyOf<typeof getPolicyReport>;

/** The effect of the policy in the last days, and the senders with the most messages. */
export function PolicyDone({ report }: { report: Report }) {
  const t = useTexts();
  const format = useFormat();
  const { days, held, refused, senders } = report;
  const title = t('policy:done.title', { days: t('policy:days_in', { count: days }) });
  const [ads, other] = [true, false].map((isMarketing) =>
    sumOf(senders.filter((sender) => sender.isMarketing === isMarketing).map(({ sent }) => sent)),
  );
  return (
    <Card component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      <dl className={classes.figures}>
        <div>
          <dt>{t('policy:done.held')}</dt>
          <dd>{format.number(sumOf(held.map(({ count }) => count)))}</dd>
        </div>
        <div>
          <dt>{t('policy:done.refused')}</dt>
          <dd>{format.number(sumOf(refused.map(({ count }) => count)))}</dd>
        </div>
        <div>
          <dt>{t('policy:done.ads')}</dt>
          <dd>{format.number(ads ?? 0)}</dd>
        </div>
        <div>
          <dt>{t('policy:done.other')}</dt>
          <dd>{format.number(other ?? 0)}</dd>
        </div>
      </dl>
      <Counts title={t('policy:done.held_by')} counts={held} />
      <Counts title={t('policy:done.refused_by')} counts={refused} areSkips />
      <Title order={3} mt="md" mb={4}>
        {t('policy:done.senders')}
      </Title>
      {senders.length === 0 && <Text c="dimmed">{t('policy:done.no_senders')}</Text>}
      <ul className={classes.counts}>
        {senders.slice(0, MAX_SENDERS).map((sender) => (
          <li key={sender.senderId}>
            <span>
              <SenderLink {...sender} />
              <Text size="sm" c="dimmed" component="span">
                {' '}
                {t(sender.isMarketing ? 'policy:done.is_ad' : 'policy:done.is_service')}
              </Text>
            </span>
            <span className={classes.count}>{format.number(sender.sent)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const MAX_SENDERS = 8;

type CountsProps = { title: string; counts: Report['held']; areSkips?: boolean };

function Counts({ title, counts, areSkips = false }: CountsProps) {
  const t = useTexts();
  const format = useFormat();
  if (counts.length === 0) return null;
  return (
    <>
      <Title order={3} mt="md" mb={4}>
        {title}
      </Title>
      <ul className={classes.counts}>
        {counts.map(({ rule, count }) => (
          <li key={rule}>
            {areSkips ? (
              <Link to="/insights/skips" search={{ rule }}>
                {t(`rules:${rule}.name`)}
              </Link>
            ) : (
              <span>{t(`rules:${rule}.name`)}</span>
            )}
            <span className={classes.count}>{format.number(count)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
