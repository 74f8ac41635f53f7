import { Link } from '@tanstack/react-router';
import type { InquiryGroup, Came, ClientGroup, Comparison, Dashboard, Figures } from '#contract/insights/dashboard.ts';
import type { ResultGroup } from '#contract/insights/results.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FigureTile } from '#web/insights/figures/FigureTile.tsx';
import results from '#web/insights/results.module.css';
import { minorIn } from './dashboard-data.ts';
import { useConversionPath } from './use-conversion-path.ts';
import { useFigureWords } from './use-figure-words.ts';

type Props = {
  dashboard: Dashboard;
  compared: Comparison | undefined;
  branchId: string | undefined;
  onVisits: (group: ResultGroup) => void;
  onClients: (group: ClientGroup) => void;
  onInquiries: (group: InquiryGroup) => void;
};

/** Figures of the period; each opens what it is made of. */
export function DashboardTiles({ dashboard, compared, branchId, onVisits, onClients, onInquiries }: Props) {
  const t = useTexts();
  const { figures, currency, lostClients } = dashboard;
  const words = useFigureWords(dashboard, compared);
  const attended = (of: Figures) => of.attended;
  const toCome = (of: Figures) => of.attended + of.noShow;
  const people = (of: Figures) => of.newClients;
  const bill = (of: Figures) => minorIn(of.averageBill, currency);
  const missed = (of: Figures) => (toCome(of) === 0 ? 0 : of.noShow / toCome(of));
  // NOTE: the figures are an average; a share is of all periods together.
  const missedOfAll = (of: Figures) =>
    words.share(of.noShow * (compared?.periods ?? 1), toCome(of) * (compared?.periods ?? 1));
  return (
    <div className={results.tiles}>
      <FigureTile
        {...named('revenue')}
        value={words.sums(figures.paid)}
        size="sum"
        onOpen={() => onVisits('attended')}
        notes={[words.change(words.minor, { cases: attended, written: (of) => words.sums(of.paid) })]}
        target={words.target('revenue')}
      />
      <FigureTile
        {...named('visits')}
        value={words.count(figures.attended)}
        onOpen={() => onVisits('attended')}
        notes={[words.change(attended, { cases: attended, written: (of) => words.count(of.attended) })]}
        target={words.target('visits')}
      />
      <FigureTile
        {...named('average_bill')}
        value={figures.averageBill.length > 0 ? words.sums(figures.averageBill) : '–'}
        size="sum"
        onOpen={() => onVisits('attended')}
        notes={[
          bill(figures) > 0 && words.change(bill, { cases: attended, written: (of) => words.sums(of.averageBill) }),
        ]}
      />
      <FigureTile
        {...named('no_shows')}
        value={words.share(figures.noShow, toCome(figures))}
        onOpen={() => onVisits('no_show')}
        notes={[words.change(missed, { cases: () => 0, written: missedOfAll })]}
        target={words.target('no_show_share')}
      />
      <FigureTile
        {...named('new')}
        value={words.count(figures.newClients)}
        onOpen={() => onClients('new')}
        notes={[words.change(people, { cases: people, written: (of) => words.count(of.newClients) })]}
        target={words.target('new_clients')}
      />
      <FigureTile
        {...named('returning')}
        value={words.count(figures.returningClients)}
        onOpen={() => onClients('returning')}
        notes={[
          words.change((of) => of.returningClients, {
            cases: (of) => of.returningClients,
            written: (of) => words.count(of.returningClients),
          }),
        ]}
      />
      <FigureTile {...named('lost')} value={words.count(lostClients)} onOpen={() => onClients('lost')} />
      <FigureTile
        {...named('busy')}
        value={t('dashboard:hours', { count: words.count(Math.round(figures.busyMinutes / 6) / 10) })}
        onOpen={() => onVisits('attended')}
        notes={[t('dashboard:occupancy')]}
      />
      <FigureTile
        {...named('answers')}
        value={words.share(figures.answered, figures.inquiries)}
        onOpen={() => onInquiries('all')}
        notes={[
          figures.inquiries === 0 && t('dashboard:no_conversations'),
          figures.answerSeconds !== null && t('dashboard:median', { time: words.duration(figures.answerSeconds) }),
        ]}
      />
      <CameTile {...named('flows')} came={dashboard.came.flow} dashboard={dashboard} branchId={branchId} />
      <CameTile {...named('mailings')} came={dashboard.came.mailing} dashboard={dashboard} branchId={branchId} />
    </div>
  );

  function named(
    key:
      | 'revenue'
      | 'visits'
      | 'average_bill'
      | 'no_shows'
      | 'new'
      | 'returning'
      | 'lost'
      | 'busy'
      | 'answers'
      | 'flows'
      | 'mailings',
  ) {
    return { title: t(`dashboard:figure.${key}`), about: t(`dashboard:about.${key}`) };
  }
}

type CameProps = { title: string; about: string; came: Came; dashboard: Dashboard; branchId: string | undefined };

/** Contacts who came after messages, with the range of the true share. */
function CameTile({ title, about, came: { sent, visited, low, high }, dashboard, branchId }: CameProps) {
  const t = useTexts();
  const format = useFormat();
  const words = useFigureWords(dashboard, undefined);
  const to = useConversionPath();
  const search = { from: dashboard.from, to: dashboard.to, branchId, step: 'visited' as const };
  return (
    <FigureTile
      title={title}
      about={about}
      value={words.share(visited, sent)}
      link={(figure) => <Link to={to} search={search} {...figure} />}
      notes={[
        sent === 0 && t('dashboard:no_messages'),
        sent > 0 && t('dashboard:interval', { low: format.percent(low), high: format.percent(high) }),
      ]}
    />
  );
}
