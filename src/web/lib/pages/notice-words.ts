import type { Notice } from '#contract/onboarding/calls.ts';
import type { Format } from '#web/lib/format/format.ts';
import { instantIn, timeZoneIn } from '#web/lib/api/known.ts';
import type { NoticeTarget, NoticeWords } from './room.ts';

/** Words for each of the kinds, as a room gives them. */
export type WordsOf<Kind extends Notice['kind']> = Readonly<Record<Kind, NoticeWords>>;

/** A page without parameters. */
export function targetAt(label: string, page: string, search?: Record<string, string>): NoticeTarget {
  return { label, page, to: page, ...(search && { search }) };
}

/** The moment a notice is about, in the zone it names; empty where it names none. */
export function momentIn({ startsAt, timeZone }: Notice['params'], format: Format): string {
  const instant = instantIn(startsAt);
  return instant ? format.dateTime(instant, timeZoneIn(timeZone)) : '';
}
