import type { OrderItem } from '#contract/integrations/items.ts';
import { ORDER_STATUSES } from '#contract/orders/values.ts';
import type { ShopOrder } from '#server/connections/shop-port.ts';
import type { OrderFacts } from '#server/connections/port.ts';
import { getBranch } from '#server/connections/storage/opening-actions.ts';
import { putApiBranch } from '#server/connections/storage/api-actions.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import { linkContact } from '#server/contacts/crm/program-actions.ts';
import { ordersByExternalId } from '#server/orders/lookup-actions.ts';
import { recordOrders } from '#server/orders/recording-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { noteCartOrdered } from './cart-actions.ts';
import { clientFactsOf, contactOf, type Outcome, type Place, type Recorder, refused } from './api-branch.ts';
import type { IndexedItem } from './reading.ts';
import { inDistinctBatches, notLaterThan } from './rules.ts';

type Known = Awaited<ReturnType<typeof ordersByExternalId>> extends Map<string, infer Order> ? Order : never;
type Understood = { index: number; branch: KnownBranch; facts: OrderFacts };

/** Stores orders from API clients and shops like those of a restaurant system: the same events are emitted. */
export const recordApiOrders: Recorder<ShopOrder> = async (scope, place, items) => {
  const outcomes = new Map<number, Outcome>();
  for (const batch of inDistinctBatches(items, ({ item }) => item.externalId))
    for (const [index, outcome] of await recordBatch(scope, place, batch)) outcomes.set(index, outcome);
  const carts = items.flatMap(({ item }) => (item.cartExternalId ? [item.cartExternalId] : []));
  for (const externalId of [...new Set(carts)].toSorted()) await noteCartOrdered(scope, { externalId, at: place.now });
  return outcomes;
};

/** Stores distinct orders. */
async function recordBatch(
  scope: ActionScope,
  place: Place,
  batch: readonly IndexedItem<ShopOrder>[],
): Promise<Map<number, Outcome>> {
  const { connectionId } = place.branch;
  const names = batch.map(({ item }) => item.externalId);
  const before = await ordersByExternalId(scope, connectionId, names);
  const outcomes = new Map<number, Outcome>();
  const understood: Understood[] = [];
  for (const { index, item } of batch.toSorted((a, b) => (clientKey(a) < clientKey(b) ? -1 : 1))) {
    const one = await understand(scope, place, { item, known: before.get(item.externalId) });
    if ('outcome' in one) outcomes.set(index, one);
    else understood.push({ index, ...one });
  }
  for (const ofBranch of Map.groupBy(understood, ({ branch }) => branch.id).values()) {
    const [first] = ofBranch;
    const facts = ofBranch.map((one) => one.facts);
    if (first) await recordOrders(scope, first.branch, { facts, readAt: place.now });
  }
  const after = await ordersByExternalId(scope, connectionId, names);
  for (const { index, facts } of understood)
    outcomes.set(index, compared(before.get(facts.externalId), after.get(facts.externalId)));
  return outcomes;
}

const clientKey = ({ item: { client } }: IndexedItem<OrderItem>) => client?.externalId ?? client?.phone ?? '';

async function understand(
  scope: ActionScope,
  place: Place,
  { item, known }: { item: ShopOrder; known: Known | undefined },
): Promise<Outcome | Omit<Understood, 'index'>> {
  const changedAt = notLaterThan(place.now, item.changedAt);
  if (known?.changedAt && isBefore(changedAt, known.changedAt)) return { outcome: 'stale', id: known.id };
  const branch = await branchOf(scope, place, { item, known });
  const currency = item.total?.currency ?? branch.currency;
  if (currency !== branch.currency) return refused('total.currency', 'currency_differs');

  const contactId = await contactOf(scope, place, item.client);
  const client = item.client ? clientFactsOf(item.client, place) : null;
  if (contactId && client && branch.id !== place.branch.id)
    await linkContact(scope, { branchId: branch.id, externalId: client.externalId, contactId });
  return {
    branch,
    facts: {
      externalId: item.externalId,
      number: item.number ?? item.externalId,
      client,
      deliveryKind: item.deliveryKind ?? known?.deliveryKind ?? null,
      status: ORDER_STATUSES.find((status) => status === item.status) ?? 'unknown',
      statusText: item.statusText ?? item.status,
      totalMinor: item.total?.amountMinor ?? known?.totalMinor ?? 0,
      items: item.items,
      createdAt: known ? known.placedAt : notLaterThan(place.now, item.createdAt),
      completeBefore: instantIn(item.completeBefore),
      deliveredAt: instantIn(item.deliveredAt),
      changedAt,
      courier: item.courier ? { name: item.courier.name, phone: item.courier.phone ?? null } : null,
      cancelCause: item.cancelCause ?? null,
      comment: item.comment ?? '',
    },
  };
}

async function branchOf(
  scope: ActionScope,
  place: Place,
  { item, known }: { item: OrderItem; known: Known | undefined },
): Promise<KnownBranch> {
  // An order stays in its branch: in another branch, the same number is another order.
  if (known) return getBranch(scope, known.branchId);
  return item.branch ? putApiBranch(scope, item.branch) : place.branch;
}

const instantIn = (text: string | null | undefined) => (text ? Temporal.Instant.from(text) : null);

function compared(before: Known | undefined, after: Known | undefined): Outcome {
  const id = after?.id ?? null;
  if (!before) return { outcome: 'created', id };
  return { outcome: before.revision === after?.revision ? 'unchanged' : 'updated', id };
}
