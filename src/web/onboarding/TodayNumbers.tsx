import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { PageLink } from '#web/lib/pages/PageLink.tsx';
import type { ReactNode } from 'react';
import type { Home } from '#contract/onboarding/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { NumberTile } from '#web/ui/charts/NumberTile.tsx';
import classes from './TodayNumbers.module.css';

/** The day in four numbers; each opens the messages it counts. */
export function TodayNumbers({ home: { today, yesterdaySent } }: { home: Home }) {
  const t = useTexts();
  const { visits, confirmed, cancelled, sent, delivered, read, notSent, failed } = today;
  const both = (...words: (string | false)[]) => words.filter(Boolean).join(', ');
  return (
    <>
      <Tile title={t('onboarding:today.visits')} value={visits}>
        {both(
          t('onboarding:today.confirmed', { count: confirmed }),
          cancelled > 0 && t('onboarding:today.cancelled', { count: cancelled }),
        )}
      </Tile>
      <Tile title={t('onboarding:today.sent')} value={sent} search={{ period: 'today' }}>
        <Change now={sent} before={yesterdaySent} />
      </Tile>
      <Tile title={t('onboarding:today.delivered')} value={delivered} search={{ period: 'today', status: 'delivered' }}>
        {t('onboarding:today.read', { count: read })}
      </Tile>
      <Tile title={t('onboarding:today.not_sent')} value={notSent} search={{ period: 'today', status: 'not_sent' }}>
        {both(notSent > 0 && t('onboarding:today.why'), failed > 0 && t('onboarding:today.failed', { count: failed }))}
      </Tile>
    </>
  );
}

type TileProps = { title: string; value: number; search?: Record<string, string>; children: ReactNode };

function Tile({ title, value, search, children }: TileProps) {
  const format = useFormat();
  return (
    <NumberTile
      title={title}
      value={format.number(value)}
      {...(search && { link: (tile) => <PageLink to="/insights/message-logs" search={search} {...tile} /> })}
    >
      {children}
    </NumberTile>
  );
}

/** Against the day before, up to the same hour. */
function Change({ now, before }: { now: number; before: number }) {
  const t = useTexts();
  if (now === before) return t('onboarding:today.same_as_yesterday');
  const isMore = now > before;
  const Icon = isMore ? IconArrowUpRight : IconArrowDownRight;
  return (
    <>
      <Icon size={15} stroke={2} className={classes.arrow} aria-hidden />
      {t(isMore ? 'onboarding:today.more_than_yesterday' : 'onboarding:today.less_than_yesterday', {
        count: Math.abs(now - before),
      })}
    </>
  );
}
