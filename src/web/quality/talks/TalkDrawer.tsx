import { Skeleton, Stack } from '@mantine/core';
import type { TalkId } from '#contract/quality/talks.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Transcript } from '#web/quality/report/Transcript.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import { Facts } from '#web/ui/lists/Facts.tsx';
import { EmployeeNames } from './EmployeeNames.tsx';
import { useTalk } from './use-talks.ts';

/** A talk with all its lines. */
export function TalkDrawer({ talkId, onClose }: { talkId: TalkId; onClose: () => void }) {
  const t = useTexts();
  const format = useFormat();
  const talk = useTalk(talkId);
  return (
    <SideDrawer isOpen title={talk.data?.title || t('quality:talk.title')} closeLabel={t('ui:close')} onClose={onClose}>
      {talk.isPending && (
        <Loading>
          <Skeleton height={320} />
        </Loading>
      )}
      {talk.isError && !talk.data && <Failure error={talk.error} onRetry={talk.refetch} />}
      {talk.data && (
        <Stack>
          <Facts
            facts={[
              { label: t('quality:talk.when'), value: format.dateTime(talk.data.startedAt) },
              { label: t('quality:employee'), value: <EmployeeNames employees={talk.data.employees} /> },
            ]}
          />
          <Transcript lines={talk.data.transcript} />
        </Stack>
      )}
    </SideDrawer>
  );
}
