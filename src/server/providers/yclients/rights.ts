import type { CrmRight } from '#contract/connections/calls.ts';
import { BOOKING_RIGHTS } from '#contract/connections/values.ts';

/**
 * The vendor's flags of each right. `all`: each is required; `any`: names of one right in different generations of
 * accounts.
 */
const FLAGS: Record<(typeof BOOKING_RIGHTS)[number], { all: readonly string[] } | { any: readonly string[] }> = {
  timetable_phones: { all: ['timetable_phones_access'] },
  records_form: { all: ['record_form_access'] },
  client_data: { all: ['record_form_client_access'] },
  create_records: { all: ['create_records_access'] },
  edit_records: { all: ['edit_records_access', 'edit_records_attendance_access'] },
  delete_records: { all: ['delete_records_access'] },
  client_base: {
    all: ['clients_access', 'clients_phones_email_access', 'client_phones_access', 'clients_card_phone_access'],
  },
  dashboard: { all: ['dashboard_access', 'dash_access', 'dash_records_access'] },
  loyalty: { any: ['loyalty_access', 'has_loyalty_access'] },
  settings: { all: ['settings_access'] },
  staff: { all: ['settings_master_access'] },
  analytics: { all: ['stat_access'] },
  webhook_settings: { all: ['webhook_read_access'] },
};

/**
 * Returns the rights denied by the tree of flags. A missing flag denies nothing: accounts of different ages have
 * different flags.
 */
export function deniedRights(tree: unknown): PlatformRight[] {
  const flags = new Map<string, boolean>();
  collect(tree, flags);
  return BOOKING_RIGHTS.filter((right) => {
    const wanted = FLAGS[right];
    if ('all' in wanted) return wanted.all.some((flag) => flags.get(flag) === false);
    const known = wanted.any.filter((flag) => flags.has(flag));
    return known.length > 0 && known.every((flag) => flags.get(flag) === false);
  });
}

/** Collects flags at any nesting. */
function collect(tree: unknown, flags: Map<string, boolean>): void {
  if (typeof tree !== 'object' || tree === null) return;
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'object') collect(value, flags);
    if (typeof value === 'boolean') flags.set(name, value);
    if (value === 0 || value === '0' || value === 'false') flags.set(name, false);
    if (value === 1 || value === '1' || value === 'true') flags.set(name, true);
  }
}
