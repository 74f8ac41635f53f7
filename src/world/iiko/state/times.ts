import type { IikoState } from './state.ts';

/** `yyyy-MM-dd HH:mm:ss.fff` of a moment in a zone; null stays null. */
export function wallTime(at: number, timeZone: string): string;
export function wallTime(at: number | null, timeZone: string): string | null;
export function wallTime(at: number | null, timeZone: string): string | null {
  if (at === null) return null;
  const zoned = Temporal.Instant.fromEpochMilliseconds(Math.round(at)).toZonedDateTimeISO(timeZone);
  return zoned.toPlainDateTime().toString({ smallestUnit: 'millisecond' }).replace('T', ' ');
}

/** The moment of a wall time, with or without seconds; undefined when it is none. */
export function instantOf(text: string, timeZone: string): number | undefined {
  try {
    return Temporal.PlainDateTime.from(text.trim().replace(' ', 'T')).toZonedDateTime(timeZone).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** The zone in which an organization's times are written: that of its first terminal group. */
export function zoneOf(state: IikoState, organizationId: string): string {
  return state.terminalGroups.find((one) => one.organizationId === organizationId)?.timeZone ?? 'UTC';
}
