import { Skeleton, Text, Title } from '@mantine/core';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { getAssistantReport } from '#contract/assistants/turns.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { useDollars } from '#web/assistants/use-models.ts';
import { useReport } from '#web/assistants/use-assistants.ts';
import { countIn } from '#web/lib/api/known.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { PageLink } from '#web/lib/pages/PageLink.tsx';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { NumberTile } from '#web/ui/charts/NumberTile.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { Answers } from './Answers.tsx';
import classes from './report.module.css';

const PERIODS = [7, 30, 90] as const;
type Days = (typeof PERIODS)[number];
const USUAL_DAYS: Days = 30;
const DAY_MS = 86_400_000;

const readSearch = (search: Readonly<Record<string, unknown>>) => {
  const days = countIn(search['days']);
  return { days: PERIODS.find((one) => one === days) };
};

/** Results of the assistant in the last days. */
export function ReportPane({ assistantId }: { assistantId: AssistantId }) {
  const t = useTexts();
  const format = useFormat();
  const [{ days = USUAL_DAYS }, change] = useUrlState(readSearch);
  const now = productNow();
  const period = { from: format.dayKey(now - (days - 1) * DAY_MS), until: format.dayKey(now) };
  const report = useReport(assistantId, period);
  return (
    <section className={classes.pane} aria-label={t('assistants:tab.report')}>
      <div className={classes.head}>
        <div>
          <Title order={2}>{t('assistants:report.title', { count: days })}</Title>
          <Text c="dimmed">{format.days(period.from, period.until)}</Text>
        </div>
        <ChoiceBar
          isNarrow
          label={t('assistants:report.period')}
          value={String(days)}
          options={PERIODS.map((one) => ({ value: String(one), label: t('assistants:report.days', { count: one }) }))}
          onChange={(value) => change({ days: PERIODS.find((one) => String(one) === value) })}
        />
      </div>
      {report.isPending && (
        <Loading>
          <Skeleton height={180} />
        </Loading>
      )}
      {report.error && !report.data && <Failure error={report.error} onRetry={report.refetch} />}
      {report.data && <Figures report={report.data} />}
      <PageLink to="/conversations">{t('assistants:report.conversations')}</PageLink>
      <Answers assistantId={assistantId} />
    </section>
  );
}

function Figures({ report }: { report: ReplyOf<typeof getAssistantReport> }) {
  const t = useTexts();
  const format = useFormat();
  const dollars = useDollars();
  const { dialogues, resolved, handedOver, bookings, bookedMinor, currency, answers, costMicroUsd } = report;
  if (dialogues === 0) return <EmptyState text={t('assistants:report.empty')} />;
  const handed = handedOver.reduce((sum, one) => sum + one.dialogues, 0);
  return (
    <>
      <div className={classes.tiles}>
        <NumberTile title={t('assistants:report.dialogues')} value={format.number(dialogues)}>
          {t('assistants:report.answers', { count: answers })}
        </NumberTile>
        <NumberTile title={t('assistants:report.resolved')} value={format.number(resolved)}>
          {format.percent(resolved / dialogues)}
        </NumberTile>
        <NumberTile title={t('assistants:report.bookings')} value={format.number(bookings)}>
          {currency && format.money({ amountMinor: bookedMinor, currency })}
        </NumberTile>
        <NumberTile title={t('assistants:report.cost')} value={dollars(costMicroUsd)} size="sum">
          {t('assistants:report.per_dialogue', { sum: dollars(costMicroUsd / dialogues) })}
        </NumberTile>
      </div>
      {handed > 0 && (
        <div>
          <Title order={3} mb={6}>
            {t('assistants:report.handed_over', { count: handed })}
          </Title>
          <dl className={classes.reasons}>
            {handedOver.map(({ reason, dialogues: count }) => (
              <div key={reason}>
                <dt>{t(`assistants:reason.${reason}`)}</dt>
                <dd>{format.number(count)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </>
  );
}
