import { finishConsent, startConsent } from '#contract/connections/consent.ts';
import { NO_ACTIONS, type Opening, type Place } from './place.ts';

const ACCOUNT = 'masterskaya';

type SimulatedAccount = {
  subdomain: string;
  pipelines: { id: number; statuses: { id: number; name: string }[] }[];
};

/** A workshop with its deals in amoCRM, connected by consent. */
export async function crmPlace({ server, world, owner }: Opening): Promise<Place> {
  const { token } = owner;
  await world.control('POST', '/amo/accounts', { subdomain: ACCOUNT });
  const { url } = (await server.call(startConsent, { token, body: { kind: 'amo' } })).body;
  const state = new URL(url).searchParams.get('state') ?? '';
  const allowed = await world.control<{ code: string; referer: string }>('POST', '/amo/codes', { account: ACCOUNT });
  const search = `?${new URLSearchParams({ ...allowed, state }).toString()}`;
  const connected = await server.call(finishConsent, { token, body: { kind: 'amo', search } });
  if (connected.status !== 200) throw new Error(`Not connected: ${JSON.stringify(connected.body)}`);

  const { accounts } = await world.control<{ accounts: SimulatedAccount[] }>('GET', '/amo');
  const [pipeline] = accounts.find(({ subdomain }) => subdomain === ACCOUNT)?.pipelines ?? [];
  const account = ACCOUNT;
  return {
    ...NO_ACTIONS,
    hasVisits: false,
    hasCategories: false,
    timeZone: 'Europe/Moscow',
    services: [],
    async createDeal(person) {
      const order = { account, name: 'Кухня', price: 90_000, ...(person && { person }) };
      return String((await world.control<{ id: number }>('POST', '/amo/leads', order)).id);
    },
    async moveDeal(deal, stage) {
      const status = pipeline?.statuses.find(({ name }) => name === stage);
      const to = { pipelineId: pipeline?.id, statusId: status?.id };
      await world.control('PATCH', `/amo/leads/${deal}`, { account, stage: to });
    },
    async deleteDeal(deal) {
      await world.control('PATCH', `/amo/leads/${deal}`, { account, isDeleted: true });
    },
    async planTask(deal, dueAt) {
      const order = {
        account,
        leadId: Number(deal),
        text: 'Замер',
        dueAt: Math.floor(dueAt.epochMilliseconds / 1_000),
      };
      return String((await world.control<{ id: number }>('POST', '/amo/tasks', order)).id);
    },
    async endTask(task) {
      await world.control('PATCH', `/amo/tasks/${task}`, { account, isDone: true });
    },
  };
}
