import { connectChannel } from '#contract/channels/calls.ts';
import type { Connection } from '#contract/connections/calls.ts';
import { finishConsent, startConsent } from '#contract/connections/consent.ts';
import { createFlow, type Flow, type FlowKind, type FlowSettings, switchFlowMode } from '#contract/flows/calls.ts';
import { createProviders } from '#server/app/providers.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import { type SignedUp, testServer, type TestServer } from '#server/testing/server/http.ts';
import { openPublicAddress } from '#server/testing/world/public-address.ts';
import { crmIn, messengersIn, simulateWorld, type SimulatedWorld } from '#server/testing/world/simulated-world.ts';

export type AmoLead = {
  id: number;
  name: string;
  price: number;
  is_deleted: boolean;
  status_id: number;
  pipeline_id: number;
  contacts: number[];
  tags: string[];
};
export type AmoAccountState = {
  id: number;
  subdomain: string;
  pipelines: { id: number; statuses: { id: number; name: string }[] }[];
  leads: AmoLead[];
  contacts: { id: number; name: string; custom_fields_values: { field_code: string; values: { value: string }[] }[] }[];
  tasks: { id: number; text: string; entity_id: number; is_completed: boolean }[];
  notes: { entity: string; entityId: number; text: string }[];
  webhooks: { destination: string; disabled: boolean }[];
  tokens: { isUsed: boolean }[];
};

export type AmoHouse = {
  server: TestServer;
  world: SimulatedWorld;
  /** A cabinet with the account of the world, connected by consent, and an SMS sender. The world is as in its seed. */
  open(): Promise<AmoCabinet>;
  /** Allows the access again, in the same cabinet or in another. */
  connect(owner: SignedUp): Promise<Connection>;
  account(): Promise<AmoAccountState>;
  /** Does what a person of the business does in a table of the simulator. @returns the row of a new record */
  staff(table: 'amo-leads' | 'amo-tasks', action: string, row: number | null, values?: object): Promise<void>;
  /** The stage of the first pipeline with the name, as the table of the staff writes it. */
  stage(name: string): Promise<{ value: string; pipelineId: number; statusId: number }>;
  /** Texts of the SMS to a phone. */
  shows(phone: string): Promise<string[]>;
  /** Lets webhooks arrive, and runs the jobs that follow. */
  settle(): Promise<void>;
  /** Advances both sides, looks for changes, and runs the jobs that follow. */
  pass(time: { hours?: number; minutes?: number }): Promise<void>;
};

export type AmoCabinet = SignedUp & {
  connection: Connection;
  live(kind: FlowKind, change?: (settings: FlowSettings) => FlowSettings): Promise<Flow>;
};

/** A product whose CRM and SMS are simulators that it calls over HTTP, and that post to it. */
export async function amoHouse(): Promise<AmoHouse> {
  const world = await simulateWorld();
  const address = await openPublicAddress();
  const server = await testServer({
    env: { ...crmIn(world), ...messengersIn(world), PUBLIC_URL: address.origin },
    providers: createProviders,
  });
  address.leadTo(server.origin);
  const { call } = server;

  async function connect({ token }: SignedUp): Promise<Connection> {
    const { body } = await call(startConsent, { token, body: { kind: 'amo' } });
    const state = new URL(body.url).searchParams.get('state') ?? '';
    const given = await world.control<{ code: string; referer: string }>('POST', '/amo/codes', {});
    const search = `?${new URLSearchParams({ ...given, state }).toString()}`;
    const connected = await call(finishConsent, { token, body: { kind: 'amo', search } });
    if (connected.status !== 200) throw new Error(`Not connected: ${JSON.stringify(connected.body)}`);
    return connected.body;
  }
  const account: AmoHouse['account'] = async () => {
    const { accounts } = await world.control<{ accounts: AmoAccountState[] }>('GET', '/amo');
    const [first] = accounts;
    if (!first) throw new Error('amoCRM has no account');
    return first;
  };
  const settle: AmoHouse['settle'] = async () => {
    for (let isBusy = true; isBusy;) {
      await world.passTime(1_000);
      await server.clock.set((await world.control<{ now: string }>('GET', '/clock')).now);
      isBusy = await server.runJobs();
    }
  };
  return {
    server,
    world,
    connect,
    account,
    settle,
    async open() {
      await world.control('POST', '/seed', {});
      await world.control('POST', '/behaviour', { channel: 'sigma', limits: 'off' });
      await server.clock.set((await world.control<{ now: string }>('GET', '/clock')).now);
      await server.owner.query('update connections set removed_at = now()');
      await server.owner.query('delete from external_id_claims');
      await server.owner.query('delete from graphile_worker._private_jobs');
      const owner = await server.signUp();
      const { token } = owner;
      const sender = { kind: 'sigma_sms' as const, password: 'sigma-romashka-token', sender: 'ROMASHKA' };
      const channel = await call(connectChannel, { token, body: sender });
      if (channel.status !== 200) throw new Error(`No channel: ${JSON.stringify(channel.body)}`);
      const connection = await connect(owner);
      await settle();
      return {
        ...owner,
        connection,
        async live(kind, change = (settings) => settings) {
          const usual = defaultSettings(kind, 'ru');
          const window = { startHour: 0, endHour: 24 };
          const settings = change({ ...usual, timing: { ...usual.timing, window } });
          const flow = await call(createFlow, { token, body: { kind, settings } });
          const params = { flowId: flow.body.id };
          const live = await call(switchFlowMode, { token, params, body: { mode: 'combat' } });
          if (live.status !== 200) throw new Error(`Not live: ${JSON.stringify(live.body)}`);
          return live.body;
        },
      };
    },
    async staff(table, action, row, values = {}) {
      await world.control('POST', `/staff/${table}/${action}`, { row: row === null ? null : String(row), values });
    },
    async stage(name) {
      const [pipeline] = (await account()).pipelines;
      const status = pipeline?.statuses.find((one) => one.name === name);
      if (!pipeline || !status) throw new Error(`No stage ${name}`);
      return { value: `${pipeline.id}:${status.id}`, pipelineId: pipeline.id, statusId: status.id };
    },
    async shows(phone) {
      const { sendings } = await world.control<{ sendings: { recipient: string; text: string }[] }>('GET', '/sigma');
      return sendings.filter(({ recipient }) => recipient === phone).map(({ text }) => text);
    },
    async pass(time) {
      await server.clock.advance(time);
      await world.passTime(Temporal.Duration.from(time).total('milliseconds'));
      await server.runRepeated('connections.poll-every-2-minutes');
      await settle();
      for (const name of ['notes.write-sent', 'flows.move-deals']) await server.runRepeated(name);
      await settle();
    },
  };
}
