import { z } from 'zod';
import type { Caller, NewVisit, ProviderResult, VisitFacts } from '#server/connections/port.ts';
import { type ApiRequest, type ApiResult, failed } from './api-client.ts';
import { listOrNone } from './coerce.ts';
import { type PlatformRecord, RecordShape, toVisit } from './records.ts';

type Place = Parameters<typeof toVisit>[1];
/** Calls the API with the token of the connected user. */
export type SendAsUser = <Shape extends z.ZodType>(
  caller: Caller,
  request: ApiRequest,
  shape: Shape,
) => Promise<ApiResult<z.output<Shape>>>;

/** One master has fewer records on one day. */
const RECORDS_OF_DAY = 200;

/**
 * Creates a record, once for its key. The vendor has no idempotency keys: the record carries ours as `api_id`, and the
 * master's day is read before each attempt.
 */
export async function createVisit(
  send: SendAsUser,
  caller: Caller,
  place: Place,
  visit: NewVisit,
): Promise<ProviderResult<VisitFacts | 'taken'>> {
  const before = await readDay(send, caller, place, visit);
  if (!before.isOk) return before;
  const known = before.value.find((record) => record.api_id === visit.key && !record.deleted);
  if (known) return readable(known, place);

  const path = `/records/${encodeURIComponent(place.externalId)}`;
  const created = await send(caller, { method: 'POST', path, json: bodyOf(visit, place) }, RecordShape);
  if (created.isOk) return readable(created.value, place);
  // NOTE: a refusal names its reason in the branch's language only, so the day is read again.
  if (created.status !== 422) return created;
  const after = await readDay(send, caller, place, visit);
  const isTaken = after.isOk && after.value.some((record) => overlaps(record, place, visit));
  return isTaken ? { isOk: true, value: 'taken' } : created;
}

async function readDay(
  send: SendAsUser,
  caller: Caller,
  place: Place,
  { startsAt, masterExternalId }: NewVisit,
): Promise<ApiResult<PlatformRecord[]>> {
  const day = String(startsAt.toZonedDateTimeISO(place.timeZone).toPlainDate());
  const query = { start_date: day, end_date: day, staff_id: masterExternalId, count: RECORDS_OF_DAY, page: 1 };
  const path = `/records/${encodeURIComponent(place.externalId)}`;
  const result = await send(caller, { method: 'GET', path, query }, listOrNone(z.unknown()));
  if (!result.isOk) return result;
  return { ...result, value: result.value.flatMap((one) => RecordShape.safeParse(one).data ?? []) };
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

function overlaps(record: PlatformRecord, place: Place, { startsAt, durationMinutes }: NewVisit): boolean {
  const other = toVisit(record, place);
  if (!other || other.status === 'cancelled') return false;
  const endOf = (from: Temporal.Instant, minutes: number) => from.epochMilliseconds + minutes * 60_000;
  return (
    other.startsAt.epochMilliseconds < endOf(startsAt, durationMinutes) &&
    endOf(other.startsAt, other.durationMinutes) > startsAt.epochMilliseconds
  );
}

function readable(record: PlatformRecord, place: Place): ProviderResult<VisitFacts> {
  const visit = toVisit(record, place);
  return visit ? { isOk: true, value: visit } : failed('unexpected_answer', 'date');
}
