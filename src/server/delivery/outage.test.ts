import { afterEach, expect, test } from 'vitest';
import type { ChannelTraits } from '#contract/channels/kind.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { startJobs } from '#server/platform/runner/job-runner.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { aFakeChannel, accepted } from '#server/testing/world/fake-channel.ts';
import { testServer } from '#server/testing/server/http.ts';
import { aDraft, ledgerBuilders } from '#server/testing/rows/ledger.ts';
import { outageOf, recordedLog } from '#server/testing/server/outage.ts';
import { planMessages } from './planning/actions.ts';
import { dispatchChannelJob } from './jobs.ts';
import { workDelivery } from './workers.ts';

const { ctx, db, owner, url } = await testServer();
const { aBusiness, customers } = ledgerBuilders(owner, ctx.vault);
const outage = await outageOf(url);
const { log, untilLogged } = recordedLog();

let jobs: { stop(): Promise<void> } | undefined;
afterEach(async () => {
  await jobs?.stop();
  jobs = undefined;
});

/** Starts sending to this many contacts. Every call to the channel awaits `answering`. */
async function startSending(count: number, traits: Partial<ChannelTraits>) {
  const business = await aBusiness();
  const { tenantId, channelId } = business;
  const due = { dueAt: ctx.clock.now(), useBy: null };
  const messages = (await customers(business, count)).map((contact) => aDraft(business, contact, due));
  await withTenant(ctx, tenantId, (scope) => planMessages(scope, messages));
  const sending = { answering: Promise.resolve() };
  const channel = aFakeChannel({ traits, answer: () => sending.answering.then(() => accepted()) });
  const providers = new Map([[channel.kind, channel]]);
  jobs = await startJobs({ ...ctx, log }, { takesCron: false }, (work, repeat) => {
    workDelivery(work, repeat, { providers, dueChecks: new Map(), shortenLinks: async () => new Map() });
  });
  await withTenant({ db }, tenantId, (scope) => enqueue(scope, dispatchChannelJob, { tenantId, channelId }));
  const countAccepted = async () => {
    const { rows } = await owner.query(
      `select count(*)::int as count from messages where tenant_id = $1 and status = 'accepted'`,
      [tenantId],
    );
    return rows[0].count;
  };
  return Object.assign(sending, {
    countSent: () => channel.sent.length,
    countAccepted,
    countRecipients: () => new Set(channel.sent.map(({ message }) => message.reference)).size,
  });
}

test(
  'while the database is away nothing is lost or doubled, and work resumes when it is back',
  { timeout: 240_000 },
  async () => {
    const sending = await startSending(300, { perSecond: 100, burst: 10 });
    await expect.poll(sending.countSent, { interval: 10 }).toBeGreaterThan(50);

    const answers = Promise.withResolvers<void>();
    sending.answering = answers.promise;
    const answered = sending.countSent();
    await expect.poll(sending.countSent, { interval: 10 }).toBeGreaterThan(answered);
    await outage.stop();
    const isNoticed = untilLogged('outcomes not recorded yet');
    answers.resolve();
    await isNoticed;
    const whileAway = sending.countSent();
    await outage.start();
    await expect.poll(sending.countSent, { interval: 50 }).toBeGreaterThan(whileAway);

    await expect.poll(sending.countAccepted, { interval: 200 }).toBe(300);
    expect([sending.countSent(), sending.countRecipients()]).toEqual([300, 300]);
  },
);

test('however often the database goes away, sending resumes when it is back', { timeout: 240_000 }, async () => {
  const sending = await startSending(12, { perSecond: 2, burst: 1 });
  for (let n = 0; n < 4; n++) {
    const before = sending.countSent();
    await expect.poll(sending.countSent, { interval: 10 }).toBeGreaterThan(before);
    // No call is under way: the run has nothing to record, and ends with the database.
    const isRecorded = async () => (await sending.countAccepted()) === sending.countSent();
    await expect.poll(isRecorded, { interval: 5 }).toBe(true);
    await outage.stop();
    await untilLogged('heartbeat missed');
    await outage.start();
  }
  await expect.poll(sending.countAccepted, { interval: 100 }).toBe(12);
  expect([sending.countSent(), sending.countRecipients()]).toEqual([12, 12]);
});
