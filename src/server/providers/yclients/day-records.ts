import { z } from 'zod';
import type { Caller } from '#server/connections/port.ts';
import type { ApiRequest, ApiResult } from './api-client.ts';
import { listOrNone } from './coerce.ts';
import { type PlatformRecord, RecordShape, toVisit } from './records.ts';

export type Place = Parameters<typeof toVisit>[1];
/** Calls the API with the token of the connected user. */
export type SendAsUser = <Shape extends z.ZodType>(
  caller: Caller,
  request: ApiRequest,
  shape: Shape,
) => Promise<ApiResult<z.output<Shape>>>;

const RECORDS_A_PAGE = 200;
/** No branch has more records on one day. */
const MAX_PAGES = 5;

/** Reads the records of the day of an instant. @param masterExternalId null: of all masters */
export async function readDay(
  send: SendAsUser,
  caller: Caller,
  place: Place,
  { startsAt, masterExternalId }: { startsAt: Temporal.Instant; masterExternalId: string | null },
): Promise<ApiResult<PlatformRecord[]>> {
  const day = String(startsAt.toZonedDateTimeISO(place.timeZone).toPlainDate());
  const path = `/records/${encodeURIComponent(place.externalId)}`;
  const records: PlatformRecord[] = [];
  for (let page = 1, read = 0; ; page++) {
    const query = {
      start_date: day,
      end_date: day,
      ...(masterExternalId !== null && { staff_id: masterExternalId }),
      count: RECORDS_A_PAGE,
      page,
    };
    const result = await send(caller, { method: 'GET', path, query }, listOrNone(z.unknown()));
    if (!result.isOk) return result;
    records.push(...result.value.flatMap((one) => RecordShape.safeParse(one).data ?? []));
    read += result.value.length;
    const isLast = result.total === null ? result.value.length < RECORDS_A_PAGE : read >= result.total;
    if (isLast || result.value.length === 0 || page === MAX_PAGES) return { ...result, value: records };
  }
}

/** Whether a record takes a part of the time. */
export function overlaps(
  record: PlatformRecord,
  place: Place,
  { startsAt, durationMinutes }: { startsAt: Temporal.Instant; durationMinutes: number },
): boolean {
  const other = toVisit(record, place);
  if (!other || other.status === 'cancelled') return false;
  const endOf = (from: Temporal.Instant, minutes: number) => from.epochMilliseconds + minutes * 60_000;
  return (
    other.startsAt.epochMilliseconds < endOf(startsAt, durationMinutes) &&
    endOf(other.startsAt, other.durationMinutes) > startsAt.epochMilliseconds
  );
}
