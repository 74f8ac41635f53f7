import type { ServiceItem, TimeItem, VisitItem } from '../reading/results.ts';
import type { Talk } from '../reading/talk.ts';
import { dayText, phrase } from './phrases.ts';

const MAX_LINES = 8;
const MAX_DAYS = 3;
const MAX_TIMES = 6;

/** "Title: price, minutes", one in a line; the rest is counted. */
export function serviceLines(talk: Talk, services: readonly ServiceItem[]): string[] {
  const lines = services.slice(0, MAX_LINES).map(({ title, price, minutes }) => {
    const details = [price, minutes === null ? null : phrase(talk, 'minutes', { minutes })].filter(Boolean).join(', ');
    return `• ${details ? `${title}: ${details}` : title}`;
  });
  const left = services.length - lines.length;
  return left > 0 ? [...lines, phrase(talk, 'more', { count: left })] : lines;
}

/** "Haircut (1 500 ₽), manicure (900 ₽)" for a question. */
export const serviceOptions = (services: readonly ServiceItem[]): string =>
  services
    .slice(0, MAX_LINES)
    .map(({ title, price }) => (price ? `${title} (${price})` : title))
    .join(', ');

/** "Monday 30 November: 10:00, 11:30", one day in a line. */
export function timeLines(talk: Talk, times: readonly TimeItem[]): string[] {
  const days = [...Map.groupBy(times, ({ day }) => day)].slice(0, MAX_DAYS);
  return days.map(([day, own]) => {
    const shown = [...new Set(own.map(({ time }) => time))].slice(0, days.length === 1 ? MAX_TIMES * 2 : MAX_TIMES);
    return `${dayText(talk.language, day)}: ${shown.join(', ')}`;
  });
}

type Details = { service: string; day: string; time: string; master: string | null; price?: string | null };

/** "Haircut, Monday 30 November at 15:00, with Anna, 1 500 ₽". */
export function detailsText(talk: Talk, { service, day, time, master, price }: Details): string {
  const when = phrase(talk, 'details_when', { day: dayText(talk.language, day), time });
  return [service, when, master && phrase(talk, 'details_master', { master }), price].filter(Boolean).join(', ');
}

export const visitText = (talk: Talk, visit: VisitItem): string => detailsText(talk, visit);
