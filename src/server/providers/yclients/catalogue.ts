import { z } from 'zod';
import { type BranchFacts, coordinatesOf, type MasterFacts, type ServiceFacts } from '#server/connections/port.ts';
import { CountOrNone, FlagOrNone, Id, IdOrNone, listOrNone, NumberOrNone, TextOrNone } from './coerce.ts';
import { currencyOf, minorOf } from './money.ts';
import type { VendorProfile } from './profile.ts';

const TimeZoneName = z.string().refine(isTimeZone, { error: 'not an IANA time zone' });

export const CompanyShape = z.object({
  id: Id,
  title: TextOrNone,
  city: TextOrNone,
  address: TextOrNone,
  coordinate_lat: NumberOrNone,
  coordinate_lon: NumberOrNone,
  phone: TextOrNone,
  timezone: TextOrNone,
  timezone_name: TextOrNone,
  currency_short_title: TextOrNone,
  allow_change_record: FlagOrNone,
  allow_change_record_delay_step: CountOrNone,
  allow_delete_record: FlagOrNone,
  allow_delete_record_delay_step: CountOrNone,
});

/** Returns null where the branch has no known time zone, without which its times have no meaning. */
export function toBranch(
  company: z.output<typeof CompanyShape>,
  { defaultCurrency }: Pick<VendorProfile, 'defaultCurrency'>,
  isLicenceActive: boolean,
): BranchFacts | null {
  // NOTE: Altegio says the zone twice; where one of the two is an offset in hours, the other is the name.
  const timeZone = [company.timezone_name, company.timezone].find((name) => TimeZoneName.safeParse(name).success);
  if (!timeZone) return null;
  return {
    externalId: company.id,
    title: company.title ?? company.id,
    city: company.city,
    address: company.address,
    coordinates: coordinatesOf({ latitude: company.coordinate_lat, longitude: company.coordinate_lon }),
    phone: company.phone,
    timeZone,
    currency: currencyOf(company.currency_short_title, defaultCurrency),
    isLicenceActive,
    cancelClosesMinutes: closesAt(company.allow_delete_record, company.allow_delete_record_delay_step),
    moveClosesMinutes: closesAt(company.allow_change_record, company.allow_change_record_delay_step),
  };
}

/** Returns minutes before a visit; null where clients may not. @param seconds the vendor's delay */
const closesAt = (isAllowed: boolean | null, seconds: number | null): number | null =>
  isAllowed === false ? null : Math.ceil((seconds ?? 0) / 60);

export const StaffShape = z.object({
  id: Id,
  name: TextOrNone,
  specialization: TextOrNone,
  fired: FlagOrNone,
  hidden: FlagOrNone,
});

export function toMaster(member: z.output<typeof StaffShape>): MasterFacts {
  return {
    externalId: member.id,
    name: member.name ?? '',
    specialization: member.specialization,
    isActive: !member.fired && !member.hidden,
  };
}

export const CategoryShape = z.object({ id: Id, title: TextOrNone });

export const ServiceShape = z.object({
  id: Id,
  title: TextOrNone,
  category_id: IdOrNone,
  price_min: NumberOrNone,
  active: FlagOrNone,
  staff: listOrNone(z.object({ id: IdOrNone, seance_length: CountOrNone })),
});

export function toService(
  service: z.output<typeof ServiceShape>,
  categoryTitles: ReadonlyMap<string, string | null>,
  currency: string,
): ServiceFacts {
  const seconds = service.staff.find((member) => member.seance_length !== null)?.seance_length ?? null;
  return {
    externalId: service.id,
    title: service.title ?? '',
    categoryTitle: (service.category_id && categoryTitles.get(service.category_id)) ?? null,
    priceMinor: service.price_min === null ? null : minorOf(service.price_min, currency),
    durationMinutes: minutesOf(seconds),
    isActive: service.active ?? true,
    masters: service.staff.flatMap(({ id, seance_length }) =>
      id === null ? [] : { externalId: id, durationMinutes: minutesOf(seance_length) },
    ),
  };
}

const minutesOf = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds / 60));

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}
