import type { FlowerOrder } from '#contract/assistants/flower-shop/calls.ts';
import { readMoment, showMoment } from '#server/assistants/plugins/result-rules.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { oneLine, sumIn } from '#server/texts/content/format-rules.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { findGoods } from './catalogue-queries.ts';
import { type FlowerDesk, showDays, showZones } from './flower-desk.ts';
import { placeOrder } from './order-actions.ts';
import { findOrderOfTurn, listOrdersOfContact, type NewOrder } from './order-queries.ts';
import {
  chooseLines,
  chooseZone,
  NEXT_BY_REFUSAL,
  type OrderRefusal,
  readPhone,
  sumsOf,
  type WantedOrder,
} from './order-rules.ts';
import { isOpenAt } from './timing-rules.ts';

// NOTE: a process: it answers calls of the model, each in a transaction of its own.

const LONGEST = { address: 300, name: 120, card: 500, comment: 500 };

const refused = (reason: OrderRefusal, more: object = {}) => ({
  ok: false as const,
  reason,
  next: NEXT_BY_REFUSAL[reason],
  ...more,
});

/** Places an order of goods of the catalogue, at their prices; a repeated turn returns the order that it has placed. */
export async function orderGoods(desk: FlowerDesk, wanted: WantedOrder) {
  const { ctx, scope, assistantId, plugin, timeZone } = desk;
  return withTenant(ctx, scope.tenantId, async (tx) => {
    const known = await findOrderOfTurn(tx, assistantId, scope.key);
    if (known) return { ok: true, order: showOrder(desk, known) };
    const draft = await draftOf(tx, desk, wanted);
    if ('reason' in draft) return draft;
    const { contactId } = scope;
    if (contactId === null) return { ok: true, is_trial: true, order: showDraft(desk, draft) };
    const order = { ...draft, assistantId, contactId, conversationId: desk.conversationId, key: scope.key };
    const placed = await placeOrder(tx, order, { plugin, timeZone });
    if (!placed) return { ok: false, reason: 'failed', next: 'It did not work: hand over to a person.' };
    return { ok: true, order: showOrder(desk, placed) };
  });
}

type Draft = Omit<NewOrder, 'assistantId' | 'contactId' | 'conversationId' | 'key'>;

/** The order that is meant, or what is missing. */
async function draftOf(
  tx: ActionScope,
  desk: FlowerDesk,
  wanted: WantedOrder,
): Promise<Draft | ReturnType<typeof refused>> {
  const { assistantId, plugin } = desk;
  const { currency } = await getTenant(tx);
  const goods = await findGoods(
    tx,
    assistantId,
    wanted.items.map(({ sku }) => sku),
  );
  const chosen = chooseLines(wanted.items, goods);
  if ('refusal' in chosen) return refused(chosen.refusal, { missing: chosen.missing });
  if (wanted.way === 'delivery' && plugin.zones.length === 0)
    return refused('no_delivery', { pickup_address: plugin.pickupAddress });
  if (wanted.way === 'pickup' && plugin.pickupAddress === '') return refused('no_pickup');
  const due = readDue(desk, wanted.when);
  if ('reason' in due) return due;
  const address = oneLine(wanted.address).slice(0, LONGEST.address);
  if (wanted.way === 'delivery' && address === '') return refused('needs_address');
  const place = chooseZone(plugin, wanted);
  if ('refusal' in place) return refused('which_zone', { zones: showZones(desk, currency) });
  const contact = await contactOf(tx, desk);
  const recipientName = oneLine(wanted.recipient_name ?? '').slice(0, LONGEST.name);
  if (recipientName === '') return refused('needs_name');
  const recipientPhone = readPhone(wanted.recipient_phone) ?? (wanted.recipient_phone ? null : contact.phone);
  if (recipientPhone === null) return refused('needs_phone');
  return {
    lines: chosen.lines,
    ...sumsOf(plugin, chosen.lines, place.zone),
    currency,
    way: wanted.way,
    zone: place.zone?.title ?? null,
    address: wanted.way === 'delivery' ? address : plugin.pickupAddress,
    dueAt: due.at,
    recipientName,
    recipientPhone,
    cardText: oneLine(wanted.card_text).slice(0, LONGEST.card),
    comment: oneLine(wanted.comment).slice(0, LONGEST.comment),
  };
}

function readDue(desk: FlowerDesk, when: string): { at: Temporal.Instant } | ReturnType<typeof refused> {
  const { ctx, plugin, timeZone } = desk;
  const at = readMoment(when, timeZone);
  if (!at) return refused('needs_time', { days: showDays(desk, null) });
  const [wall, now] = [at.toZonedDateTimeISO(timeZone), ctx.clock.now().toZonedDateTimeISO(timeZone)];
  return isOpenAt(plugin, wall, now) ? { at } : refused('not_open', { days: showDays(desk, wall.toPlainDate()) });
}

async function contactOf(tx: ActionScope, { scope }: FlowerDesk): Promise<{ phone: string | null }> {
  const { contactId } = scope;
  if (contactId === null) return { phone: null };
  return { phone: (await reachOf(tx, [contactId])).get(contactId)?.contact.phone ?? null };
}

const STATUSES: Readonly<Record<FlowerOrder['status'], string>> = {
  new: 'new, a person will confirm it',
  accepted: 'accepted, being prepared',
  done: 'handed over to the recipient',
  cancelled: 'cancelled',
};

const MOST_ORDERS = 3;

/** The client's own orders, the latest first. */
export async function listOwnOrders(desk: FlowerDesk, { number }: { number: number | null }) {
  const { ctx, scope, assistantId } = desk;
  const { contactId } = scope;
  const orders =
    contactId === null
      ? []
      : await withTenant(ctx, scope.tenantId, (tx) =>
          listOrdersOfContact(tx, { assistantId, contactId, number }, MOST_ORDERS),
        );
  if (orders.length === 0) {
    const next = 'The client has no such order: say so, and ask for its number or hand over to a person.';
    return { ok: false, reason: 'no_orders', next };
  }
  return { ok: true, orders: orders.map((order) => ({ ...showOrder(desk, order), status: STATUSES[order.status] })) };
}

function showOrder(desk: FlowerDesk, order: FlowerOrder) {
  const { lines, goods, delivery } = order;
  const sums = { goodsMinor: goods.amountMinor, deliveryMinor: delivery.amountMinor, currency: goods.currency };
  const shown = { ...order, ...sums, lines, dueAt: Temporal.Instant.from(order.dueAt) };
  return { number: order.number, ...showDraft(desk, shown) };
}

function showDraft({ scope, timeZone }: FlowerDesk, draft: Draft) {
  const { lines, goodsMinor, deliveryMinor, currency, way, zone, address, dueAt } = draft;
  const sum = (minor: number) => sumIn(minor, currency, scope.language);
  return {
    items: lines.map(({ title, quantity, priceMinor }) => ({ title, quantity, price: sum(priceMinor) })),
    goods: sum(goodsMinor),
    delivery: way === 'pickup' ? null : sum(deliveryMinor) || 'free',
    total: sum(goodsMinor + deliveryMinor),
    way,
    zone,
    address,
    ...showMoment(dueAt, timeZone),
    recipient: draft.recipientName,
    recipient_phone: draft.recipientPhone,
    card_text: draft.cardText,
  };
}
