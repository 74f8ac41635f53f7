import { Button, Card, Skeleton, Text, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Rehearsal, RehearsalSummary } from '#contract/rehearsal/calls.ts';
import { ReasonTable } from '#web/delivery/ReasonTable.tsx';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePriceWords } from '#web/lib/format/use-price-words.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { ByFlow } from './ByFlow.tsx';
import { NextSteps } from './NextSteps.tsx';
import { RehearsedDrawer } from './RehearsedDrawer.tsx';
import { barsOf, daysLeft, reasonsOf } from './rehearsal-figures.ts';
import { readRehearsalSearch } from './rehearsal-search.ts';
import classes from './rehearsal.module.css';
import { RehearsedMessages } from './RehearsedMessages.tsx';

/** Nobody draws bars before there are any: the chart comes with the first figures. */
const RehearsalChart = lazy(async () => ({ default: (await import('./RehearsalChart.tsx')).RehearsalChart }));

/** Result of a rehearsal: summary, cost, next steps, then by day, reason and message. */
export function RehearsalResult({ rehearsal }: { rehearsal: Rehearsal }) {
  const t = useTexts();
  const format = useFormat();
  const [state, setState] = useUrlState(readRehearsalSearch, ['rule', 'day', 'outcome', 'busy']);
  const { summary, from, until, timeZone, flows } = rehearsal;
  const bars = barsOf(summary, format.dayKey(from, timeZone), format.dayKey(until, timeZone));
  return (
    <>
      <Sentence rehearsal={rehearsal} />
      <div className={classes.columns}>
        <div className={classes.blocks}>
          <Card component="section" aria-label={t('rehearsal:chart.title')}>
            <Title order={2} mb="xs">
              {t('rehearsal:chart.title')}
            </Title>
            <div className={classes.chart}>
              <Suspense fallback={<Skeleton height={260} />}>
                <RehearsalChart bars={bars} onOpen={(day, outcome) => setState({ day, outcome })} />
              </Suspense>
            </div>
          </Card>
          <ReasonTable
            title={t('rehearsal:reasons.title')}
            reasons={reasonsOf(summary)}
            none={t('rehearsal:reasons.none')}
            onOpen={(rule) => setState({ rule })}
          />
        </div>
        <aside className={classes.blocks}>
          <NextSteps flows={flows} />
          <BusyDays count={summary.busyDays} onOpen={() => setState({ busy: 'yes' })} />
          {flows.length > 1 && <ByFlow rehearsal={rehearsal} onOpen={(flow) => setState({ flow })} />}
        </aside>
      </div>
      {summary.sent > 0 && (
        <RehearsedMessages rehearsal={rehearsal} flow={state.flow} onFlow={(flow) => setState({ flow })} />
      )}
      <RehearsedDrawer
        rehearsal={rehearsal}
        search={state}
        onClose={() => setState({ rule: undefined, day: undefined, outcome: undefined, busy: undefined })}
      />
    </>
  );
}

/** "142 messages to 118 customers, 5 a day on average; decided not to write 36 times", and what of the balance it takes. */
function Sentence({ rehearsal: { summary, days, messagesLeft } }: { rehearsal: Rehearsal }) {
  const t = useTexts();
  const format = useFormat();
  const { sent, people, skipped, putOff } = summary;
  const average = sent / days;
  const written =
    sent === 0
      ? t('rehearsal:sum.none')
      : t('rehearsal:sum.whole', {
          sent: t('rehearsal:sum.sent', { count: sent, number: format.number(sent) }),
          people: t('rehearsal:sum.to_people', { count: people, number: format.number(people) }),
          average: format.number(average, { maximumFractionDigits: average < 10 ? 1 : 0 }),
        });
  const unwritten = skipped > 0 && t('rehearsal:sum.skipped', { count: skipped, number: format.number(skipped) });
  return (
    <div className={classes.sentence}>
      <p className={classes.sum}>{[written, unwritten].filter(Boolean).join('; ')}</p>
      {putOff > 0 && (
        <Text component="p" className={classes.cost}>
          {t('rehearsal:sum.put_off', { count: putOff, number: format.number(putOff) })}
        </Text>
      )}
      {sent > 0 && <Cost sent={sent} days={days} messagesLeft={messagesLeft} />}
      <Price summary={summary} />
    </div>
  );
}

/** Longer durations are not stated. */
const MAX_STATED_DAYS = 365;

function Cost({ sent, days, messagesLeft }: { sent: number; days: number; messagesLeft: number }) {
  const t = useTexts();
  const format = useFormat();
  const lasts = daysLeft(messagesLeft, sent, days);
  const figures = { sent: format.number(sent), left: format.number(messagesLeft) };
  if (sent > messagesLeft) {
    return (
      <Text c="attention" component="p" className={classes.cost}>
        {t('rehearsal:cost.short', figures)}
      </Text>
    );
  }
  return (
    <Text c="dimmed" component="p" className={classes.cost}>
      {t('rehearsal:cost.enough', { count: days, ...figures })}{' '}
      {lasts !== null && lasts <= MAX_STATED_DAYS && t('rehearsal:cost.lasts', { count: lasts })}
    </Text>
  );
}

/** Charges of the providers on top of the balance, where prices are known. */
function Price({ summary: { prices, unpriced } }: { summary: RehearsalSummary }) {
  const t = useTexts();
  const format = useFormat();
  const price = usePriceWords();
  if (prices.length === 0) return null;
  return (
    <Text c="dimmed" component="p" className={classes.cost}>
      {t('rehearsal:cost.price', { price: prices.map((one) => price(one)).join(' + ') })}{' '}
      {unpriced > 0 && t('rehearsal:cost.unpriced', { count: unpriced, number: format.number(unpriced) })}
    </Text>
  );
}

function BusyDays({ count, onOpen }: { count: number; onOpen: () => void }) {
  const t = useTexts();
  const format = useFormat();
  return (
    <Card component="section" aria-label={t('rehearsal:busy.title')}>
      <Title order={2} mb="xs">
        {t('rehearsal:busy.title')}
      </Title>
      <Text mb={count > 0 ? 'sm' : 0}>
        {count > 0 ? t('rehearsal:busy.text', { count, number: format.number(count) }) : t('rehearsal:busy.none')}
      </Text>
      {count > 0 && (
        <Button variant="default" onClick={onOpen}>
          {t('rehearsal:busy.open')}
        </Button>
      )}
    </Card>
  );
}
