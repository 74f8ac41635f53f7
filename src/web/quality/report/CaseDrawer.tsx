import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ItemVerdict, QualityCaseId, WholeQualityCase } from '#contract/quality/reports.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from '#web/quality/quality.module.css';
import { clockOf } from '#web/quality/player/player-rules.ts';
import { useScoreWords } from '#web/quality/score-words.ts';
import { EmployeeName } from '#web/quality/talks/EmployeeNames.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import { Facts } from '#web/ui/lists/Facts.tsx';
import { CaseTalk, type Place } from './CaseTalk.tsx';
import { useCase, useReport } from './use-report.ts';
import { VerdictCard } from './VerdictCard.tsx';

/** A judged talk: its verdicts, then its lines or its sound. */
export function CaseDrawer({ caseId, onClose }: { caseId: QualityCaseId; onClose: () => void }) {
  const t = useTexts();
  const found = useCase(caseId);
  return (
    <SideDrawer
      isOpen
      title={found.data?.talk.title || t('quality:talk.title')}
      closeLabel={t('ui:close')}
      onClose={onClose}
    >
      {found.isPending && (
        <Loading>
          <Skeleton height={420} />
        </Loading>
      )}
      {found.isError && !found.data && <Failure error={found.error} onRetry={found.refetch} />}
      {found.data && <CaseBody whole={found.data} />}
    </SideDrawer>
  );
}

function CaseBody({ whole }: { whole: WholeQualityCase }) {
  const t = useTexts();
  const format = useFormat();
  const scores = useScoreWords();
  const report = useReport(whole.reportId);
  const [place, setPlace] = useState<Place | null>(null);
  const { talk, employee, isBot, score, trouble, state, isCriticalMissed, verdicts } = whole;
  const itemOf = ({ itemId }: ItemVerdict) => report.data?.checklist.items.find(({ id }) => id === itemId);
  const openVerdict = (verdictId: string) => {
    const card = document.querySelector<HTMLElement>(`#verdict-${CSS.escape(verdictId)}`);
    card?.scrollIntoView({ block: 'center' });
    card?.focus({ preventScroll: true });
  };
  return (
    <Stack>
      <Facts
        facts={[
          { label: t('quality:employee'), value: <EmployeeName name={employee} isBot={isBot} /> },
          { label: t('quality:score'), value: scores.score(score) },
          { label: t('quality:talk.when'), value: format.dateTime(talk.startedAt) },
          ...(talk.seconds === null ? [] : [{ label: t('quality:talk.length'), value: clockOf(talk.seconds) }]),
        ]}
      />
      {isCriticalMissed && (
        <Group>
          <ToneBadge tone="bad">{t('quality:critical_missed')}</ToneBadge>
        </Group>
      )}
      {trouble && (
        <TroubleAlert tone="attention" title={t(`quality:trouble.${trouble}.what`)}>
          {t(`quality:trouble.${trouble}.do`)}
        </TroubleAlert>
      )}
      {state === 'waiting' && <Text c="dimmed">{t('quality:case.waiting')}</Text>}
      {verdicts.length > 0 && (
        <section aria-label={t('quality:verdicts')}>
          <Title order={2} size="h3" mb="xs">
            {t('quality:verdicts')}
          </Title>
          <ul className={classes.list}>
            {verdicts.map((verdict) => (
              <VerdictCard
                key={verdict.id}
                verdict={verdict}
                rootCauses={itemOf(verdict)?.rootCauses ?? []}
                isCritical={itemOf(verdict)?.isCritical ?? false}
                onQuote={({ line, second }) => setPlace({ line, second, round: (place?.round ?? 0) + 1 })}
              />
            ))}
          </ul>
        </section>
      )}
      <CaseTalk whole={whole} place={place} onMark={openVerdict} />
    </Stack>
  );
}
