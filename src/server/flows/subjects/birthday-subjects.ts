import { ContactId } from '#contract/contacts.ts';
import { birthdaysOf } from '#server/contacts/actions.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import type { KnownSubject } from './subjects.ts';

/** Customers whose birthday is known, each with the birthday nearest to now. */
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
    return {
      kind: 'contact',
      id,
      contactId: id,
      source: null,
      branchId: null,
      branchTitle: tenant.name,
      isBranchActive: true,
      timeZone: zone,
      startsAt,
      timeVersion: day.year,
      status: '',
      masterId: null,
      masterName: null,
      serviceIds: [],
      serviceTitles: [],
      serviceCategories: [],
      total: 0,
      isFirst: false,
      isOnline: false,
      deliveryKind: null,
      eventName: null,
      words: {
        startsAt,
        timeZone: zone,
        masterName: null,
        serviceTitles: [],
        totalMinor: 0,
        currency: tenant.currency,
        branchTitle: tenant.name,
        branchAddress: null,
        branchPhone: null,
        manageUrl: null,
      },
    };
  });
}

/** Who was born on the 29th of February has her birthday on the 28th in other years. */
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
