import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PaymentId } from '#contract/billing/calls.ts';
import type { CartLine } from '#contract/billing/cart.ts';
import { call } from '#web/lib/api/api.ts';
import { refreshUser } from '#web/lib/api/session.ts';

/** Interval at which a pending payment is asked for after its payer has returned. */
const POLL_MS = 3000;

export const useSubscription = () =>
  useQuery({ queryKey: ['billing', 'subscription'], queryFn: () => call('GET /api/v1/payments/subscription') });

export const usePayments = () =>
  useInfiniteQuery({
    queryKey: ['billing', 'payments'],
    queryFn: ({ pageParam }) => call('GET /api/v1/payments', { query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

/** The payment that its payer has returned from; asked for until it is final. */
export function useReturnedPayment(paymentId: PaymentId | undefined) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['billing', 'payment', paymentId],
    enabled: paymentId !== undefined,
    queryFn: async () => {
      if (!paymentId) throw new Error('no payment');
      const payment = await call('GET /api/v1/payments/:paymentId', { params: { paymentId } });
      if (payment.status !== 'pending') {
        void readAgain(client, ['billing', 'subscription']);
        void readAgain(client, ['billing', 'payments']);
        void readAgain(client, ['billing', 'subscriptions']);
        void refreshUser();
      }
      return payment;
    },
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? POLL_MS : false),
  });
}

/** Reads again, also where the first reading is under way: it may have begun before the change. */
async function readAgain(
  client: QueryClient,
  queryKey: readonly ['billing', 'subscription' | 'payments' | 'subscriptions'],
): Promise<void> {
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}

/** Opens a payment, and leaves for the bank's page; one of nothing is given at once. */
export function usePay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { lines: CartLine[]; totalMinor: number; promocode?: string; isAutoPay: boolean }) =>
      call('POST /api/v1/payments', { body }),
    onSuccess: ({ payUrl, status, id }) => {
      if (payUrl) location.assign(payUrl);
      else if (status === 'succeeded') location.assign(`/payments?payment=${id}`);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['billing', 'payments'] }),
  });
}

/** Makes the address at which anybody may pay an open payment. */
export const useSharePayment = (paymentId: PaymentId) =>
  useMutation({ mutationFn: () => call('POST /api/v1/payments/:paymentId/link', { params: { paymentId } }) });
