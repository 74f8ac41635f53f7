import { randomUUID } from 'node:crypto';
import type { BookingRight } from '#contract/connections/calls.ts';
import type { SimulatedRecord, SimulatedYclients } from '#server/testing/houses/yclients-salon.ts';
import type { SimulatedWorld } from '#server/testing/world/simulated-world.ts';
import type { ConnectionBinding, VendorAccount } from '#server/testing/conformance/connections/binding.ts';

/** A flag of each right; of `loyalty` both names, one of which is enough. */
const RIGHTS: Readonly<Record<BookingRight, readonly string[]>> = {
  timetable_phones: ['timetable_phones_access'],
  records_form: ['record_form_access'],
  client_data: ['record_form_client_access'],
  create_records: ['create_records_access'],
  edit_records: ['edit_records_access'],
  delete_records: ['delete_records_access'],
  client_base: ['clients_access'],
  dashboard: ['dashboard_access'],
  loyalty: ['loyalty_access', 'has_loyalty_access'],
  settings: ['settings_access'],
  staff: ['settings_master_access'],
  analytics: ['stat_access'],
  webhook_settings: ['webhook_read_access'],
};

type Vendor = { kind: 'yclients' | 'altegio'; partnerToken: string; accept: string; phones: readonly string[] };

/** The vendors of the YCLIENTS platform: the same calls, other tokens and countries. */
export function platformBinding({ kind, partnerToken, accept, phones }: Vendor): ConnectionBinding {
  const companyOf = ({ branchId }: VendorAccount) => Number(branchId);
  const recordsOf = async (world: SimulatedWorld, account: VendorAccount) => {
    const { records } = await world.control<SimulatedYclients>('GET', `/${kind}`);
    return records.filter((record) => record.companyId === companyOf(account));
  };
  const tokens = new Map<string, string>();
  return {
    kind,
    service: kind,
    skips: {
      refresh_race: 'The user’s token of the vendor is never renewed.',
    },
    async found(world) {
      const name = randomUUID();
      const login = { login: `${name}@example.test`, password: name };
      const userToken = `user-${name}`;
      const { id } = await world.control<{ id: number }>('POST', `/${kind}/companies`, {
        empty: true,
        userToken,
        ...login,
      });
      tokens.set(String(id), userToken);
      return { login: { kind, ...login }, branchId: String(id) };
    },
    lists: '/api/v1/records/',
    pages: { first: 'page=1', size: 200 },
    reads: '/api/v1/record/',
    async create(world, account, { phone, isSilent = false }) {
      const client = phone === undefined ? {} : { client: { name: 'Anna', phone } };
      const order = { companyId: companyOf(account), date: '2026-03-05 12:00', webhook: !isSilent, ...client };
      return String((await world.control<SimulatedRecord>('POST', `/${kind}/records`, order)).id);
    },
    change: (world, id) => world.control('PUT', `/${kind}/records/${id}`, { attendance: 2 }),
    statuses: { created: 'waiting', changed: 'confirmed' },
    remove: (world, id) => world.control('DELETE', `/${kind}/records/${id}?webhook=false`),
    removed: 'cancelled',
    switchWebhooks: (world, enabled) => world.control('POST', `/${kind}/webhooks`, { enabled }),
    async forgetWebhook(world, account) {
      const answer = await fetch(`${world.url}/${kind}/api/v1/hooks_settings/${account.branchId}`, {
        method: 'POST',
        headers: {
          accept,
          'content-type': 'application/json',
          authorization: `Bearer ${partnerToken}, User ${tokens.get(account.branchId)}`,
        },
        body: JSON.stringify({ urls: [], active: 0 }),
      });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    },
    async revoke(world, account) {
      await world.control('POST', `/${kind}/password`, { userToken: tokens.get(account.branchId) });
      return { restore: async () => account };
    },
    rights: Object.entries(RIGHTS).map(([right, flags]) => ({ flags, right: right as BookingRight })), // NOTE: the keys are typed above
    setRight: (world, account, flags, isGranted) =>
      world.control('POST', `/${kind}/permissions`, {
        companyId: companyOf(account),
        [isGranted ? 'grant' : 'deny']: flags,
      }),
    phones,
    tooFast: (seconds) => ({
      status: 429,
      body: { success: false, data: null, meta: { message: 'Too many requests' } },
      ...(seconds !== null && { headers: { 'retry-after': String(seconds) } }),
    }),
    write: {
      path: 'POST ',
      async run({ provider, caller, branchId }, key) {
        const { bookings } = provider;
        const place = { externalId: branchId, timeZone: 'Europe/Moscow', currency: 'RUB' };
        const services = await bookings?.listServices(caller, place);
        const service = services?.isOk ? services.value.find(({ masters }) => masters?.length) : undefined;
        await bookings?.createVisit?.(caller, place, {
          key,
          client: { name: 'Anna', phone: '+79265550001' },
          masterExternalId: service?.masters?.[0]?.externalId ?? '',
          serviceExternalIds: [service?.externalId ?? ''],
          startsAt: Temporal.Instant.from('2026-03-06T09:00:00Z'),
          durationMinutes: 60,
          comment: '',
        });
      },
      count: async (world, account) => (await recordsOf(world, account)).length,
    },
  };
}
