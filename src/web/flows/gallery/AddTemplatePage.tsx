import { Button, Skeleton } from '@mantine/core';
import { Navigate, notFound, useNavigate, useParams } from '@tanstack/react-router';
import type { ConnectionKind } from '#contract/connections/calls.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import { TEMPLATE_TYPES } from '#contract/flows/values.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { useFlow } from '#web/flows/use-flows.ts';
import { GALLERY_SOURCES, galleryIn } from './systems.ts';
import { TemplateDetails } from './TemplateDetails.tsx';
import { useTemplates } from './use-gallery.ts';

/**
 * Route: /templates/{integration}/add/{templateType}
 *
 * Opening the URL again creates nothing by itself; the button on the page does.
 */
export function AddTemplatePage() {
  const t = useTexts();
  const navigate = useNavigate();
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  const gallery = galleryIn(params['integration']);
  const wanted = String(params['templateType'] ?? '').toLowerCase();
  const type = TEMPLATE_TYPES.find((one) => one === wanted);
  const templates = useTemplates(gallery);
  const card = templates.data?.templates.find((one) => one.type === type);
  const backTo = gallery ? `/templates/${gallery}` : '/templates';

  if (gallery && type && !templates.data) {
    if (templates.isPending) {
      return (
        <>
          <PageHead title={t('gallery:add_title')} backTo={backTo} />
          <Loading>
            <Skeleton height={420} maw={880} radius="md" />
          </Loading>
        </>
      );
    }
    return (
      <>
        <PageHead title={t('gallery:add_title')} backTo={backTo} />
        <Failure error={templates.error} onRetry={templates.refetch} />
      </>
    );
  }
  return (
    <>
      <PageHead title={t('gallery:add_title')} backTo={backTo} state={card && t('gallery:add_state')} />
      {gallery && card ? (
        <TemplateDetails
          card={card}
          gallery={gallery}
          connected={templates.data?.connectedKinds ?? []}
          isFirst={templates.data?.hasWindow === true}
        />
      ) : (
        <EmptyState
          title={t('gallery:unknown')}
          text={t('gallery:unknown_text')}
          action={<Button onClick={() => void navigate({ to: backTo })}>{t('gallery:to_gallery')}</Button>}
        />
      )}
    </>
  );
}

/**
 * Route: /templates/{integration}/edit/{workflowId}: redirects to the editor of flows.
 *
 * @throws the not-found page for a flow that does not work with the integration
 */
export function EditTemplatePage() {
  const workflowId = usePathId<FlowId>('workflowId');
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  const gallery = galleryIn(params['integration']);
  const flow = useFlow(workflowId);
  if (!gallery || isRefused(flow.error, 'flow.not_found')) throw notFound();
  if (flow.isError) return <Failure error={flow.error} onRetry={flow.refetch} />;
  if (!flow.data) return null;
  const sources: readonly ConnectionKind[] = flowKind(flow.data.kind).sources;
  if (!sources.includes(GALLERY_SOURCES[gallery])) throw notFound();
  return <Navigate to="/flows/edit/$workflowId/{-$step}" params={{ workflowId }} replace />;
}
