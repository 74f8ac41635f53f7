import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useRef } from 'react';
import type { AdminUser } from '#contract/admin/calls.ts';
import { FINDING_TONES } from '#contract/admin/diagnostics-values.ts';
import { DECISION_RULES } from '#contract/delivery/rules.ts';
import { idIn, textIn, wordIn } from '#web/lib/api/known.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { FindingList } from './FindingList.tsx';
import { UserMessages } from './UserMessages.tsx';
import { useDiagnosis } from './use-diagnostics.ts';

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  search: textIn(search['search']),
  rule: wordIn(DECISION_RULES, search['rule']),
  entry: idIn(search['entry']),
});

/** Route: /admin/users/{userId}/diagnostics */
export function DiagnosticsPage() {
  return <DiagnosticsView userId={usePathId<AdminUser['id']>('userId')} />;
}

/** The diagnostics of a cabinet line by line, and below them the messages of one customer. */
export function DiagnosticsView({ userId }: { userId: AdminUser['id'] }) {
  const t = useTexts();
  const format = useFormat();
  const diagnosis = useDiagnosis(userId);
  const [state, change] = useUrlState(readSearch, ['entry']);
  const messages = useRef<HTMLDivElement>(null);
  usePageName(diagnosis.data?.email);
  const backTo = `/admin/users/${userId}`;
  if (diagnosis.isPending) {
    return (
      <Loading>
        <PageHead backTo={backTo} title={t('admin:diagnosis.title')} />
        <Skeleton height={420} />
      </Loading>
    );
  }
  if (!diagnosis.data) return <Failure error={diagnosis.error} onRetry={diagnosis.refetch} />;
  const { email, cabinetName, checkedAt, findings, timeZone } = diagnosis.data;
  const [, amber, red] = FINDING_TONES.map((tone) => findings.filter((one) => one.tone === tone).length);
  return (
    <>
      <PageHead
        backTo={backTo}
        title={t('admin:diagnosis.of', { email })}
        state={t('admin:diagnosis.state', {
          name: cabinetName,
          red: format.number(red ?? 0),
          amber: format.number(amber ?? 0),
          when: format.dateTime(checkedAt, timeZone),
        })}
        action={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={diagnosis.isFetching}
            onClick={() => void diagnosis.refetch()}
          >
            {t('admin:diagnosis.again')}
          </Button>
        }
      />
      <Stack gap="md">
        <FindingList
          userId={userId}
          diagnosis={diagnosis.data}
          onEntry={(entry) => change({ entry })}
          onRule={(rule) => {
            change({ rule, search: undefined });
            messages.current?.scrollIntoView({ behavior: 'smooth' });
          }}
        />
        <div ref={messages}>
          <UserMessages userId={userId} state={state} onChange={change} />
        </div>
        <Text size="sm" c="dimmed">
          {t('admin:diagnosis.zone', { zone: timeZone })}
        </Text>
      </Stack>
    </>
  );
}
