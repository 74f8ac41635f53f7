import { Skeleton, Text, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { WholeQualityCase } from '#contract/quality/reports.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { PlayerMark } from '#web/quality/player/Waveform.tsx';
import { useRecording } from '#web/quality/talks/use-talks.ts';
import { type LineMark, Transcript } from './Transcript.tsx';
import { VERDICT_TONES } from './verdict-words.tsx';

const CallTalk = lazy(async () => ({ default: (await import('./CallTalk.tsx')).CallTalk }));

/** Where a verdict leads; `round` rises with each press, so that a second one leads there too. */
export type Place = { line: number | null; second: number | null; round: number };

type Props = { whole: WholeQualityCase; place: Place | null; onMark: (verdictId: string) => void };

/** The talk behind the verdicts: its lines, of a call with its sound. */
export function CaseTalk({ whole, place, onMark }: Props) {
  const t = useTexts();
  const { talk, transcript } = whole;
  const recording = useRecording(talk.recordingId);
  const isWaiting = talk.recordingId !== null && recording.isPending;
  return (
    <section aria-label={t('quality:transcript')}>
      <Title order={2} size="h3" mb="xs">
        {t('quality:transcript')}
      </Title>
      {isWaiting && <Skeleton height={220} />}
      {!isWaiting && transcript.length === 0 && <Text c="dimmed">{t('quality:no_lines')}</Text>}
      {transcript.length > 0 && recording.data?.url && (
        <Suspense fallback={<Skeleton height={220} />}>
          <CallTalk recording={recording.data} lines={transcript} marks={playerMarks(whole)} place={place} />
        </Suspense>
      )}
      {!isWaiting && transcript.length > 0 && !recording.data?.url && (
        <>
          {talk.kind === 'calls' && (
            <Text size="sm" c="dimmed" mb="xs">
              {t('quality:no_sound')}
            </Text>
          )}
          <WordsAlone whole={whole} place={place} onMark={onMark} />
        </>
      )}
    </section>
  );
}

function WordsAlone({ whole: { transcript, verdicts, fromLine, toLine }, place, onMark }: Props) {
  const marks: LineMark[] = verdicts.flatMap(({ id, line, words, verdict }) =>
    line === null ? [] : [{ key: id, line, words, tone: VERDICT_TONES[verdict] }],
  );
  return (
    <Transcript
      key={place?.round}
      lines={transcript}
      marks={marks}
      part={{ from: fromLine, to: toLine }}
      current={place?.line ?? undefined}
      onMark={onMark}
    />
  );
}

/** The seconds that verdicts quote. */
function playerMarks({ verdicts, transcript }: WholeQualityCase): PlayerMark[] {
  return verdicts.flatMap(({ verdict, second, line, words }) => {
    const at = second ?? (line === null ? null : (transcript[line]?.from ?? null));
    if (at === null || verdict === 'na') return [];
    return [{ second: at, label: words, tone: VERDICT_TONES[verdict] }];
  });
}
