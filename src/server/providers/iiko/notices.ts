import { z } from 'zod';
import type { OrderPlace, OrderPost } from '#server/connections/order-port.ts';
import { UnreadablePost } from '#server/connections/port.ts';
import { unknownFieldsOfEvent } from './known-fields.ts';
import { sortOrders } from './orders.ts';

const Event = z.looseObject({
  eventType: z.string().min(1),
  organizationId: z.string().min(1),
  eventInfo: z.unknown().optional(),
});

/** The vendor documents a list; a lone event has been seen too. */
const Body = z.union([z.array(Event), Event.transform((event) => [event])]);

/**
 * Reads one post. It came with our token, and holds whole orders: there is nothing to ask about. Events that are no
 * orders (errors, tables, stop lists) are counted for their branch and mean nothing to us.
 *
 * @throws {UnreadablePost} when it is no post of the vendor
 */
export function readPost(body: Buffer, places: readonly OrderPlace[]): OrderPost[] {
  const events = Body.safeParse(parse(body));
  if (!events.success) throw new UnreadablePost('not understood: eventType, organizationId');
  return events.data.flatMap((event) => {
    const { eventType, organizationId, eventInfo } = event;
    const place = places.find((one) => one.externalId === organizationId);
    if (!place) return [];
    const infos = eventType === 'DeliveryOrderUpdate' ? [eventInfo] : [];
    const sorted = sortOrders(infos, place);
    const unknownFields = [...unknownFieldsOfEvent(event), ...sorted.unknownFields];
    return [{ branchExternalId: organizationId, ...sorted, unknownFields }];
  });
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new UnreadablePost('not JSON');
  }
}
