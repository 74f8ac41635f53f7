import type { AssistantId } from '#contract/assistants/calls.ts';
import type * as contract from '#contract/assistants/flower-shop/calls.ts';
import type { FlowerOrder, FlowerOrderId, FlowerOrderStatus } from '#contract/assistants/flower-shop/calls.ts';
import type { FlowerShopPlugin } from '#contract/assistants/flower-shop/settings.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { Language } from '#contract/primitives.ts';
import { notifyDestination, readOwnersPlace } from '#server/assistants/plugins/destination-actions.ts';
import { findAssistant, findAssistantForUpdate } from '#server/assistants/storage/assistant-queries.ts';
import { text } from '#server/assistants/storage/texts.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import { noteAssistantOrder } from '#server/conversations/inbound/actions.ts';
import { recordOwnEvent } from '#server/integrations/custom-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { toPage } from '#server/platform/values/cursor.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { sumIn, wholeUnits } from '#server/texts/content/format-rules.ts';
import {
  countOrders,
  findOrderOfTurn,
  insertOrder,
  listOrders,
  type NewOrder,
  updateOrderStatus,
} from './order-queries.ts';

/** The name of the event by which flows follow orders. */
export const ORDER_EVENT = 'flower_order';

/**
 * Places an order, once for its key: it is listed, stands in the conversation, which then waits for a person, is an event
 * that flows may start by, and the owner's phone or e-mail is notified.
 *
 * @returns the order that the key has where it was placed before; null where the assistant is no more
 */
export async function placeOrder(
  scope: ActionScope,
  order: NewOrder,
  { plugin, timeZone }: { plugin: FlowerShopPlugin; timeZone: string },
): Promise<FlowerOrder | null> {
  const assistant = await findAssistantForUpdate(scope, order.assistantId);
  if (!assistant) return null;
  const known = await findOrderOfTurn(scope, order.assistantId, order.key);
  const placed = known ?? (await insertOrder(scope, order, scope.clock.now()));
  if (known || !placed) return known;
  const { language, origin } = await readOwnersPlace(scope);
  const summary = summaryOf(placed, { language, timeZone });
  if (placed.conversationId)
    await noteAssistantOrder(scope, placed.conversationId, { number: placed.number, summary: summary.join(' · ') });
  await recordOwnEvent(scope, {
    externalId: `order:${placed.id}`,
    name: ORDER_EVENT,
    contactId: placed.contactId,
    properties: propertiesOf(placed, timeZone),
  });
  const subject = text(language, 'order.subject', { number: String(placed.number) });
  if (plugin.to)
    await notifyDestination(scope, {
      sender: { id: assistant.id, kind: 'assistant', title: assistant.title },
      to: plugin.to,
      key: `order:${placed.id}`,
      id: placed.id,
      subject,
      body: [subject, ...(await clientLine(scope, placed, language)), ...summary].join('\n'),
      link: `${origin}/flowCopilotBots/${assistant.id}?tab=orders`,
    });
  await announce(scope, 'assistants');
  return placed;
}

async function clientLine(scope: ActionScope, { contactId }: FlowerOrder, language: Language): Promise<string[]> {
  const contact = (await reachOf(scope, [contactId])).get(contactId)?.contact;
  const line = [contact?.name || text(language, 'handoff.nameless'), contact?.phone].filter(Boolean).join(', ');
  return [text(language, 'order.client', { client: line })];
}

type Words = { language: Language; timeZone: string };

/** An order in lines, for the people of the shop. */
export function summaryOf(order: FlowerOrder, { language, timeZone }: Words): string[] {
  const { lines, total, way, zone, address, recipientName, recipientPhone, cardText, comment } = order;
  const due = Temporal.Instant.from(order.dueAt).toZonedDateTimeISO(timeZone);
  const when = `${due.toPlainDate().toString()} ${due.toPlainTime().toString({ smallestUnit: 'minute' })}`;
  const where = [zone, address].filter(Boolean).join(', ');
  return [
    ...lines.map(({ title, quantity }) => `${title} × ${quantity}`),
    text(language, 'order.total', { sum: sumIn(total.amountMinor, total.currency, language) }),
    text(language, way === 'delivery' ? 'order.delivery' : 'order.pickup', { when, where }),
    text(language, 'order.recipient', { recipient: [recipientName, recipientPhone].filter(Boolean).join(', ') }),
    ...(cardText ? [text(language, 'order.card', { text: cardText })] : []),
    ...(comment ? [comment] : []),
  ];
}

const LONGEST_PROPERTY = 500;

function propertiesOf(order: FlowerOrder, timeZone: string): Record<string, string | number> {
  const due = Temporal.Instant.from(order.dueAt).toZonedDateTimeISO(timeZone);
  const { total, delivery } = order;
  const given = {
    number: order.number,
    total: wholeUnits(total.amountMinor, total.currency),
    delivery_price: wholeUnits(delivery.amountMinor, delivery.currency),
    currency: total.currency,
    items: order.lines.map(({ title, quantity }) => `${title} × ${quantity}`).join(', '),
    way: order.way,
    date: due.toPlainDate().toString(),
    time: due.toPlainTime().toString({ smallestUnit: 'minute' }),
    zone: order.zone ?? '',
    address: order.address,
    recipient_name: order.recipientName,
    recipient_phone: order.recipientPhone,
    card_text: order.cardText,
    comment: order.comment,
  };
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, LONGEST_PROPERTY) : value,
    ]),
  );
}

/** @throws {Problem} `assistant.not_found` */
export async function pageOfOrders(
  scope: ActionScope,
  assistantId: AssistantId,
  query: QueryOf<typeof contract.listFlowerOrders>,
): Promise<ReplyOf<typeof contract.listFlowerOrders>> {
  if (!(await findAssistant(scope, assistantId))) throw new Problem('assistant.not_found');
  const page = toPage(
    await listOrders(scope, assistantId, query),
    query.limit,
    (order) => order,
    ({ createdAt, id }) => [createdAt, id],
  );
  return { ...page, counts: await countOrders(scope, assistantId) };
}

/** @throws {Problem} `assistant.not_found`, `flower_order.not_found` */
export async function setOrderStatus(
  scope: ActionScope,
  { assistantId, orderId }: { assistantId: AssistantId; orderId: FlowerOrderId },
  status: FlowerOrderStatus,
): Promise<FlowerOrder> {
  if (!(await findAssistant(scope, assistantId))) throw new Problem('assistant.not_found');
  const order = await updateOrderStatus(scope, { assistantId, orderId }, status);
  if (!order) throw new Problem('flower_order.not_found');
  await announce(scope, 'assistants');
  return order;
}
