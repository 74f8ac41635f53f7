import { z } from 'zod';
import type { BranchPlace, Caller, ProviderResult, WantedTime } from '#server/connections/port.ts';
import type { SendAsUser } from './day-records.ts';
import { FlagOrNone, listOrNone } from './coerce.ts';

const Seance = z.object({ time: z.string().regex(/^\d{1,2}:\d\d$/), is_free: FlagOrNone });

/** Lists the starts of a master's day after which every step is free for as long as the visit takes. */
export async function listFreeTimes(
  send: SendAsUser,
  caller: Caller,
  { externalId, timeZone }: BranchPlace,
  { masterExternalId, day, durationMinutes, without }: WantedTime,
): Promise<ProviderResult<Temporal.Instant[]>> {
  const path = `/timetable/seances/${encodeURIComponent(externalId)}/${encodeURIComponent(masterExternalId)}/${day.toString()}`;
  const result = await send(caller, { method: 'GET', path }, listOrNone(z.unknown()));
  if (!result.isOk) return result;
  const seances = result.value.flatMap((one) => Seance.safeParse(one).data ?? []);
  const midnight = day.toZonedDateTime(timeZone);
  const instantOf = (minutes: number) =>
    midnight.with({ hour: Math.floor(minutes / 60), minute: minutes % 60 }).toInstant();
  const isFreed = (minutes: number) => without !== undefined && isWithin(instantOf(minutes), without);
  const times = seances.map((one) => ({ minutes: minutesOf(one.time), isFree: one.is_free }));
  const free = new Set(times.flatMap(({ minutes, isFree }) => (isFree || isFreed(minutes) ? minutes : [])));
  const starts = times.map(({ minutes }) => minutes).toSorted((a, b) => a - b);
  const step = Math.min(...starts.slice(1).map((start, index) => start - (starts[index] ?? 0)), durationMinutes);
  const fits = (start: number) => {
    for (let at = start; at < start + durationMinutes; at += step) if (!free.has(at)) return false;
    return true;
  };
  return { isOk: true, value: starts.filter((start) => step > 0 && fits(start)).map(instantOf) };
}

function isWithin(at: Temporal.Instant, { startsAt, durationMinutes }: NonNullable<WantedTime['without']>): boolean {
  const minutes = (at.epochMilliseconds - startsAt.epochMilliseconds) / 60_000;
  return minutes >= 0 && minutes < durationMinutes;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
