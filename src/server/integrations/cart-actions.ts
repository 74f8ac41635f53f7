import { API_KIND } from '#contract/connections/kinds.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import { type CartItem, MAX_MINOR } from '#contract/integrations/items.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { emit } from '#server/platform/events/events.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { findCart, lockCart, noteCartSeen, putCart, type StoredCart } from './cart-queries.ts';
import { cartOrdered, cartUpdated } from './jobs.ts';
import { byClient, contactOf, type Outcome, type Place, type Recorder, refused } from './api-branch.ts';
import { type CartState, cartStateOf, inDistinctBatches, isSameCart, notLaterThan, sumOfLines } from './rules.ts';

/** Stores the current state of carts, and emits the change of each once, however often it is sent. */
export const recordCarts: Recorder<CartItem> = async (scope, place, items) => {
  const outcomes = new Map<number, Outcome>();
  for (const externalId of [...new Set(items.map(({ item }) => item.externalId))].toSorted())
    await lockCart(scope, externalId);
  for (const batch of inDistinctBatches(items, ({ item }) => item.externalId))
    for (const { index, item } of byClient(batch, place.countryId))
      outcomes.set(index, await recordCart(scope, place, item));
  await announce(scope, 'integrations');
  return outcomes;
};

async function recordCart(scope: ActionScope, place: Place, item: CartItem): Promise<Outcome> {
  if (sumOfLines(item) > MAX_MINOR) return refused('items', 'too_big');
  const before = await findCart(scope, item.externalId);
  const updatedAt = notLaterThan(place.now, item.updatedAt);
  if (before && isBefore(updatedAt, before.updatedAt)) return { outcome: 'stale', id: before.id };

  const contactId = await contactOf(scope, place, item.client);
  const state = cartStateOf(item, { contactId, before, currency: place.currency });
  if (before && isSameCart(before, state)) {
    await noteCartSeen(scope, before.id, updatedAt);
    return { outcome: 'unchanged', id: before.id };
  }
  const branchId = place.branch.connectionKind === API_KIND ? null : place.branch.id;
  const cart = { externalId: item.externalId, before, state, updatedAt, branchId };
  return { outcome: before ? 'updated' : 'created', id: await saveCart(scope, cart) };
}

/** Records that the cart became an order. Unknown or already bought carts are skipped. */
export async function noteCartOrdered(
  scope: ActionScope,
  { externalId, at }: { externalId: string; at: Temporal.Instant },
): Promise<void> {
  await lockCart(scope, externalId);
  const before = await findCart(scope, externalId);
  if (!before || before.status === 'ordered') return;
  const { branchId } = before;
  await saveCart(scope, { externalId, before, state: { ...before, status: 'ordered' }, updatedAt: at, branchId });
}

async function saveCart(
  scope: ActionScope,
  cart: {
    externalId: string;
    before: StoredCart | undefined;
    state: CartState;
    updatedAt: Temporal.Instant;
    branchId: BranchId | null;
  },
): Promise<StoredCart['id']> {
  const { externalId, before, state, updatedAt, branchId } = cart;
  const version = (before?.version ?? 0) + 1;
  const id = await putCart(scope, { ...state, id: before?.id, externalId, updatedAt, version, branchId });
  const { status, contactId } = state;
  const about = { dedupeKey: `${id}:${version}`, subjectId: id, contactId, occurredAt: updatedAt };
  if (status !== 'ordered') await emit(scope, cartUpdated, { ...about, facts: { version, status } });
  else if (before?.status !== 'ordered') await emit(scope, cartOrdered, { ...about, facts: { version } });
  return id;
}
