import { randomUUID } from 'node:crypto';
import type { ConnectionBinding, VendorAccount } from '#server/testing/conformance/connections/binding.ts';
import type { SimulatedWorld } from '#server/testing/world/simulated-world.ts';

type SimulatedAccount = {
  id: number;
  subdomain: string;
  pipelines: { id: number; statuses: { id: number; name: string }[] }[];
  leads: { id: number; tags: string[] }[];
};

const nameOf = ({ login }: VendorAccount) => login['account'] ?? '';

const accountsIn = async (world: SimulatedWorld) =>
  (await world.control<{ accounts: SimulatedAccount[] }>('GET', '/amo')).accounts;

async function accountWith(world: SimulatedWorld, leadId: string): Promise<SimulatedAccount> {
  const found = (await accountsIn(world)).find(({ leads }) => leads.some(({ id }) => String(id) === leadId));
  if (!found) throw new Error(`amoCRM has no deal ${leadId}`);
  return found;
}

const change = (world: SimulatedWorld, account: string, to: object) =>
  world.control('PATCH', '/amo', { account, ...to });

export const AMO: ConnectionBinding = {
  kind: 'amo',
  service: 'amo',
  skips: {},
  async found(world) {
    const account = `studio-${randomUUID().slice(0, 8)}`;
    const { id } = await world.control<{ id: number }>('POST', '/amo/accounts', { subdomain: account });
    return { login: { kind: 'amo', account }, branchId: String(id) };
  },
  allow: (world, account) => world.control('POST', '/amo/codes', { account: nameOf(account) }),
  lists: '/api/v4/leads?',
  pages: { first: '/api/v4/leads?', size: 240 },
  reads: '/api/v4/leads/',
  async create(world, account, { phone = '+79161112233', isSilent = false }) {
    const { id } = await world.control<{ id: number }>('POST', '/amo/leads', {
      account: nameOf(account),
      name: 'Кухня',
      person: { name: 'Мария', phone },
      webhook: !isSilent,
    });
    return String(id);
  },
  async change(world, id) {
    const { subdomain, pipelines } = await accountWith(world, id);
    const [pipeline] = pipelines;
    const stage = { pipelineId: pipeline?.id, statusId: pipeline?.statuses[1]?.id };
    return world.control('PATCH', `/amo/leads/${id}`, { account: subdomain, stage });
  },
  statuses: { created: 'Новая заявка', changed: 'Консультация' },
  async remove(world, id) {
    const { subdomain } = await accountWith(world, id);
    return world.control('PATCH', `/amo/leads/${id}`, { account: subdomain, isDeleted: true, webhook: false });
  },
  removed: 'deleted',
  async switchWebhooks(world, on) {
    for (const { subdomain } of await accountsIn(world)) await change(world, subdomain, { isMute: !on });
  },
  forgetWebhook: (world, account) => change(world, nameOf(account), { disablesWebhooks: true }),
  async revoke(world, account) {
    await change(world, nameOf(account), { killsTokens: true });
    return { restore: async () => account };
  },
  rights: [
    { flags: ['isAdmin'], right: 'account_admin' },
    { flags: ['hasWebhooks'], right: 'webhooks_plan' },
  ],
  setRight: (world, account, flags, isGranted) =>
    change(world, nameOf(account), Object.fromEntries(flags.map((flag) => [flag, isGranted]))),
  phones: ['+7 (926) 555-00-01', '89265550001', '8 (926) 555-00-01', '7 926 555 00 01', '+79265550001'],
  tooFast: (seconds) => ({
    status: 429,
    body: { title: 'Too many requests', status: 429 },
    ...(seconds !== null && { headers: { 'retry-after': String(seconds) } }),
  }),
  write: {
    path: '/leads/complex',
    /** As the command of a deal does: one whose outcome is unknown is looked up first. */
    async run({ provider: { deals }, caller }, key) {
      const found = await deals?.findDeal(caller, key, Temporal.Instant.from('2026-03-01T00:00:00Z'));
      if (found?.isOk && found.value) return found.value;
      const person = { externalId: null, name: 'Мария', phone: '+79161112233' };
      return deals?.createDeal(caller, { key, title: 'Кухня', stage: null, priceMinor: null, person });
    },
    async count(world, account) {
      const known = (await accountsIn(world)).find(({ subdomain }) => subdomain === nameOf(account));
      return known?.leads.length ?? 0;
    },
  },
  renewals: {
    expire: (world, account) => change(world, nameOf(account), { endsTokens: true }),
    async count(world) {
      const at = `/log?channel=amo&path=${encodeURIComponent('/oauth2/access_token')}`;
      return (await world.control<{ requests: unknown[] }>('GET', at)).requests.length;
    },
  },
};
