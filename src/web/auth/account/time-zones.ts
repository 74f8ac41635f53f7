import { useMemo } from 'react';

/**
 * All time zones, from west to east, each with its offset of today.
 *
 * @param chosen the zone in use, listed even where the browser knows it by another name
 */
export function useTimeZones(chosen: string): { value: string; label: string }[] {
  // NOTE: hundreds of formatters take a slow telephone most of a second.
  return useMemo(() => timeZones(chosen), [chosen]);
}

function timeZones(chosen: string): { value: string; label: string }[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), chosen]);
  return [...names]
    .map((value) => ({ value, offset: offsetOf(value) }))
    .toSorted((a, b) => minutesOf(a.offset) - minutesOf(b.offset) || a.value.localeCompare(b.value))
    .map(({ value, offset }) => ({ value, label: `${value.replaceAll('_', ' ')} (${offset})` }));
}

/** `GMT+03:00` */
function offsetOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
}

function minutesOf(offset: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
