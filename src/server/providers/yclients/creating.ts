import type { Caller, NewVisit, ProviderResult, VisitFacts } from '#server/connections/port.ts';
import { failed } from './api-client.ts';
import { overlaps, type Place, readDay, type SendAsUser } from './day-records.ts';
import { type PlatformRecord, RecordShape, toVisit } from './records.ts';

/**
 * Creates a record, once for its key. The vendor has no idempotency keys: the record carries ours as `api_id`, and the
 * branch's day is read before each attempt: the first may have been with another master.
 */
export async function createVisit(
  send: SendAsUser,
  caller: Caller,
  place: Place,
  visit: NewVisit,
): Promise<ProviderResult<VisitFacts | 'taken'>> {
  const { startsAt, masterExternalId } = visit;
  const before = await readDay(send, caller, place, { startsAt, masterExternalId: null });
  if (!before.isOk) return before;
  const known = before.value.find((record) => record.api_id === visit.key && !record.deleted);
  if (known) return readable(known, place);

  const path = `/records/${encodeURIComponent(place.externalId)}`;
  const created = await send(caller, { method: 'POST', path, json: bodyOf(visit, place) }, RecordShape);
  if (created.isOk) return readable(created.value, place);
  // NOTE: a refusal names its reason in the branch's language only, so the day is read again.
  if (created.status !== 422) return created;
  const after = await readDay(send, caller, place, { startsAt, masterExternalId });
  const isTaken = after.isOk && after.value.some((record) => overlaps(record, place, visit));
  return isTaken ? { isOk: true, value: 'taken' } : created;
}

/** The vendor sends no messages of its own: the product does. */
function bodyOf(visit: NewVisit, { timeZone }: Place): Record<string, unknown> {
  return {
    staff_id: Number(visit.masterExternalId),
    services: visit.serviceExternalIds.map((id) => ({ id: Number(id) })),
    client: { name: visit.client.name, phone: visit.client.phone.replaceAll(/\D/g, '') },
    datetime: visit.startsAt.toZonedDateTimeISO(timeZone).toString({ smallestUnit: 'second', timeZoneName: 'never' }),
    seance_length: visit.durationMinutes * 60,
    comment: visit.comment,
    api_id: visit.key,
    save_if_busy: false,
    send_sms: false,
    sms_remain_hours: 0,
    email_remain_hours: 0,
  };
}

function readable(record: PlatformRecord, place: Place): ProviderResult<VisitFacts> {
  const visit = toVisit(record, place);
  return visit ? { isOk: true, value: visit } : failed('unexpected_answer', 'date');
}
