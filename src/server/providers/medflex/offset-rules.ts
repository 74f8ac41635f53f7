/** Zones without clock changes in which the vendor's clinics are; others are written as a fixed offset. */
const ZONES: Readonly<Record<number, string>> = {
  2: 'Europe/Kaliningrad',
  3: 'Europe/Moscow',
  4: 'Europe/Samara',
  5: 'Asia/Yekaterinburg',
  6: 'Asia/Omsk',
  7: 'Asia/Krasnoyarsk',
  8: 'Asia/Irkutsk',
  9: 'Asia/Yakutsk',
  10: 'Asia/Vladivostok',
  11: 'Asia/Magadan',
  12: 'Asia/Kamchatka',
};

/**
 * Returns the zone of an offset from UTC.
 *
 * @param offset hours as a number or a text of one, or `+03:00`
 * @returns null where it is unreadable, or not in whole hours and thus of no such zone
 */
export function zoneOfOffset(offset: number | string | null | undefined): string | null {
  const hours = hoursOf(offset);
  if (hours === null || !Number.isInteger(hours) || hours < -12 || hours > 14) return null;
  // NOTE: in the names of these zones the sign is the other way round.
  return ZONES[hours] ?? (hours === 0 ? 'Etc/UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`);
}

function hoursOf(offset: number | string | null | undefined): number | null {
  if (typeof offset === 'number') return offset;
  const [, sign, hours, minutes] = /^\s*([+-]?)(\d{1,2})(?::?(\d\d))?\s*$/.exec(offset ?? '') ?? [];
  if (hours === undefined) return null;
  const size = Number(hours) + Number(minutes ?? 0) / 60;
  return sign === '-' ? -size : size;
}
