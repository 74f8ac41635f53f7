import type { z } from 'zod';
import type * as contract from '#contract/integrations/events.ts';
import { openApiConnection } from '#server/connections/storage/api-actions.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import { cardOf } from '#server/contacts/crm/program-actions.ts';
import { ordersByExternalId } from '#server/orders/lookup-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { recordedVisits } from '#server/visits/recording/recorded-actions.ts';
import { findCart } from './cart-queries.ts';
import { findEvent } from './custom-queries.ts';
import { requireTariff } from './posting-actions.ts';

type Answer<Name extends keyof typeof contract> = (typeof contract)[Name] extends {
  reply: infer Reply extends z.ZodType;
}
  ? z.input<Reply>
  : never;

export const readContact = (scope: ActionScope, externalId: string): Promise<Answer<'readContact'>> =>
  reading(scope, async (branch) => {
    const card = await cardOf(scope, branch.id, externalId);
    if (!card) return null;
    const { contactId, birthDate, ...rest } = card;
    return { ...rest, id: contactId, externalId, birthday: birthDate };
  });

export const readVisit = (scope: ActionScope, externalId: string): Promise<Answer<'readVisit'>> =>
  reading(scope, async ({ connectionId }) => {
    const visit = (await recordedVisits(scope, connectionId, [externalId])).get(externalId);
    if (!visit) return null;
    const { startsAt, durationMinutes, status, totalMinor } = visit.facts;
    return {
      id: visit.id,
      externalId,
      branchExternalId: visit.branchExternalId,
      startsAt: startsAt.toString(),
      durationMinutes,
      status,
      total: { amountMinor: totalMinor, currency: visit.currency },
    };
  });

export const readOrder = (scope: ActionScope, externalId: string): Promise<Answer<'readOrder'>> =>
  reading(scope, async ({ connectionId }) => {
    const order = (await ordersByExternalId(scope, connectionId, [externalId])).get(externalId);
    if (!order) return null;
    const { id, status, statusText, deliveryKind, totalMinor, currency } = order;
    return { id, externalId, status, statusText, deliveryKind, total: { amountMinor: totalMinor, currency } };
  });

export const readCart = (scope: ActionScope, externalId: string): Promise<Answer<'readCart'>> =>
  reading(scope, async () => {
    const cart = await findCart(scope, externalId);
    if (!cart) return null;
    const { id, status, items, url, totalMinor, currency } = cart;
    const total = { amountMinor: totalMinor, currency };
    return { id, externalId, status, items, url, total, updatedAt: cart.updatedAt.toString() };
  });

export const readCustomEvent = (scope: ActionScope, externalId: string): Promise<Answer<'readCustomEvent'>> =>
  reading(scope, async () => {
    const event = await findEvent(scope, externalId);
    if (!event) return null;
    const { id, name, properties, occurredAt } = event;
    return { id, externalId, name, properties, occurredAt: occurredAt.toString() };
  });

/** Unknown items, and those of other cabinets, do not exist. */
async function reading<Found>(
  scope: ActionScope,
  find: (branch: KnownBranch) => Promise<Found | null>,
): Promise<Found> {
  await requireTariff(scope);
  const found = await find(await openApiConnection(scope));
  if (found === null) throw new Problem('api_item.not_found');
  return found;
}
