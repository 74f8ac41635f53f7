import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { FlowId, FlowKind } from '#contract/flows/calls.ts';
import type { getConversion, listConverted } from '#contract/insights/conversion.ts';
import type { MailingId } from '#contract/mailings/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

export type Conversion = ReplyOf<typeof getConversion>;
export type ConversionSearch = z.input<typeof getConversion.query>;

export const useConversion = (query: ConversionSearch) =>
  useQuery({
    queryKey: ['insights', 'conversion', query],
    queryFn: () => call('GET /api/v1/insights/conversion', { query }),
    placeholderData: (before) => before,
  });

export type PeopleSearch = Omit<z.input<typeof listConverted.query>, 'cursor' | 'limit'>;

const convertedQuery = (query: PeopleSearch) =>
  infiniteQueryOptions({
    queryKey: ['insights', 'converted', query],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/insights/conversion/people', { query: { ...query, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useConverted = (query: PeopleSearch) => useInfiniteQuery(convertedQuery(query));

export type ComparedFlow = { id: FlowId; title: string; kind: FlowKind };

/** Flows to choose from; undefined while they are loading. */
export function useComparedFlows(): ComparedFlow[] | undefined {
  const flows = useQuery({
    queryKey: ['flows', 'titles'],
    queryFn: () => call('GET /api/v1/flows/titles'),
  });
  return flows.data?.flows;
}

/** The title of a mailing whose conversion is shown; undefined for a flow, and until it is known. */
export function useComparedMailing(senderId: string | undefined): string | undefined {
  const flows = useComparedFlows();
  const isMailing = senderId !== undefined && flows !== undefined && flows.every(({ id }) => id !== senderId);
  const mailingId = (senderId ?? '') as MailingId;
  const mailing = useQuery({
    queryKey: ['mailings', mailingId, 'title'],
    queryFn: async () => (await call('GET /api/v1/distributions/:mailingId', { params: { mailingId } })).title,
    enabled: isMailing,
  });
  return isMailing ? mailing.data : undefined;
}

export function useBranchChoices(): { id: string; title: string }[] {
  const options = useQuery({ queryKey: ['visits', 'options'], queryFn: () => call('GET /api/v1/visits/options') });
  return options.data?.branches ?? [];
}

export type ControlPercent = 0 | 5 | 10;

/** Sets the percentage of contacts in a flow's control group; 0: none. */
export function useHoldOut(flowId: FlowId) {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (controlPercent: ControlPercent) => {
      const params = { flowId };
      const flow = await call('GET /api/v1/flows/:flowId', { params });
      const settings = { ...flow.settings, options: { ...flow.settings.options, controlPercent } };
      const { title, version: baseVersion } = flow;
      const testPhones = flow.testPhones.join(', ');
      await call('PUT /api/v1/flows/:flowId', { params, body: { title, settings, testPhones, baseVersion } });
    },
    onSuccess: async (_, percent) => {
      const summary =
        percent === 0
          ? t('insights:conversion.effect.switched_off')
          : t('insights:conversion.effect.switched', { percent });
      toast.success({ title: summary });
      await queryClient.invalidateQueries({ queryKey: ['insights'] });
      await queryClient.invalidateQueries({ queryKey: ['flows'] });
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}
