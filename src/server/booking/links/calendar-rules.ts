/** A visit as calendars take it. */
export type CalendarEvent = {
  /** Stable: a file that is added again replaces the entry. */
  uid: string;
  title: string;
  description: string;
  location: string;
  coordinates: { latitude: number; longitude: number } | null;
  startsAt: Temporal.Instant;
  durationMinutes: number;
  /** Grows with every move. */
  sequence: number;
  isCancelled: boolean;
  writtenAt: Temporal.Instant;
};

const REMIND_HOURS = 2;

/** The entry as an iCalendar file (RFC 5545). */
export function calendarFile(event: CalendarEvent): string {
  const { coordinates, isCancelled, startsAt } = event;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Frontdesk//Visit//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${stampOf(event.writtenAt)}`,
    `DTSTART:${stampOf(startsAt)}`,
    `DTEND:${stampOf(endOf(event))}`,
    `SEQUENCE:${event.sequence}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escaped(event.title)}`,
    ...(event.description ? [`DESCRIPTION:${escaped(event.description)}`] : []),
    ...(event.location ? [`LOCATION:${escaped(event.location)}`] : []),
    ...(coordinates ? [`GEO:${coordinates.latitude};${coordinates.longitude}`] : []),
    ...(isCancelled ? [] : alarmOf(event)),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** Link that opens a new entry in Google Calendar. */
export function googleCalendarLink(event: CalendarEvent): string {
  const url = new URL('https://calendar.google.com/calendar/render');
  url.searchParams.set('action', 'TEMPLATE');
  url.searchParams.set('text', event.title);
  url.searchParams.set('dates', `${stampOf(event.startsAt)}/${stampOf(endOf(event))}`);
  if (event.description) url.searchParams.set('details', event.description);
  if (event.location) url.searchParams.set('location', event.location);
  return url.href;
}

function alarmOf({ title }: CalendarEvent): string[] {
  return [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    `TRIGGER:-PT${REMIND_HOURS}H`,
    'END:VALARM',
  ];
}

const endOf = ({ startsAt, durationMinutes }: CalendarEvent) => startsAt.add({ minutes: durationMinutes });

/** UTC, e.g. `20261123T153000Z`. */
function stampOf(at: Temporal.Instant): string {
  return at.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '');
}

function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, ' ');
}

const LONGEST_LINE = 75;

/** Breaks a line into lines of at most 75 octets, never inside a character; the further ones begin with a space. */
function folded(line: string): string {
  const lines = [''];
  let length = 0;
  for (const character of line) {
    const octets = Buffer.byteLength(character);
    if (length + octets > LONGEST_LINE) {
      lines.push(' ');
      length = 1;
    }
    lines[lines.length - 1] += character;
    length += octets;
  }
  return lines.join('\r\n');
}
