import { testContext } from '#server/testing/server/context.ts';
import type pg from 'pg';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { MessageId } from '#contract/delivery/calls.ts';
import type { ChannelProviders } from '#server/channels/port.ts';
import { type MessageDraft, planMessages } from '#server/delivery/planning/actions.ts';
import { type DispatchContext, dispatchChannel } from '#server/delivery/dispatch/dispatch-actions.ts';
import type { DueCheck } from '#server/delivery/port.ts';
import { type Database, withTenant } from '#server/platform/database/db.ts';
import type { FakeChannel } from './fake-channel.ts';
import { aDraft, type Business, ledgerBuilders } from '#server/testing/rows/ledger.ts';

/** The first present moment of a dispatch test: noon in Moscow. */
export const NOON = Temporal.Instant.from('2026-03-02T09:00:00Z');

/** The state that a dispatch test changes: the clock, and the due check of flows. */
export type TenantSnapshot = { now: Temporal.Instant; dueCheck: DueCheck };

const signal = new AbortController().signal;

/** Plans and dispatches messages and reads the ledger, on one database and one adjustable clock. */
export function dispatching({ db, owner }: { db: Database; owner: pg.Pool }) {
  const { customers } = ledgerBuilders(owner);
  const snapshot: TenantSnapshot = { now: NOON, dueCheck: async () => new Map() };

  function context(...channels: FakeChannel[]): DispatchContext {
    const providers: ChannelProviders = new Map(channels.map((channel) => [channel.kind, channel]));
    const dueCheck: DueCheck = (scope, messages, now) => snapshot.dueCheck(scope, messages, now);
    const known = testContext({ db, clock: { now: () => snapshot.now } });
    return { ...known, providers, dueChecks: new Map([['flow', dueCheck]]), shortenLinks: async () => new Map() };
  }

  async function ledger({ tenantId }: Business) {
    const { rows } = await owner.query('select * from messages where tenant_id = $1 order by due_at, id', [tenantId]);
    return rows;
  }

  return {
    snapshot,
    context,
    ledger,

    /** Sets the clock to noon and the due check to send everything. */
    reset() {
      snapshot.now = NOON;
      snapshot.dueCheck = async () => new Map();
    },

    /** Creates customers of a business, each with a message that is due now. */
    async planned(
      business: Business,
      { changes = {}, count = 1 }: { changes?: Partial<MessageDraft>; count?: number } = {},
    ): Promise<MessageId[]> {
      const people = await customers(business, count);
      const messages = people.map((customer) => aDraft(business, customer, { dueAt: snapshot.now, ...changes }));
      const rows = await withTenant(context(), business.tenantId, (scope) => planMessages(scope, messages));
      return rows.map(({ id }) => id);
    },

    /** Runs a dispatch as a worker does: takes the waiting job, then runs it. */
    async dispatch(channel: FakeChannel, business: Business, channelId: ChannelId = business.channelId): Promise<void> {
      await owner.query('delete from graphile_worker._private_jobs where key = $1', [`dispatch:${channelId}`]);
      await dispatchChannel(context(channel), business.tenantId, channelId, signal);
    },

    async statuses(business: Business): Promise<string[]> {
      return (await ledger(business)).map((row) => row.status);
    },

    async messagesLeft({ tenantId }: Business): Promise<number> {
      const { rows } = await owner.query('select available from message_balances where tenant_id = $1', [tenantId]);
      return rows[0].available;
    },

    async nextRun({ channelId }: Business): Promise<Temporal.Instant | undefined> {
      const key = `dispatch:${channelId}`;
      const { rows } = await owner.query('select run_at from graphile_worker._private_jobs where key = $1', [key]);
      return rows[0]?.run_at;
    },
  };
}
