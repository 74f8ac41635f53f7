import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TemplateType } from '#contract/gallery/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { GALLERY_SOURCES, type Gallery } from './systems.ts';

/** Templates of a system's gallery, or all. */
export const useTemplates = (gallery: Gallery | undefined) =>
  useQuery({
    queryKey: ['flows', 'templates', gallery],
    queryFn: () => call('GET /api/v1/flows/templates', { query: gallery ? { source: GALLERY_SOURCES[gallery] } : {} }),
    placeholderData: keepPreviousData,
  });

/**
 * Creates a flow from a template.
 *
 * @param options.opens whether the new flow is opened in the editor
 */
export function useAddTemplate(gallery: Gallery | undefined, { opens = true }: { opens?: boolean } = {}) {
  const t = useTexts();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (templateType: TemplateType) =>
      call('POST /api/v1/flows/templates', {
        body: { templateType, source: gallery ? GALLERY_SOURCES[gallery] : null },
      }),
    onSuccess: async (flow) => {
      void queryClient.invalidateQueries({ queryKey: ['flows'] });
      if (opens) await navigate({ to: '/flows/edit/$workflowId/{-$step}', params: { workflowId: flow.id } });
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}
