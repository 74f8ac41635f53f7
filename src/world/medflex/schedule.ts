import { stableNumber } from '../values/ids.ts';
import type { Account, MedflexState } from './state.ts';

const CELL_MINUTES = 30;
const MS_A_DAY = 86_400_000;
/** One cell of so many is another patient's. */
const TAKEN_OF = 4;

type Place = { doctorId: number; clinicId: number };
export type Cell = { dt_start: string; dt_end: string };

/** The present moment of an account's clinics, as `YYYY-MM-DD HH:MM`. */
export const wallNow = ({ offsetHours }: Account, now: number): string => stamp(now + offsetHours * 3_600_000);

/** Free cells of a doctor in a clinic: 9 to 17 on weekdays, 10 to 14 on Saturdays. */
export function freeCells(
  { appointments, blocked }: MedflexState,
  { doctorId, clinicId }: Place,
  { from, days, now }: { from: string; days: number; now: string },
): Cell[] {
  const taken = new Set(
    appointments
      .filter((one) => one.doctorId === doctorId && one.clinicId === clinicId && !one.isCancelled)
      .map(({ start }) => start),
  );
  return Array.from({ length: days }, (_, at) => dayAfter(from, at)).flatMap((day) =>
    cellsOf(day).filter(
      ({ dt_start: start }) =>
        start > now &&
        !taken.has(start) &&
        !blocked.includes(cellKey({ doctorId, clinicId }, start)) &&
        !isOthers({ doctorId, clinicId }, start),
    ),
  );
}

/** Whether a start is in the working hours. */
export const isInHours = (start: string): boolean =>
  cellsOf(start.slice(0, 10)).some((cell) => cell.dt_start === start);

/** Whether another patient has had the cell from the beginning. */
export const isOthers = ({ doctorId, clinicId }: Place, start: string): boolean =>
  stableNumber(`${doctorId} ${clinicId} ${start}`, TAKEN_OF) === 0;

export const cellKey = ({ doctorId, clinicId }: Place, start: string) => `${clinicId} ${doctorId} ${start}`;

function cellsOf(day: string): Cell[] {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 0) return [];
  const [first, last] = weekday === 6 ? [10, 14] : [9, 17];
  const start = Date.parse(`${day}T00:00:00Z`);
  const cells = ((last - first) * 60) / CELL_MINUTES;
  return Array.from({ length: cells }, (_, at) => {
    const minutes = first * 60 + at * CELL_MINUTES;
    return { dt_start: stamp(start + minutes * 60_000), dt_end: stamp(start + (minutes + CELL_MINUTES) * 60_000) };
  });
}

const dayAfter = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * MS_A_DAY).toISOString().slice(0, 10);

const stamp = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
