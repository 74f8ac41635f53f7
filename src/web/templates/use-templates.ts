import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { TemplateCategory, TemplateDraft, TemplateDraftId, TemplateParts } from '#contract/templates/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { refusalText } from './template-words.ts';

/** A template as it is written, before it has an id. */
export type WrittenTemplate = {
  channelId: ChannelId;
  name: string;
  language: TemplateDraft['language'];
  category: TemplateCategory;
  parts: TemplateParts;
};

export type TemplateFilter = {
  search?: string | undefined;
  status?: string | undefined;
  channelId?: ChannelId | undefined;
};

const templatesQuery = (filter: TemplateFilter) =>
  infiniteQueryOptions({
    queryKey: ['channels', 'templates', 'list', filter],
    queryFn: ({ pageParam }) => call('GET /api/v1/message-templates', { query: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useTemplates = (filter: TemplateFilter) => useInfiniteQuery(templatesQuery(filter));

export type TemplateKey = { channelId: ChannelId; name: string; language: string };

export const useTemplate = ({ channelId, name, language }: TemplateKey) =>
  useQuery({
    queryKey: ['channels', 'templates', 'one', channelId, name, language],
    queryFn: () =>
      call('GET /api/v1/channels/:channelId/templates/:name', { params: { channelId, name }, query: { language } }),
  });

/** Drafts, and names that are blocked for now. */
export const useTemplateDrafts = () =>
  useQuery({
    queryKey: ['channels', 'templates', 'drafts'],
    queryFn: () => call('GET /api/v1/template-drafts'),
  });

export const useTemplateDraft = (draftId: TemplateDraftId) =>
  useQuery({
    queryKey: ['channels', 'templates', 'draft', draftId],
    queryFn: () => call('GET /api/v1/template-drafts/:draftId', { params: { draftId } }),
  });

/** Saves a draft: a new one when there is none yet. */
export function useSaveDraft() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ draft, written }: { draft: TemplateDraft | null; written: WrittenTemplate }) =>
      draft
        ? call('PUT /api/v1/template-drafts/:draftId', { params: { draftId: draft.id }, body: written })
        : call('POST /api/v1/template-drafts', {
            body: written as WrittenTemplate & { language: 'ru' }, // NOTE: a new template's language is chosen from those offered
          }),
    onSuccess: refresh,
  });
}

export function useSubmitDraft() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (draftId: TemplateDraftId) =>
      call('POST /api/v1/template-drafts/:draftId/submit', { params: { draftId } }),
    onSettled: refresh,
  });
}

/** Throws a draft away and offers to take it back. */
export function useDeleteDraft() {
  const t = useTexts();
  const refresh = useRefresh();
  const save = useSaveDraft();
  const fail = (error: unknown) => toast.error({ title: refusalText(error, t) });
  return useMutation({
    mutationFn: ({ id }: TemplateDraft) => call('DELETE /api/v1/template-drafts/:draftId', { params: { draftId: id } }),
    onSuccess: (_nothing, { channelId, name, language, category, parts, isChange }) => {
      const written = { channelId, name, language, category, parts };
      if (isChange) toast.success({ title: t('templates:draft_deleted') });
      else
        toast.undo({ title: t('templates:draft_deleted') }, () =>
          save.mutate({ draft: null, written }, { onError: fail }),
        );
      return refresh();
    },
    onError: fail,
  });
}

/** Begins the change of a template. */
export function useChangeTemplate() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ language, ...params }: TemplateKey) =>
      call('POST /api/v1/channels/:channelId/templates/:name/change', { params, body: { language } }),
    onSuccess: refresh,
  });
}

export function useDeleteTemplate() {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ channelId, name }: Pick<TemplateKey, 'channelId' | 'name'>) =>
      call('DELETE /api/v1/channels/:channelId/templates/:name', { params: { channelId, name } }),
    onSuccess: () => {
      toast.success({ title: t('templates:deleted') });
      return refresh();
    },
    onError: (error) => toast.error({ title: t('templates:failed.delete'), description: refusalText(error, t) }),
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['channels'] });
}
