import type { OrderItem } from '#contract/api-items.ts';
import type { OrderFacts } from '#server/connections/port.ts';
import { getBranch } from '#server/connections/opening-actions.ts';
import { putApiBranch } from '#server/connections/api-actions.ts';
import type { KnownBranch } from '#server/connections/rules.ts';
import { linkContact } from '#server/contacts/program-actions.ts';
import { postedOrders } from '#server/orders/posted-actions.ts';
import { recordOrders } from '#server/orders/recording-actions.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { isBefore } from '#server/platform/instant-rules.ts';
import { noteCartOrdered } from './cart-actions.ts';
import { clientFactsOf, contactOf, type Outcome, type Place, type Recorder, refused, type Telling } from './place.ts';
import type { Posted } from './reading.ts';
import { inTurns, notLaterThan } from './rules.ts';

type Known = Awaited<ReturnType<typeof postedOrders>> extends Map<string, infer Order> ? Order : never;
type Understood = { index: number; branch: KnownBranch; facts: OrderFacts };

/** Stores orders from API clients like those of a restaurant system: the same events are emitted. */
export const postOrders: Recorder<OrderItem> = async (ctx, scope, place, posted) => {
  const outcomes = new Map<number, Outcome>();
  for (const turn of inTurns(posted, ({ item }) => item.externalId))
    for (const [index, outcome] of await postTurn(ctx, scope, place, turn)) outcomes.set(index, outcome);
  const carts = posted.flatMap(({ item }) => (item.cartExternalId ? [item.cartExternalId] : []));
  for (const externalId of [...new Set(carts)].toSorted())
    await noteCartOrdered(ctx, scope, { externalId, at: place.now });
  return outcomes;
};

/** Stores distinct orders. */
async function postTurn(
  ctx: Telling,
  scope: TenantScope,
  place: Place,
  turn: readonly Posted<OrderItem>[],
): Promise<Map<number, Outcome>> {
  const { connectionId } = place.branch;
  const names = turn.map(({ item }) => item.externalId);
  const before = await postedOrders(scope, connectionId, names);
  const outcomes = new Map<number, Outcome>();
  const understood: Understood[] = [];
  for (const { index, item } of turn.toSorted((a, b) => (clientKey(a) < clientKey(b) ? -1 : 1))) {
    const one = await understand(ctx, scope, place, { item, known: before.get(item.externalId) });
    if ('outcome' in one) outcomes.set(index, one);
    else understood.push({ index, ...one });
  }
  for (const ofBranch of Map.groupBy(understood, ({ branch }) => branch.id).values()) {
    const [first] = ofBranch;
    const facts = ofBranch.map((one) => one.facts);
    if (first) await recordOrders(ctx, scope, first.branch, { facts, readAt: place.now });
  }
  const after = await postedOrders(scope, connectionId, names);
  for (const { index, facts } of understood)
    outcomes.set(index, compared(before.get(facts.externalId), after.get(facts.externalId)));
  return outcomes;
}

const clientKey = ({ item: { client } }: Posted<OrderItem>) => client?.externalId ?? client?.phone ?? '';

async function understand(
  ctx: Telling,
  scope: TenantScope,
  place: Place,
  { item, known }: { item: OrderItem; known: Known | undefined },
): Promise<Outcome | Omit<Understood, 'index'>> {
  const changedAt = notLaterThan(place.now, item.changedAt);
  if (known?.changedAt && isBefore(changedAt, known.changedAt)) return { outcome: 'stale', id: known.id };
  const branch = await branchOf(ctx, scope, place, { item, known });
  const currency = item.total?.currency ?? branch.currency;
  if (currency !== branch.currency) return refused('total.currency', 'currency_differs');

  const contactId = await contactOf(ctx, scope, place, item.client);
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
      status: item.status,
      statusText: item.status,
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
  ctx: Telling,
  scope: TenantScope,
  place: Place,
  { item, known }: { item: OrderItem; known: Known | undefined },
): Promise<KnownBranch> {
  // An order stays in its branch: in another branch, the same number is another order.
  if (known) return getBranch(scope, known.branchId);
  return item.branch ? putApiBranch(ctx, scope, item.branch) : place.branch;
}

const instantIn = (text: string | null | undefined) => (text ? Temporal.Instant.from(text) : null);

function compared(before: Known | undefined, after: Known | undefined): Outcome {
  const id = after?.id ?? null;
  if (!before) return { outcome: 'created', id };
  return { outcome: before.revision === after?.revision ? 'unchanged' : 'updated', id };
}
