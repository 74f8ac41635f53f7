import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { traitsOf } from '#contract/channels/kinds.ts';
import type { MessageTemplate, TemplateDraftId } from '#contract/templates/calls.ts';
import { useChannels } from '#web/channels/use-channels.ts';
import { useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { templateLanguageOf } from './template-language.ts';
import { TemplateEditor } from './TemplateEditor.tsx';
import { useTemplateDraft } from './use-templates.ts';

const EMPTY = { header: null, body: '', examples: [], footer: '', buttons: [] };

/** Route: /accounts/templates/new */
export function NewTemplatePage() {
  const t = useTexts();
  const language = useLanguage();
  const channels = useChannels();
  const open = useOpenTemplate();
  const [first] = (channels.data ?? []).filter(({ kind }) => traitsOf(kind).templates);
  if (!channels.data) {
    return (
      <Loading>
        <PageHead backTo="/accounts/templates" title={t('templates:new')} />
        <RowsSkeleton />
      </Loading>
    );
  }
  return (
    <>
      <PageHead backTo="/accounts/templates" title={t('templates:new')} state={t('templates:new_lead')} />
      {first ? (
        <TemplateEditor
          draft={null}
          initial={{
            channelId: first.id,
            name: '',
            language: templateLanguageOf(language),
            category: 'utility',
            parts: EMPTY,
          }}
          onSubmitted={open}
        />
      ) : (
        <EmptyState title={t('templates:no_channel_title')} text={t('templates:no_channel')} />
      )}
    </>
  );
}

/** Route: /accounts/templates/draft/{draftId} */
export function DraftPage() {
  const t = useTexts();
  const draftId = usePathId<TemplateDraftId>('draftId');
  const draft = useTemplateDraft(draftId);
  const open = useOpenTemplate();
  // NOTE: the editor keeps what was typed; a refresh of the draft under it changes nothing.
  const [loaded, setLoaded] = useState(draft.data);
  if (draft.data && loaded?.id !== draftId) setLoaded(draft.data);
  usePageName(draft.data?.name);
  if (draft.isError && !loaded) return <Failure error={draft.error} onRetry={draft.refetch} />;
  if (!loaded) {
    return (
      <Loading>
        <PageHead backTo="/accounts/templates" title={t('templates:draft')} />
        <RowsSkeleton />
      </Loading>
    );
  }
  return (
    <>
      <PageHead
        backTo="/accounts/templates"
        title={loaded.name || t('templates:draft')}
        state={t(loaded.isChange ? 'templates:change_lead' : 'templates:new_lead')}
      />
      <TemplateEditor key={draftId} draft={loaded} initial={loaded} onSubmitted={open} />
    </>
  );
}

/** Opens a template once it is submitted. */
function useOpenTemplate() {
  const navigate = useNavigate();
  return ({ channelId, name, language }: MessageTemplate) =>
    void navigate({
      to: '/accounts/templates/$channelId/$name/$language',
      params: { channelId, name, language },
      replace: true,
    });
}
