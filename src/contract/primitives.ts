import { z } from 'zod';
import { LANGUAGES } from './languages.ts';
import { withoutInvisible } from './pasted-text.ts';

/** An instant: ISO 8601, UTC. */
export const Instant = z.iso.datetime();

/**
 * A plausible day, `YYYY-MM-DD`. Days outside the range come from clocks that were never set or from "forever" values
 * of
 * other programs; beyond the year 9999 the notation differs.
 */
export const Day = z.iso.date({ error: 'date', abort: true }).refine(isOfOurTime, { error: 'date' });

/** A plausible instant with its offset, e.g. `2026-12-01T15:30:00+03:00`. */
export const Moment = z.iso
  .datetime({ offset: true, error: 'datetime', abort: true })
  .refine(isOfOurTime, { error: 'datetime' });

/** A phone in E.164, e.g. `+79161234567`. */
export const Phone = z.string().regex(/^\+[1-9]\d{6,14}$/, { error: 'phone' });

/** A web address for contacts; `javascript:` and the like are refused. */
export const WebAddress = z.url({ protocol: /^https?$/, error: 'url' });

/** A key, token or other secret of an outside service, as pasted: it is sent in headers and URLs. */
export const PastedSecret = z
  .string()
  .overwrite(withoutInvisible)
  .trim()
  .min(1, { error: 'required' })
  .max(400, { error: 'too_long' })
  .refine((text) => /^[\x21-\x7E]*$/.test(text), { error: 'secret' });

/** An IANA time zone name, e.g. `Europe/Moscow`. Never a whole-hour offset. */
export const TimeZone = z.string().refine(isTimeZone, { error: 'time_zone' });

/** Minor units (kopecks, cents) with their ISO 4217 currency. */
export const Money = z.object({ amountMinor: z.int(), currency: z.string().length(3) });
export type Money = z.infer<typeof Money>;

/** The cabinet's languages as they travel. `pt_br` and `uk` are the wire's spelling of pt-BR and uk-UA. */
export const Language = z.enum(LANGUAGES);
export type Language = z.infer<typeof Language>;

/** Keyset paging: send `nextCursor` to get the next page; null means there is none. */
export const Cursor = z.string().max(400);
export const PageQuery = z.object({
  cursor: Cursor.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: Cursor.nullable() });

function isOfOurTime(text: string): boolean {
  return text >= '1900' && text < '9900';
}

/** Names already validated as zones: validation dominates the cost of parsing a long list. */
const knownZones = new Set<string>();
const MAX_KNOWN = 1_000;

function isTimeZone(name: string): boolean {
  if (knownZones.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  if (/^[+-]/.test(name)) return false;
  if (knownZones.size < MAX_KNOWN) knownZones.add(name);
  return true;
}
