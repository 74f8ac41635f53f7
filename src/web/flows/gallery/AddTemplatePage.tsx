import { Button, Skeleton } from '@mantine/core';
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import type { FlowId } from '#contract/flows.ts';
import { TEMPLATE_TYPES } from '#contract/flow-words.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { usePathId } from '#web/lib/room.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Failure } from '#web/ui/Failure.tsx';
import { Loading } from '#web/ui/Loading.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import classes from './gallery.module.css';
import { galleryIn } from './systems.ts';
import { TemplateCard } from './TemplateCard.tsx';
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
          <PageHead title={t('flows:gallery.add_title')} backTo={backTo} />
          <Loading>
            <Skeleton height={420} maw={420} radius="md" />
          </Loading>
        </>
      );
    }
    return (
      <>
        <PageHead title={t('flows:gallery.add_title')} backTo={backTo} />
        <Failure error={templates.error} onRetry={templates.refetch} />
      </>
    );
  }
  return (
    <>
      <PageHead title={t('flows:gallery.add_title')} backTo={backTo} state={card && t('flows:gallery.add_state')} />
      {gallery && card ? (
        <div className={classes.single}>
          <TemplateCard order={2} card={card} gallery={gallery} connected={templates.data?.connectedKinds ?? []} />
        </div>
      ) : (
        <EmptyState
          title={t('flows:gallery.unknown')}
          text={t('flows:gallery.unknown_text')}
          action={<Button onClick={() => void navigate({ to: backTo })}>{t('flows:gallery.to_gallery')}</Button>}
        />
      )}
    </>
  );
}

/** Route: /templates/{integration}/edit/{workflowId}: redirects to the editor of flows. */
export function EditTemplatePage() {
  const workflowId = usePathId<FlowId>('workflowId');
  return <Navigate to="/flows/edit/$workflowId/{-$step}" params={{ workflowId }} replace />;
}
