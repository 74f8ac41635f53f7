const MINUTE_MS = 60_000;

/**
 * The instant of a local day and time, e.g. `2026-11-23` and `10:00`, as ISO 8601 in UTC; null for an incomplete one. A
 * time that a change of clocks skips is that much later.
 */
export function instantOf(day: string, time: string, timeZone: string): string | null {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  if (Number.isNaN(asUtc)) return null;
  const first = asUtc - offsetMs(asUtc, timeZone);
  return new Date(asUtc - offsetMs(first, timeZone)).toISOString();
}

/** How far the zone's clocks are ahead of UTC at a moment. */
function offsetMs(at: number, timeZone: string): number {
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
  const whole = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  return Math.round((Date.parse(`${local.replace(' ', 'T')}Z`) - whole) / MINUTE_MS) * MINUTE_MS;
}
