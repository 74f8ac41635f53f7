import { z } from 'zod';
import type { BranchPlace, Caller, ProviderResult, WantedTime } from '#server/connections/port.ts';
import type { SendAsUser } from './creating.ts';
import { FlagOrNone, listOrNone } from './coerce.ts';

const Seance = z.object({ time: z.string().regex(/^\d{1,2}:\d\d$/), is_free: FlagOrNone });

/** Lists the starts of a master's day after which every step is free for as long as the visit takes. */
export async function listFreeTimes(
  send: SendAsUser,
  caller: Caller,
  { externalId, timeZone }: BranchPlace,
  { masterExternalId, day, durationMinutes }: WantedTime,
): Promise<ProviderResult<Temporal.Instant[]>> {
  const path = `/timetable/seances/${encodeURIComponent(externalId)}/${encodeURIComponent(masterExternalId)}/${day.toString()}`;
  const result = await send(caller, { method: 'GET', path }, listOrNone(z.unknown()));
  if (!result.isOk) return result;
  const seances = result.value.flatMap((one) => Seance.safeParse(one).data ?? []);
  const free = new Set(seances.filter((one) => one.is_free).map(({ time }) => minutesOf(time)));
  const starts = seances.map(({ time }) => minutesOf(time)).toSorted((a, b) => a - b);
  const step = Math.min(...starts.slice(1).map((start, index) => start - (starts[index] ?? 0)), durationMinutes);
  const fits = (start: number) => {
    for (let at = start; at < start + durationMinutes; at += step) if (!free.has(at)) return false;
    return true;
  };
  const midnight = day.toZonedDateTime(timeZone);
  return {
    isOk: true,
    value: starts
      .filter((start) => step > 0 && fits(start))
      .map((start) => midnight.with({ hour: Math.floor(start / 60), minute: start % 60 }).toInstant()),
  };
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
