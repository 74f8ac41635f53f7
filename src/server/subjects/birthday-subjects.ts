import type { KnownSubject } from './rules.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { birthdaysOf } from '#server/contacts/book/actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { plainSubject } from './plain-subject-rules.ts';

/** Loads contacts with a known birthday, each with the birthday nearest to now. */
export async function loadBirthdays(
  scope: TenantScope,
  ids: readonly string[],
  now: Temporal.Instant,
): Promise<KnownSubject[]> {
  const tenant = await getTenant(scope);
  const people = await birthdaysOf(
    scope,
    ids.map((id) => ContactId.parse(id)),
  );
  return people.map(({ id, birthDate, timeZone }) => {
    const zone = timeZone ?? tenant.timeZone;
    const day = nearestBirthday(birthDate, now.toZonedDateTimeISO(zone).toPlainDate());
    const startsAt = day.toZonedDateTime(zone).toInstant();
    const { name: title, currency } = tenant;
    const subject = plainSubject({ kind: 'contact', id, title, timeZone: zone, startsAt, currency });
    return { ...subject, contactId: id, timeVersion: day.year };
  });
}

/** Returns the birthday nearest to today; February 29 falls on the 28th in other years. */
export function nearestBirthday(birthDate: Temporal.PlainDate, today: Temporal.PlainDate): Temporal.PlainDate {
  const ofYear = (year: number) => birthDate.with({ year }, { overflow: 'constrain' });
  const [nearest] = [-1, 0, 1]
    .map((years) => ofYear(today.year + years))
    .toSorted((one, other) => daysFrom(today, one) - daysFrom(today, other));
  return nearest ?? birthDate;
}

function daysFrom(today: Temporal.PlainDate, day: Temporal.PlainDate): number {
  return Math.abs(today.until(day).total('days'));
}
