import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BoundCard, CardId, SubscriptionId } from '#contract/billing/subscriptions.ts';
import { call } from '#web/lib/api/api.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { refreshUser } from '#web/lib/api/session.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

/** Interval at which a pending card is asked for after its holder has returned. */
const POLL_MS = 3000;

export const useSubscriptions = () =>
  useQuery({ queryKey: ['billing', 'subscriptions'], queryFn: () => call('GET /api/v1/payments/subscriptions') });

export const useCharges = (subscriptionId: SubscriptionId) =>
  useInfiniteQuery({
    queryKey: ['billing', 'charges', subscriptionId],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/payments/subscriptions/:subscriptionId/charges', {
        params: { subscriptionId },
        query: { cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

/** The card that its holder has returned from binding; asked for until it is final. */
export function useReturnedCard(cardId: CardId) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['billing', 'card', cardId],
    queryFn: async () => {
      const card = await call('GET /api/v1/payments/cards/:cardId', { params: { cardId } });
      if (card.status !== 'pending') {
        const queryKey = ['billing', 'subscriptions'] as const;
        // NOTE: a first read that is under way may have begun before the card was added; it is not repeated by itself.
        await client.cancelQueries({ queryKey });
        void client.invalidateQueries({ queryKey });
        void refreshUser();
      }
      return card;
    },
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? POLL_MS : false),
  });
}

/** Turns a renewal off, on again, or leaves for the bank to pay. */
export function useSubscriptionActions(subscriptionId: SubscriptionId) {
  const t = useTexts();
  const client = useQueryClient();
  const params = { subscriptionId };
  const onError = (error: Error) => toast.error({ title: problemText(error, t) });
  const onSettled = () => client.invalidateQueries({ queryKey: ['billing'] });
  const cancel = useMutation({
    mutationFn: () => call('POST /api/v1/payments/subscriptions/:subscriptionId/cancel', { params }),
    onError,
    onSettled,
  });
  const resume = useMutation({
    mutationFn: () => call('POST /api/v1/payments/subscriptions/:subscriptionId/resume', { params }),
    onSuccess: () => toast.success({ title: t('billing:renewals.resumed_toast') }),
    onError,
    onSettled,
  });
  const pay = useMutation({
    mutationFn: () => call('POST /api/v1/payments/subscriptions/:subscriptionId/pay', { params }),
    onSuccess: ({ payUrl }) => {
      if (payUrl) location.assign(payUrl);
    },
    onError,
    onSettled,
  });
  return { cancel, resume, pay };
}

type Purpose = { purpose: 'trial' } | { purpose: 'subscription'; subscriptionId: SubscriptionId };

/** Opens the binding of a card, and leaves for the bank's page. */
export function useBindCard() {
  const t = useTexts();
  return useMutation({
    mutationFn: (body: Purpose) => call('POST /api/v1/payments/cards', { body }),
    onSuccess: ({ bindUrl }: BoundCard) => {
      if (bindUrl) location.assign(bindUrl);
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}
