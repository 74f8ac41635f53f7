import { Button, Card, Group, List, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { WholeQualityReport } from '#contract/quality/reports.ts';
import type { ReportStop } from '#contract/quality/values.ts';
import { useDollars } from '#web/assistants/use-models.ts';
import { CallRefused } from '#web/lib/api/call-errors.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { capIn, proposedCap } from '#web/quality/order/order-search.ts';
import { TopUp } from '#web/quality/TopUp.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { useResumeReport, useStopReport } from './use-report.ts';
import { useReportWords } from './use-report-words.ts';

/** How far a report is while it is made; why it stopped, what is safe and what to do. */
export function ReportProgress({ report }: { report: WholeQualityReport }) {
  const words = useReportWords();
  if (words.isRunning(report)) return <Running report={report} />;
  return (
    <>
      {report.stop !== null && <Stopped report={report} stop={report.stop} />}
      <Troubles report={report} />
    </>
  );
}

function Running({ report }: { report: WholeQualityReport }) {
  const t = useTexts();
  const dollars = useDollars();
  const words = useReportWords();
  const stop = useStopReport(report.id);
  const { cases, done, failed, capMicroUsd } = report;
  const progress = words.progress(report);
  return (
    <Card component="section" aria-label={t('quality:report.progress')}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Text role="status">{progress}</Text>
          <Button variant="default" size="compact-md" loading={stop.isPending} onClick={() => stop.mutate()}>
            {t('quality:report.stop')}
          </Button>
        </Group>
        <Progress
          value={cases === 0 ? 0 : ((done + failed) / cases) * 100}
          animated
          aria-label={t('quality:report.progress')}
        />
        <Text size="sm" c="dimmed">
          {t('quality:report.leave', { sum: dollars(capMicroUsd) })}
        </Text>
      </Stack>
    </Card>
  );
}

function Stopped({ report, stop }: { report: WholeQualityReport; stop: ReportStop }) {
  const t = useTexts();
  const dollars = useDollars();
  const resume = useResumeReport(report.id);
  const { done, cases, capMicroUsd, costMicroUsd } = report;
  const [typedCap, setTypedCap] = useState(proposedCap(Math.max(costMicroUsd, capMicroUsd)));
  const capTyped = capIn(typedCap);
  const isCapLow = stop === 'cap' && (capTyped === null || capTyped <= capMicroUsd);
  const isAboutMoney = resume.error instanceof CallRefused && resume.error.code === 'quality_report.balance';
  return (
    <TroubleAlert
      tone={stop === 'member' || stop === 'cap' ? 'attention' : 'bad'}
      title={t(`quality:stop.${stop}.what`, { sum: dollars(capMicroUsd) })}
      action={
        <Stack gap="xs">
          {stop === 'cap' && (
            <TextInput
              label={t('quality:report.new_cap')}
              leftSection="$"
              inputMode="decimal"
              autoComplete="off"
              value={typedCap}
              error={isCapLow && t('quality:report.cap_low', { sum: dollars(capMicroUsd) })}
              onChange={({ currentTarget }) => setTypedCap(currentTarget.value)}
            />
          )}
          <Group gap="xs">
            <Button
              size="compact-md"
              loading={resume.isPending}
              disabled={isCapLow}
              onClick={() => resume.mutate(stop === 'cap' && capTyped !== null ? { capMicroUsd: capTyped } : {})}
            >
              {t('quality:report.continue')}
            </Button>
            {(stop === 'balance' || isAboutMoney) && <TopUp />}
          </Group>
          <FormFailure error={resume.error} />
        </Stack>
      }
    >
      {t('quality:stop.safe', { done, cases })} {t(`quality:stop.${stop}.do`)}
    </TroubleAlert>
  );
}

/** Talks that could not be judged, by reason. */
function Troubles({ report: { troubles } }: { report: WholeQualityReport }) {
  const t = useTexts();
  if (troubles.length === 0) return null;
  return (
    <TroubleAlert tone="attention" title={t('quality:trouble.title')}>
      <List size="sm">
        {troubles.map(({ trouble, cases }) => (
          <List.Item key={trouble}>
            {t('quality:trouble.line', { count: cases, what: t(`quality:trouble.${trouble}.what`) })}{' '}
            {t(`quality:trouble.${trouble}.do`)}
          </List.Item>
        ))}
      </List>
    </TroubleAlert>
  );
}
