import { z } from 'zod';
import {
  type BranchPlace,
  type OrderPayload,
  UnreadablePayload,
  type UnreadableRecord,
} from '#server/connections/port.ts';
import { isRecord } from '#server/platform/values/fields.ts';
import { parseOutside } from '#server/platform/values/json.ts';
import { unknownFieldsOfEvent } from './known-fields.ts';
import { sortOrders } from './orders.ts';

const Event = z.looseObject({
  eventType: z.string().min(1),
  organizationId: z.string().min(1),
  eventInfo: z.unknown().optional(),
});
type Event = z.output<typeof Event>;

/**
 * Parses one payload. It has our token and holds whole orders, so nothing needs to be requested. Events without orders
 * (errors, tables, stop lists) are counted for their branch and ignored. An unreadable event is returned apart and does
 * not affect the others.
 *
 * @throws {UnreadablePayload} when it is no payload of the vendor
 */
export function readPayload(
  body: Buffer,
  places: readonly BranchPlace[],
): { payloads: OrderPayload[]; unreadable: UnreadableRecord[] } {
  const json = parse(body);
  // NOTE: the vendor documents a list; a single event has been seen too.
  const read = (Array.isArray(json) ? json : [json]).map(readEvent);
  const events = read.flatMap((one) => ('event' in one ? [one.event] : []));
  const unreadable = read.flatMap((one) => ('problem' in one ? [one] : []));
  if (events.length === 0 && unreadable[0]) throw new UnreadablePayload(unreadable[0].problem);
  return { payloads: events.flatMap((event) => toPayload(event, places) ?? []), unreadable };
}

function readEvent(json: unknown): { event: Event } | UnreadableRecord {
  const event = Event.safeParse(isRecord(json) ? { ...organizationOf(json['eventInfo']), ...json } : json);
  if (event.success) return { event: event.data };
  const fields = event.error.issues.map((issue) => issue.path.join('.') || 'event');
  return { body: JSON.stringify(json) ?? '', problem: `not understood: ${[...new Set(fields)].join(', ')}` };
}

/** Removes the organization, which an event contains twice. */
function organizationOf(info: unknown): Record<string, unknown> {
  return isRecord(info) ? { organizationId: info['organizationId'] } : {};
}

/** Returns null where the organization is not among the places. */
function toPayload(event: Event, places: readonly BranchPlace[]): OrderPayload | null {
  const { eventType, organizationId, eventInfo } = event;
  const place = places.find((one) => one.externalId === organizationId);
  if (!place) return null;
  const infos = eventType === 'DeliveryOrderUpdate' ? [eventInfo] : [];
  const sorted = sortOrders(infos, place);
  const unknownFields = [...unknownFieldsOfEvent(event), ...sorted.unknownFields];
  return { branchExternalId: organizationId, ...sorted, unknownFields };
}

function parse(body: Buffer): unknown {
  try {
    return parseOutside(body.toString('utf8'));
  } catch {
    throw new UnreadablePayload('not JSON');
  }
}
