import { Badge, Button, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { QualityCaseId, QualityHome } from '#contract/quality/reports.ts';
import { idIn } from '#web/lib/api/known.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import { homeTitle } from '#web/lib/pages/brand.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import classes from '#web/quality/quality.module.css';
import { ReportBadge } from '#web/quality/report/ReportBadge.tsx';
import { useReportWords } from '#web/quality/report/use-report-words.ts';
import { useScoreWords } from '#web/quality/score-words.ts';
import { useIsOwner } from '#web/quality/use-shared.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { HomeCard } from './HomeCard.tsx';
import { People } from './People.tsx';
import { ResolveButtons } from './ResolveButtons.tsx';
import { useQualityHome } from './use-quality-home.ts';

// Charts are large, and a case is opened seldom.
const WeeksChart = lazy(async () => ({ default: (await import('./WeeksChart.tsx')).WeeksChart }));
const CaseDrawer = lazy(async () => ({ default: (await import('#web/quality/report/CaseDrawer.tsx')).CaseDrawer }));

const readSearch = (search: Readonly<Record<string, unknown>>) => ({ case: idIn<QualityCaseId>(search['case']) });

/** Route: / on domains of quality control */
export function QualityHomePage() {
  const t = useTexts();
  const home = useQualityHome();
  const [search, change] = useUrlState(readSearch, ['case']);
  return (
    <>
      <PageHead
        title={t(homeTitle())}
        state={home.data ? <StateInWords home={home.data} /> : '\u00a0'}
        action={home.data?.has.reports && <NewReport />}
      />
      {home.isPending && <HomeSkeleton />}
      {home.isError && !home.data && <Failure error={home.error} onRetry={home.refetch} />}
      {home.isError && home.data && (
        <Text size="sm" c="dimmed" mb="sm" role="status">
          {t('ui:stale')}
        </Text>
      )}
      {home.data && <HomeBody home={home.data} onCase={(id) => change({ case: id })} />}
      <Suspense>
        {search.case && (
          <CaseDrawer key={search.case} caseId={search.case} onClose={() => change({ case: undefined })} />
        )}
      </Suspense>
    </>
  );
}

function NewReport() {
  const t = useTexts();
  return (
    <Button renderRoot={(props) => <Link to="/chats" search={{ open: 'order' }} {...props} />}>
      {t('quality:order.open')}
    </Button>
  );
}

/** "86 talks of 4 employees, 1–30 November. 2 objections wait." */
function StateInWords({ home }: { home: QualityHome }) {
  const t = useTexts();
  const format = useFormat();
  const people = home.employees.filter(({ isBot }) => !isBot);
  const talks = people.reduce((sum, { cases }) => sum + cases, 0);
  const period = format.days(home.from, home.to);
  if (talks === 0) return home.has.reports ? t('quality:home.no_talks', { period }) : t('quality:home.start');
  const waiting = home.disputes.length;
  return [
    t('quality:home.state', { count: talks, period }),
    ...(waiting > 0 ? [t('quality:home.waiting', { count: waiting })] : []),
  ].join(' ');
}

type BodyProps = { home: QualityHome; onCase: (caseId: QualityCaseId) => void };

function HomeBody({ home, onCase }: BodyProps) {
  const t = useTexts();
  const hasReports = home.has.reports;
  return (
    <div className={classes.page}>
      {!hasReports && <FirstSteps has={home.has} />}
      {(hasReports || home.reports.length > 0) && (
        <div className={classes.columns}>
          <div className={classes.column}>
            <People home={home} />
            {home.weeks.length > 0 && (
              <HomeCard title={t('quality:home.weeks')}>
                <div className={classes.body}>
                  <Suspense fallback={<Skeleton height={220} />}>
                    <WeeksChart weeks={home.weeks} />
                  </Suspense>
                </div>
              </HomeCard>
            )}
          </div>
          <div className={classes.column}>
            <Disputes home={home} onCase={onCase} />
            <Missed home={home} />
            <Reports home={home} />
          </div>
        </div>
      )}
    </div>
  );
}

/** Objections of staff that the owner has not answered. */
function Disputes({ home: { disputes }, onCase }: BodyProps) {
  const t = useTexts();
  const isOwner = useIsOwner();
  if (disputes.length === 0) return null;
  return (
    <HomeCard title={t('quality:home.disputes')} aside={<Badge color="attention">{disputes.length}</Badge>}>
      <ul className={classes.rows}>
        {disputes.map(({ id, caseId, words, employee, by, reason, createdAt }) => (
          <li key={id} className={classes.row}>
            <div className={classes.words}>
              <LinkButton onClick={() => onCase(caseId)}>{words}</LinkButton>
              <Text size="sm" c="dimmed">
                {t('quality:home.dispute_by', { name: by, employee: employee || t('quality:unnamed_employee') })}{' '}
                <Moment at={createdAt} />
              </Text>
              {reason && <Text size="sm">{t('quality:quoted', { words: reason })}</Text>}
              {isOwner && (
                <div className={classes.resolve}>
                  <ResolveButtons disputeId={id} />
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
    </HomeCard>
  );
}

/** The questions that are missed most. */
function Missed({ home: { missed } }: { home: QualityHome }) {
  const t = useTexts();
  const scores = useScoreWords();
  if (missed.length === 0) return null;
  return (
    <HomeCard title={t('quality:home.missed')}>
      <ul className={classes.rows}>
        {missed.map(({ words, no, judged }) => (
          <li key={words} className={classes.row}>
            <span className={classes.words}>{words}</span>
            <Text span>{scores.share(no, judged)}</Text>
          </li>
        ))}
      </ul>
    </HomeCard>
  );
}

function Reports({ home: { reports } }: { home: QualityHome }) {
  const t = useTexts();
  const words = useReportWords();
  if (reports.length === 0) return null;
  return (
    <HomeCard title={t('quality:home.reports')}>
      <ul className={classes.rows}>
        {reports.map((report) => (
          <li key={report.id}>
            <Link to="/reports/$reportId" params={{ reportId: report.id }} className={classes.row}>
              <span className={classes.words}>
                <Text span display="block" fw={550}>
                  {words.title(report)}
                </Text>
                <Text span size="sm" c="dimmed">
                  {words.progress(report)}
                </Text>
              </span>
              <ReportBadge report={report} />
            </Link>
          </li>
        ))}
      </ul>
    </HomeCard>
  );
}

function HomeSkeleton() {
  return (
    <Loading>
      <div className={classes.columns}>
        <div className={classes.column}>
          <Skeleton height={320} radius="md" />
          <Skeleton height={260} radius="md" />
        </div>
        <div className={classes.column}>
          <Skeleton height={220} radius="md" />
          <Skeleton height={220} radius="md" />
        </div>
      </div>
    </Loading>
  );
}
