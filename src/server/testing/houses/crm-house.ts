import type { BranchId, ConnectionId } from '#contract/connections/calls.ts';
import { createFlow, type Flow, type FlowKind, type FlowSettings, switchFlowMode } from '#contract/flows/calls.ts';
import { createProviders } from '#server/app/providers.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import { queuePolls, queueSync } from '#server/connections/storage/sync-queueing-actions.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { type SignedUp, testServer, type TestServer } from '#server/testing/server/http.ts';
import { aFakeChannel, type FakeChannel } from '#server/testing/world/fake-channel.ts';
import { aFakeCrm, type FakeCrm } from '#server/testing/world/fake-crm.ts';

export type CrmHouse = {
  server: TestServer;
  crm: FakeCrm;
  channel: FakeChannel;
  /** A cabinet whose CRM is read, with a number that reaches any phone. The CRM is emptied. */
  open(fill?: (crm: FakeCrm) => void): Promise<CrmCabinet>;
  /** Advances the clock, polls the CRM, and runs all jobs that follow. */
  pass(time: { hours?: number; minutes?: number }): Promise<void>;
};

export type CrmCabinet = SignedUp & {
  connectionId: ConnectionId;
  branchId: BranchId;
  /** Creates a live flow. */
  live(kind: FlowKind, change?: (settings: FlowSettings) => FlowSettings): Promise<Flow>;
};

/** A product that reads and writes a CRM in memory, and sends by a channel in memory. */
export async function crmHouse(): Promise<CrmHouse> {
  let now = () => Temporal.Now.instant();
  const crm = aFakeCrm(() => now());
  const channel = aFakeChannel({ kind: 'sigma_sms' });
  const server = await testServer({
    now: '2026-03-02T08:00:00Z',
    providers: (ctx) => ({
      ...createProviders(ctx),
      channels: new Map([['sigma_sms', channel]]),
      sourceProviders: new Map([['amo', crm]]),
    }),
  });
  now = () => server.clock.now();
  const build = builders(server.owner, server.ctx.vault);
  return {
    server,
    crm,
    channel,
    async open(fill) {
      for (const part of [crm.people, crm.records, crm.tasks]) part.clear();
      for (const part of [crm.notes, crm.moved, crm.created, crm.outcomes, channel.sent]) part.length = 0;
      fill?.(crm);
      await server.owner.query('update connections set removed_at = now()');
      const owner = await server.signUp();
      const { tenantId, token } = owner;
      const createdAt = server.clock.now().toString();
      const { id: connectionId } = await build.aConnection({
        tenantId,
        kind: 'amo',
        title: 'CRM',
        createdAt,
      });
      const { id: branchId } = await build.aBranch({ tenantId, connectionId, externalId: 'crm', isActive: true });
      await build.aChannel({ tenantId, kind: 'sigma_sms', title: 'SMS' });
      await withTenant(server.ctx, tenantId, (scope) => queueSync({ ...server.ctx, ...scope }, 'amo', branchId));
      await server.runJobs();
      return {
        ...owner,
        connectionId,
        branchId,
        async live(kind, change = (settings) => settings) {
          const usual = defaultSettings(kind, 'ru');
          const window = { startHour: 0, endHour: 24 };
          const settings = change({ ...usual, timing: { ...usual.timing, window } });
          const flow = await server.call(createFlow, { token, body: { kind, settings } });
          const params = { flowId: flow.body.id };
          const live = await server.call(switchFlowMode, { token, params, body: { mode: 'combat' } });
          if (live.status !== 200) throw new Error(`Not live: ${JSON.stringify(live.body)}`);
          return live.body;
        },
      };
    },
    async pass(time) {
      await server.clock.advance(time);
      await withSystem(server.ctx, (scope) => queuePolls({ ...server.ctx, ...scope }));
      await server.runJobs();
      for (const name of ['notes.write-sent', 'flows.move-deals']) await server.runRepeated(name);
      await server.runJobs();
    },
  };
}
