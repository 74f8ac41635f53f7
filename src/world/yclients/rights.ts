import type { Company } from './state.ts';

/** The tree of rights, by the vendor's own groups and flags. */
const RIGHTS = {
  timetable: ['timetable_access', 'timetable_phones_access', 'timetable_statistics_access'],
  record_form: [
    'record_form_access',
    'record_form_client_access',
    'create_records_access',
    'edit_records_access',
    'edit_records_attendance_access',
    'delete_records_access',
    'delete_paid_records_access',
  ],
  clients: ['clients_access', 'clients_phones_email_access', 'client_phones_access', 'clients_card_phone_access'],
  dashboard: ['dashboard_access', 'dash_access', 'dash_records_access'],
  loyalty: ['loyalty_access', 'has_loyalty_access'],
  settings: ['settings_access', 'settings_master_access', 'webhook_read_access'],
  statistics: ['stat_access'],
} as const;

export const ALL_RIGHTS: readonly string[] = Object.values(RIGHTS).flat();

export function permissionTree({ denied }: Company): Record<string, Record<string, unknown>> {
  const groups = Object.entries(RIGHTS).map(([group, flags]) => {
    const values = flags.map((flag) => [flag, !denied.includes(flag)]);
    return [group, Object.fromEntries(values)] as const;
  });
  const tree: Record<string, Record<string, unknown>> = Object.fromEntries(groups);
  Object.assign(tree['timetable'] ?? {}, { master_id: 0, position_id: 0, last_days_count: 0 });
  Object.assign(tree['settings'] ?? {}, { auth_enable_check_ip: 0, auth_list_allowed_ip: [] });
  return tree;
}
