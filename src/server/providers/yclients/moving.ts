import { z } from 'zod';
import type { Caller, ProviderResult, VisitFacts } from '#server/connections/port.ts';
import { failed } from './api-client.ts';
import { overlaps, type Place, readDay, type SendAsUser } from './day-records.ts';
import { RecordShape, startChange, toVisit } from './records.ts';

type Moved = { visit: VisitFacts | null; isWritten: boolean };
const GONE: ProviderResult<Moved> = { isOk: true, value: { visit: null, isWritten: false } };

/** Moves a record. A refusal names its reason in the branch's language only, so the day is read after one. */
export async function moveVisit(
  send: SendAsUser,
  caller: Caller,
  place: Place,
  {
    path,
    startsAt,
    isWanted,
  }: { path: string; startsAt: Temporal.Instant; isWanted: (current: VisitFacts) => boolean },
): Promise<ProviderResult<Moved | 'taken'>> {
  const read = await send(caller, { method: 'GET', path }, RecordShape);
  if (!read.isOk) return read.status === 404 ? GONE : read;
  const record = read.value;
  const current = toVisit(record, place);
  if (!current) return failed('unexpected_answer', 'date');
  if (!isWanted(current)) return { isOk: true, value: { visit: current, isWritten: false } };

  const json = startChange(record, startsAt, place.timeZone);
  const written = await send(caller, { method: 'PUT', path, json }, z.unknown());
  if (written.isOk) {
    const after = RecordShape.safeParse(written.value);
    const visit = (after.success && toVisit(after.data, place)) || { ...current, startsAt };
    return { isOk: true, value: { visit, isWritten: true } };
  }
  if (written.status === 404) return GONE;
  if (written.status !== 422) return written;
  const { masterExternalId, durationMinutes } = current;
  const day = await readDay(send, caller, place, { startsAt, masterExternalId });
  const isTaken =
    day.isOk && day.value.some((one) => one.id !== record.id && overlaps(one, place, { startsAt, durationMinutes }));
  return isTaken ? { isOk: true, value: 'taken' } : written;
}
