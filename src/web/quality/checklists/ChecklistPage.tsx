import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { Checklist, ChecklistId } from '#contract/quality/checklists.ts';
import { TALK_KINDS } from '#contract/quality/values.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { usePageSearch } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { ChecklistForm } from './ChecklistForm.tsx';
import { useChecklists } from './use-checklists.ts';

const BACK = '/chats?tab=checklists';

/** Route: /chats/checklists/{checklistId} */
export function ChecklistPage() {
  return <ChecklistView checklistId={usePathId('checklistId')} />;
}

export function ChecklistView({ checklistId }: { checklistId: ChecklistId }) {
  const t = useTexts();
  const checklists = useChecklists();
  const checklist = checklists.data?.find(({ id }) => id === checklistId);
  usePageName(checklist?.settings.title);
  if (checklists.isPending) return <Loading />;
  if (!checklists.data) return <Failure error={checklists.error} onRetry={checklists.refetch} />;
  return (
    <>
      <PageHead
        backTo={BACK}
        title={checklist?.settings.title ?? t('quality:checklist.name')}
        state={t('quality:checklist.lead')}
      />
      {checklist ? (
        <EditedChecklist key={checklistId} checklist={checklist} />
      ) : (
        <EmptyState text={t('refusals:checklist_not_found')} />
      )}
    </>
  );
}

function EditedChecklist({ checklist }: { checklist: Checklist }) {
  const [renewals, setRenewals] = useState(0);
  const renew = useCallback(() => setRenewals((count) => count + 1), []);
  return <ChecklistForm key={renewals} checklist={checklist} kind={checklist.settings.kind} onRenew={renew} />;
}

const readKind = ({ kind }: Readonly<Record<string, unknown>>) => ({ kind: wordIn(TALK_KINDS, kind) });

/** Route: /chats/checklists/new */
export function NewChecklistPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const { kind = 'both' } = usePageSearch(readKind);
  return (
    <>
      <PageHead backTo={BACK} title={t('quality:checklist.add')} state={t('quality:checklist.lead')} />
      <ChecklistForm
        checklist={null}
        kind={kind}
        onRenew={() => undefined}
        onCreated={({ id: checklistId }) =>
          void navigate({ to: '/chats/checklists/$checklistId', params: { checklistId }, replace: true })
        }
      />
    </>
  );
}
