import { useQuery } from '@tanstack/react-query';
import { act, call, showDone } from '../api.ts';
import { restaurantOfAddress } from '../salon-of-language.ts';
import { TAGS, useTexts } from '../texts.tsx';
import type { Iiko, Order, Restaurant, Status } from './types.ts';

export const useIiko = () =>
  useQuery({ queryKey: ['iiko', '/_sim/iiko'], queryFn: () => call<Iiko>('GET', '/_sim/iiko') });

/** The restaurant that is looked at, with its zone; that of the visitor's demo when none was chosen. */
export function useRestaurant(id: string | null): (Restaurant & { timeZone: string }) | undefined {
  const iiko = useIiko().data;
  const restaurant = iiko?.organizations.find((one) => one.id === id) ?? restaurantOfAddress(iiko?.organizations ?? []);
  if (!iiko || !restaurant) return undefined;
  const group = iiko.terminalGroups.find((one) => one.organizationId === restaurant.id);
  return { ...restaurant, timeZone: group?.timeZone ?? 'Europe/Moscow' };
}

/** Writes sums in the money of a restaurant. */
export function useMoneyOf(restaurantId: string): (sum: number) => string {
  const { language } = useTexts();
  const currency = useIiko().data?.organizations.find(({ id }) => id === restaurantId)?.currency ?? 'RUB';
  return (sum) =>
    new Intl.NumberFormat(TAGS[language], {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 0,
    }).format(sum);
}

/** Actions of the staff on an order; each returns a confirmation text, a refusal is shown in a toast. */
export function useOrderActions(order: Order) {
  const { t } = useTexts();
  const path = `/_sim/iiko/orders/${order.id}`;
  const move = async (status: Status) => {
    const moved = await act('POST', `${path}/status`, { status });
    if (moved) showDone(t('orderMoved', { number: order.number, status: t(`status${status}`) }));
  };
  return {
    move,
    cancel: async (causeId: string, comment: string) => {
      const cancelled = await act('POST', `${path}/cancel`, { causeId, ...(comment !== '' && { comment }) });
      if (cancelled) showDone(t('orderMoved', { number: order.number, status: t('statusCancelled') }));
      return cancelled !== undefined;
    },
    setCourier: (courierId: string | null) => act('POST', `${path}/courier`, { courierId }),
    promiseLater: () =>
      act('PUT', path, { at: new Date(new Date(order.completeBefore).getTime() + LATER_MS).toISOString() }),
    repeat: async () => {
      if (await act('POST', `${path}/repeat`, {})) showDone(t('eventRepeated'));
    },
  };
}

const LATER_MS = 15 * 60_000;
