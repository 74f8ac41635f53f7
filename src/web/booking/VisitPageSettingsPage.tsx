import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { getVisitPage } from '#contract/booking/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { SplitEditor } from '#web/ui/layout/SplitEditor.tsx';
import { coordinatesText, readCoordinates } from './coordinates.ts';
import { useVisitPage, type VisitPageDraft } from './use-visit-page.ts';
import { type TypedVisitPage, VisitPageForm } from './VisitPageForm.tsx';
import { VisitPagePreview } from './VisitPagePreview.tsx';

type VisitPage = ReplyOf<typeof getVisitPage>;

/** Route: /widgets/confirm/settings */
export function VisitPageSettingsPage() {
  const t = useTexts();
  const page = useVisitPage();
  return (
    <>
      <PageHead
        backTo="/widgets"
        title={t('booking:visit.title')}
        state={page.data && <VisitPageState page={page.data} />}
      />
      {page.isError && !page.data && <Failure error={page.error} onRetry={page.refetch} />}
      {page.isPending && (
        <Loading>
          <Skeleton height={520} />
        </Loading>
      )}
      {page.data && <Editor saved={page.data} />}
    </>
  );
}

function VisitPageState({ page: { settings, figures } }: { page: VisitPage }) {
  const t = useTexts();
  if (!settings.isOn) return t('booking:visit.state_off');
  const { confirmed, moved, cancelled } = figures;
  if (confirmed + moved + cancelled === 0) return t('booking:visit.state_none');
  return t('booking:visit.state', { confirmed, moved, cancelled, days: figures.days });
}

function Editor({ saved }: { saved: VisitPage }) {
  const isOwner = useCurrentUser().memberRole === 'owner';
  const [typed, setTyped] = useState<TypedVisitPage | null>(null);
  const initial: TypedVisitPage = {
    settings: saved.settings,
    places: new Map(saved.branches.map(({ branchId, coordinates }) => [branchId, coordinatesText(coordinates)])),
  };
  const present = typed ?? initial;
  const draft: VisitPageDraft = {
    settings: present.settings,
    places: [...present.places].map(([branchId, text]) => ({ branchId, coordinates: readCoordinates(text) ?? null })),
  };
  return (
    <SplitEditor
      form={
        <VisitPageForm
          branches={saved.branches}
          typed={present}
          draft={draft}
          isChanged={typed !== null}
          isOwner={isOwner}
          onChange={setTyped}
        />
      }
      preview={<VisitPagePreview draft={draft} />}
    />
  );
}
