import { Button, Progress, Text } from '@mantine/core';
import type { QualityReport } from '#contract/quality/reports.ts';
import type { TalkKind } from '#contract/quality/values.ts';
import { useDollars } from '#web/assistants/use-models.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import classes from '#web/quality/quality.module.css';
import { useScoreWords } from '#web/quality/score-words.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { ReportBadge } from './ReportBadge.tsx';
import { useReports } from './use-report.ts';
import { useReportWords } from './use-report-words.ts';

/** Reports about chats or calls, the newest first. */
export function ReportsPane({ kind, onNew }: { kind: TalkKind; onNew: () => void }) {
  const t = useTexts();
  const reports = useReports(kind);
  const columns = useReportColumns();
  const words = useReportWords();
  return (
    <DataList
      label={t('quality:tab.reports')}
      rows={reports.data ?? []}
      rowKey={({ id }) => id}
      rowName={words.title}
      columns={columns}
      paging={reports}
      linkTo={({ id }) => ({ to: '/reports/$reportId', params: { reportId: id } })}
      empty={
        <EmptyState
          title={t('quality:reports.empty_title')}
          text={t(`quality:reports.empty.${kind}`)}
          action={<Button onClick={onNew}>{t('quality:order.open')}</Button>}
        />
      }
    />
  );
}

function useReportColumns(): Column<QualityReport>[] {
  const t = useTexts();
  const format = useFormat();
  const dollars = useDollars();
  const scores = useScoreWords();
  const words = useReportWords();
  return [
    {
      key: 'period',
      title: t('quality:report.period'),
      isMain: true,
      cell: ({ period, checklistTitle }) => (
        <span className={classes.lines}>
          <span>{format.days(period.from, period.to)}</span>
          <Text span size="sm" c="dimmed">
            {checklistTitle}
          </Text>
        </span>
      ),
    },
    {
      key: 'status',
      title: t('quality:report.status'),
      isBrief: true,
      cell: (report) => <ReportBadge report={report} />,
    },
    {
      key: 'progress',
      title: t('quality:report.judged'),
      cell: (report) => (
        <span className={classes.lines}>
          <span>{words.progress(report)}</span>
          {words.isRunning(report) && report.cases > 0 && (
            <Progress
              value={((report.done + report.failed) / report.cases) * 100}
              size="sm"
              aria-label={words.progress(report)}
            />
          )}
        </span>
      ),
    },
    { key: 'score', title: t('quality:score'), isNumeric: true, cell: ({ score }) => scores.score(score) },
    {
      key: 'cost',
      title: t('quality:report.cost'),
      isNumeric: true,
      from: 'medium',
      cell: ({ costMicroUsd }) => dollars(costMicroUsd),
    },
    {
      key: 'created',
      title: t('quality:report.created'),
      isBrief: true,
      from: 'wide',
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
  ];
}
