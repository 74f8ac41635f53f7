import { z } from 'zod';
import type * as contract from '#contract/billing/calls.ts';
import { PaymentId } from '#contract/billing/calls.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { messagesLeft } from '#server/billing/actions.ts';
import { getAiBalance } from '#server/billing/balance-actions.ts';
import { listPaidTariffs } from '#server/billing/entitlement-queries.ts';
import { getEntitlements } from '#server/billing/entitlement-reads.ts';
import { lastEnds } from '#server/billing/entitlement-rules.ts';
import { invoiceCurrency } from '#server/billing/invoices/invoice-actions.ts';
import type { ListPaidItems, PaymentProvider } from '#server/billing/port.ts';
import { ratingsLeft } from '#server/billing/rating-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { isAfter, isBefore } from '#server/platform/values/instant-rules.ts';
import { itemsOf } from './item-rules.ts';
import { listPaymentRows } from './payment-queries.ts';

const PaymentCursor = z.tuple([z.iso.datetime(), PaymentId]);

/** Reads the tariffs of the cabinet with their ends, and its balances. */
export async function readSubscription(
  scope: ActionScope,
  provider: PaymentProvider | null,
  listItems: ListPaidItems,
): Promise<ReplyOf<typeof contract.getSubscription>> {
  const now = scope.clock.now();
  const { state, until, abilities } = await getEntitlements(scope, now);
  const paid = await listPaidTariffs(scope);
  const items = paid.length > 0 ? await listItems(scope) : [];
  return {
    state,
    until: until?.toString() ?? null,
    abilities: [...abilities],
    tariffs: [...lastEnds(paid)].map(([tariffId, end]) => {
      const periods = paid.filter((one) => one.tariffId === tariffId);
      const active = periods.find(({ beginsAt, endsAt }) => !isBefore(now, beginsAt) && isAfter(endsAt, now));
      const { units = 1, itemIds = [] } = active ?? periods.at(-1) ?? {};
      return {
        tariffId,
        units,
        until: end.toString(),
        isActive: active !== undefined,
        items: itemsOf(tariffId, itemIds, items),
      };
    }),
    messagesLeft: await messagesLeft(scope),
    ratingsLeft: await ratingsLeft(scope),
    aiBalanceMicroUsd: (await getAiBalance(scope)).balance,
    currency: provider?.currencies[0] ?? null,
    invoiceCurrency: invoiceCurrency(scope, provider),
  };
}

/** Lists payments, newest first. */
export async function pageOfPayments(
  scope: TenantScope,
  { cursor, limit }: QueryOf<typeof contract.listPayments>,
): Promise<ReplyOf<typeof contract.listPayments>> {
  const rows = await listPaymentRows(scope, { after: readCursor(cursor, PaymentCursor), limit });
  return toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.createdAt, row.id],
  );
}
