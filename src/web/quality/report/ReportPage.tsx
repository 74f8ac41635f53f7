import { Skeleton, Text, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { QualityReportId, WholeQualityReport } from '#contract/quality/reports.ts';
import { useDollars } from '#web/assistants/use-models.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import classes from '#web/quality/quality.module.css';
import { useScoreWords, useWaitWords } from '#web/quality/score-words.ts';
import { NumberTile } from '#web/ui/charts/NumberTile.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { Facts } from '#web/ui/lists/Facts.tsx';
import { CaseList } from './CaseList.tsx';
import { ChosenEmployee, EmployeeTable } from './EmployeeTable.tsx';
import { ItemTable } from './ItemTable.tsx';
import { ReportActions } from './ReportActions.tsx';
import { ReportBadge } from './ReportBadge.tsx';
import { ReportProgress } from './ReportProgress.tsx';
import { readReportSearch } from './report-search.ts';
import tiles from './report.module.css';
import { useReport } from './use-report.ts';
import { useReportWords } from './use-report-words.ts';

const CaseDrawer = lazy(async () => ({ default: (await import('./CaseDrawer.tsx')).CaseDrawer }));

/** Route: /reports/{reportId} */
export function ReportPage() {
  return <ReportView reportId={usePathId('reportId')} />;
}

export function ReportView({ reportId }: { reportId: QualityReportId }) {
  const t = useTexts();
  const report = useReport(reportId);
  const words = useReportWords();
  const [search, change] = useUrlState(readReportSearch, ['case']);
  usePageName(report.data && words.title(report.data));
  return (
    <>
      {report.isPending && <ReportSkeleton />}
      {report.isError && !report.data && (
        <>
          <PageHead title={t('quality:report.name')} backTo="/" />
          <Failure error={report.error} onRetry={report.refetch} />
        </>
      )}
      {report.data && (
        <>
          {report.isError && (
            <Text size="sm" c="dimmed" mb="sm" role="status">
              {t('ui:stale')}
            </Text>
          )}
          <Head report={report.data} />
          <div className={classes.page}>
            <ReportProgress report={report.data} />
            {search.employee !== undefined && (
              <ChosenEmployee
                key={search.employee}
                report={report.data}
                chosen={search.employee}
                onClear={() => change({ employee: undefined })}
                onCase={(id) => change({ case: id })}
              />
            )}
            <Figures report={report.data} />
            <EmployeeTable report={report.data} onChoose={(employee) => change({ employee })} />
            <ItemTable report={report.data} onMissed={(item) => change({ item, state: undefined })} />
            <CaseList report={report.data} search={search} onChange={change} />
          </div>
        </>
      )}
      <Suspense>
        {search.case && (
          <CaseDrawer key={search.case} caseId={search.case} onClose={() => change({ case: undefined })} />
        )}
      </Suspense>
    </>
  );
}

function Head({ report }: { report: WholeQualityReport }) {
  const t = useTexts();
  const words = useReportWords();
  const { source, checklistTitle, samplePercent, talks, found } = report;
  const about = [
    source.map((one) => t(`quality:source.${one}`)).join(', '),
    checklistTitle,
    samplePercent < 100 ? t('quality:report.sample', { talks, found }) : null,
  ];
  return (
    <PageHead
      title={words.title(report)}
      backTo={`/${report.kind}`}
      state={
        <>
          <ReportBadge report={report} /> {about.filter(Boolean).join(' · ')}
        </>
      }
      action={<ReportActions report={report} />}
    />
  );
}

/** The score, what was judged, the money, and the summary in words. */
function Figures({ report }: { report: WholeQualityReport }) {
  const t = useTexts();
  const dollars = useDollars();
  const scores = useScoreWords();
  const words = useReportWords();
  const { score, costMicroUsd, capMicroUsd, summary, employees, done } = report;
  const criticals = employees.filter(({ isBot }) => !isBot).reduce((sum, one) => sum + one.criticals, 0);
  return (
    <>
      <div className={tiles.tiles}>
        <NumberTile title={t('quality:score')} value={scores.score(score)}>
          {t('quality:of_hundred')}
        </NumberTile>
        <NumberTile title={t('quality:report.judged')} value={done}>
          {words.progress(report)}
        </NumberTile>
        <NumberTile title={t('quality:criticals')} value={criticals}>
          {t('quality:criticals_help')}
        </NumberTile>
        <NumberTile title={t('quality:report.cost')} value={dollars(costMicroUsd)} size="sum">
          {t('quality:report.cap', { sum: dollars(capMicroUsd) })}
        </NumberTile>
      </div>
      {summary && (
        <section aria-label={t('quality:report.summary')}>
          <Title order={2} size="h3" mb="xs">
            {t('quality:report.summary')}
          </Title>
          <Text maw={720} className={tiles.summary}>
            {summary}
          </Text>
        </section>
      )}
      <Measures report={report} />
    </>
  );
}

/** Waits and talks without an answer, counted without a model. */
function Measures({ report: { measures } }: { report: WholeQualityReport }) {
  const t = useTexts();
  const format = useFormat();
  const wait = useWaitWords();
  if (!measures) return null;
  const { firstAnswer, longestWait, unanswered } = measures;
  return (
    <section aria-label={t('quality:measures.title')}>
      <Title order={2} size="h3" mb="xs">
        {t('quality:measures.title')}
      </Title>
      <Facts
        facts={[
          { label: t('quality:measures.first_answer'), value: firstAnswer === null ? '–' : wait(firstAnswer) },
          { label: t('quality:measures.longest_wait'), value: longestWait === null ? '–' : wait(longestWait) },
          { label: t('quality:measures.unanswered'), value: format.number(unanswered) },
        ]}
      />
    </section>
  );
}

function ReportSkeleton() {
  return (
    <Loading>
      <Skeleton height={34} width={320} maw="80%" />
      <Skeleton height={20} width={420} maw="90%" mt={10} mb={24} />
      <div className={tiles.tiles}>
        {[1, 2, 3, 4].map((tile) => (
          <Skeleton key={tile} height={98} radius="md" />
        ))}
      </div>
      <Skeleton height={240} mt={24} />
      <Skeleton height={320} mt={24} />
    </Loading>
  );
}
