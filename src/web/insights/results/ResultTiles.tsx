import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { ConversionStep } from '#contract/insights/conversion.ts';
import type { ResultGroup, Results } from '#contract/insights/results.ts';
import type { Money } from '#contract/primitives.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { NumberTile } from '#web/ui/charts/NumberTile.tsx';
import { noShowShare } from './result-data.ts';
import classes from '#web/insights/results.module.css';

/** Props that make a link a tile. */
type LinkTile = Parameters<NonNullable<ComponentProps<typeof NumberTile>['link']>>[0];

type VisitProps = { results: Results; branchId: string | undefined; onOpen: (group: ResultGroup) => void };

/** Visits and money of the period; a number opens its visits. */
export function VisitTiles({ results, branchId, onOpen }: VisitProps) {
  const t = useTexts();
  const format = useFormat();
  const { total, before, reminders } = results;
  const share = (part: number, whole: number) => (whole === 0 ? '–' : format.percent(part / whole));
  const missed = noShowShare(total);
  const missedBefore = noShowShare(before);
  const unreminded = reminders && noShowShare(reminders.before);
  const earlier = (number: string) => t('insights:results.before', { number });
  return (
    <div className={classes.tiles}>
      <NumberTile
        title={t('insights:results.attended')}
        value={format.number(total.attended)}
        onOpen={() => onOpen('attended')}
      >
        {earlier(format.number(before.attended))}
      </NumberTile>
      <NumberTile
        title={t('insights:results.confirmed')}
        value={share(total.confirmed, total.booked)}
        onOpen={() => onOpen('confirmed')}
      >
        {t('insights:results.confirmed_of', {
          count: format.number(total.confirmed),
          total: format.number(total.booked),
        })}
      </NumberTile>
      <NumberTile
        title={t('insights:results.no_show')}
        value={missed === null ? '–' : format.percent(missed)}
        onOpen={() => onOpen('no_show')}
      >
        {unreminded !== null
          ? t('insights:results.unreminded', { share: format.percent(unreminded) })
          : missedBefore !== null && earlier(format.percent(missedBefore))}
      </NumberTile>
      <NumberTile
        title={t('insights:results.paid')}
        value={moneyOf(total.paid) || format.number(0)}
        size="sum"
        onOpen={() => onOpen('attended')}
      >
        {earlier(moneyOf(before.paid) || format.number(0))}
      </NumberTile>
      <BestFlow results={results} branchId={branchId} />
    </div>
  );

  function moneyOf(sums: readonly Money[]): string {
    return sums.map((money) => format.money(money)).join(' + ');
  }
}

/** Sent, read and answered messages; a number opens its contacts on the conversion page. */
export function MessageTiles({ results: { messages, from, to }, branchId }: Omit<VisitProps, 'onOpen'>) {
  const t = useTexts();
  const format = useFormat();
  const { sent, read, answered } = messages;
  const ofSent = (count: number) =>
    sent > 0 && t('insights:conversion.of_sent', { share: format.percent(count / sent) });
  const linkTo = (step: ConversionStep) => (tile: LinkTile) => (
    <Link to="/insights/conversion" search={{ from, to, branchId, step }} {...tile} />
  );
  return (
    <div className={classes.messages}>
      <NumberTile title={t('insights:results.sent')} value={format.number(sent)} size="small" link={linkTo('sent')} />
      <NumberTile title={t('insights:results.read')} value={format.number(read)} size="small" link={linkTo('read')}>
        {ofSent(read)}
      </NumberTile>
      <NumberTile
        title={t('insights:results.answered')}
        value={format.number(answered)}
        size="small"
        link={linkTo('answered')}
      >
        {ofSent(answered)}
      </NumberTile>
    </div>
  );
}

function BestFlow({ results: { flows, bestFlowId, from, to }, branchId }: Omit<VisitProps, 'onOpen'>) {
  const t = useTexts();
  const best = flows.find(({ senderId }) => senderId === bestFlowId);
  if (!best) return null;
  return (
    <NumberTile
      title={t('insights:results.best_flow')}
      value={best.title}
      size="word"
      link={(tile) => (
        <Link to="/insights/conversion" search={{ flowId: best.senderId, from, to, branchId }} {...tile} />
      )}
    >
      {t('insights:results.brought', { count: best.visited })}
    </NumberTile>
  );
}
