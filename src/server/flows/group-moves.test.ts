import { expect, test } from 'vitest';
import { listRfm, saveRfm } from '#contract/audiences/rfm.ts';
import { saveFlow, switchFlowMode } from '#contract/flows/calls.ts';
import type { GivenFlowOptions } from '#contract/flows/options.ts';
import type { FlowOptionValues } from '#contract/flows/option-values.ts';
import { getBranch } from '#server/connections/storage/opening-actions.ts';
import { setTestPhones } from '#contract/flows/trials.ts';
import { explainContact } from '#contract/insights/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { outcomesOf, rehearsed } from '#server/testing/houses/rehearsed.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { bookedSalons, type Salon, SALON_NOON } from '#server/testing/houses/booked-salon.ts';
import { withOptions } from '#server/testing/rows/flow-options.ts';
import { aDashboard, moveToGroup } from '#server/testing/rows/group-moves.ts';
import { recordVisits } from '#server/visits/recording/recording-actions.ts';

const { server, open } = await bookedSalons();
const { call, clock, owner } = server;
const NOON = Temporal.Instant.from(SALON_NOON);
const DAY = 24;

const settingsWith = (options: GivenFlowOptions = {}, delayMinutes = 0) =>
  withOptions(defaultSettings('group_moved', 'ru', delayMinutes), options);

const reentry = (rule: FlowOptionValues['reentry']['rule'], minDays = 90) => ({ reentry: { rule, minDays } });

/** A salon with one client, whose groups change only as a test says, and a flow. */
async function oneClient(
  options: GivenFlowOptions = {},
  { mode, delayMinutes = 0 }: { mode?: 'test'; delayMinutes?: number } = {},
) {
  const salon = await open();
  const { tenantId } = salon.owner;
  const { visitId } = await salon.book({ status: 'arrived', startsAt: NOON.subtract({ hours: 1 }) });
  const { rows } = await owner.query<{ id: string }>('select contact_id as id from visits where id = $1', [visitId]);
  const contactId = rows[0]!.id;
  const dashboardId = await aDashboard(server, tenantId);
  const flow = await salon.aFlow({ kind: 'group_moved', settings: settingsWith(options, delayMinutes) }, mode);
  return {
    salon,
    flow,
    contactId,
    dashboardId,
    async moves(...[from, to, id = dashboardId]: [...RfmMove, typeof dashboardId?]) {
      await moveToGroup(server, tenantId, { dashboardId: id, contactId, from, to });
      await server.runJobs();
    },
    async pass(days: number) {
      await clock.advance({ hours: days * DAY });
      await server.runJobs();
    },
    sent: async () => (await salon.messages(flow.id)).filter(({ status }) => status === 'accepted').length,
    rules: async () => (await salon.verdicts(flow.id)).map(({ rule }) => rule),
  };
}

type Group = FlowOptionValues['groupMove']['toGroups'][number];
type RfmMove = [from: Group | null, to: Group];

const phoneOf = (client: number) => `+7916${String(5_550_000 + client)}`;

async function came(salon: Salon, visits: readonly { client: number; daysAgo: number; totalMinor?: number }[]) {
  const facts = visits.map(({ client, daysAgo, totalMinor = 100_000 }) => ({
    externalId: `${client}:${daysAgo}`,
    externalVisitId: null,
    masterExternalId: '7',
    masterName: 'Ольга',
    services: [{ externalId: '9', title: 'Стрижка' }],
    startsAt: NOON.subtract({ hours: DAY * daysAgo }),
    durationMinutes: 60,
    status: 'arrived' as const,
    totalMinor,
    comment: '',
    manageUrl: null,
    isOnline: false,
    createdAt: NOON.subtract({ hours: DAY * (daysAgo + 1) }),
    changedAt: clock.now(),
    client: {
      externalId: `client ${client}`,
      name: `Client ${client}`,
      phone: phoneOf(client),
      email: null,
      isNew: false,
      visitsCount: 1,
    },
  }));
  await withTenant(server.ctx, salon.owner.tenantId, async (scope) =>
    recordVisits(scope, await getBranch(scope, salon.branchId), { facts, readAt: clock.now() }),
  );
  await server.runJobs();
}

/** Fifty clients: one comes every ten days, all others every three months. */
const FIFTY = Array.from({ length: 50 }, (_, client) =>
  (client === 0 ? [2, 12, 22, 32, 42, 52] : [4, 94, 184, 274]).map((daysAgo) => ({ client, daysAgo })),
).flat();

test('a client who stays away longer than usual moves to those who used to come, and gets one message', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'group_moved' });
  await came(salon, FIFTY);
  await salon.book({ phone: '+79990001122', startsAt: NOON.add({ hours: 24 * 60 }) }); // opens the windows of all
  expect(await salon.messages(flow.id)).toEqual([]);
  await clock.advance({ hours: DAY * 14 });
  for (let times = 0; times < 2; times += 1) {
    await server.runRepeated('audiences.recount-rfm');
    await server.runJobs();
  }
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'accepted', testPhone: null }]);
  expect(salon.whatsApp.sent.map(({ message }) => message.to)).toMatchObject([{ phone: phoneOf(0) }]);
});

test('clients who are moved by changed bounds get no message', async () => {
  const salon = await open();
  await came(salon, FIFTY);
  const groupMove = {
    dashboardId: null,
    fromGroups: [],
    toGroups: ['champions', 'loyal', 'promising', 'at_risk'] as const,
  };
  const flow = await salon.aFlow({
    kind: 'group_moved',
    settings: settingsWith({ groupMove: { ...groupMove, toGroups: [...groupMove.toGroups] } }),
  });
  const { token } = salon.owner;
  const [dashboard] = (await call(listRfm, { token })).body.dashboards;
  const { id: dashboardId, thresholds: before } = dashboard!;
  const thresholds = { ...before!, oftenFrom: before!.oftenFrom === 3 ? 50 : 3 };
  const params = { dashboardId };
  await call(saveRfm, { token, params, body: { title: 'Все', thresholds } });
  await server.runJobs();
  const { rows } = await owner.query('select reason from rfm_moves where tenant_id = $1', [salon.owner.tenantId]);
  expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(['recount']));
  expect([await salon.messages(flow.id), await salon.verdicts(flow.id)]).toEqual([[], []]);
});

test('a client who comes back to a group gets the message each time where the flow repeats it', async () => {
  const one = await oneClient(reentry('each'));
  await one.moves('loyal', 'sleeping');
  await one.pass(5);
  await one.moves('sleeping', 'promising');
  await one.moves('promising', 'at_risk');
  await one.pass(5);
  expect(await one.sent()).toBe(2);
});

test('a client gets the message once where the flow does not repeat it, also years later', async () => {
  const one = await oneClient(reentry('once'));
  await one.moves('loyal', 'sleeping');
  await one.pass(800);
  await one.moves('promising', 'sleeping');
  await one.pass(1);
  expect(await one.sent()).toBe(1);
  expect(await one.rules()).toContain('written_lately');
});

test('a client gets the message again only after the days of the flow', async () => {
  const one = await oneClient(reentry('after_days', 90));
  await one.moves('loyal', 'sleeping');
  await one.pass(89);
  await one.moves('promising', 'sleeping');
  await one.pass(1);
  expect(await one.sent()).toBe(1);
  expect((await one.salon.verdicts(one.flow.id)).at(-1)).toMatchObject({
    rule: 'written_lately',
    compared: { intervalMinutes: 90 * 1_440 },
  });
  await one.pass(1);
  await one.moves('promising', 'at_risk');
  expect(await one.sent()).toBe(2);
});

test('the message is not sent to a client who has left the group by its time', async () => {
  const one = await oneClient({}, { delayMinutes: 3 * 1_440 });
  await one.moves('loyal', 'sleeping');
  expect(await one.salon.messages(one.flow.id)).toMatchObject([{ status: 'planned' }]);
  await one.pass(1);
  await one.moves('sleeping', 'promising');
  await one.pass(3);
  expect(await one.salon.messages(one.flow.id)).toMatchObject([{ status: 'skipped', reason: 'group_left' }]);
});

test('a client who leaves the group and returns to it before the time gets one message', async () => {
  const one = await oneClient(reentry('each'), { delayMinutes: 3 * 1_440 });
  await one.moves('loyal', 'sleeping');
  await one.pass(1);
  await one.moves('sleeping', 'promising');
  await one.moves('promising', 'sleeping');
  await one.pass(4);
  expect((await one.salon.messages(one.flow.id)).map(({ status }) => status).toSorted()).toEqual([
    'accepted',
    'cancelled',
  ]);
});

test('the message is not sent to a client who is in no group any more', async () => {
  const one = await oneClient({}, { delayMinutes: 1_440 });
  await one.moves('loyal', 'sleeping');
  await owner.query('delete from rfm_members where tenant_id = $1', [one.salon.owner.tenantId]);
  await one.pass(2);
  expect(await one.salon.messages(one.flow.id)).toMatchObject([{ status: 'skipped', reason: 'group_left' }]);
});

test.each<[string, Partial<FlowOptionValues['groupMove']>, RfmMove, string | null]>([
  ['a move to another group', {}, ['loyal', 'promising'], 'group_differs'],
  ['a move from another group', { fromGroups: ['champions'] }, ['loyal', 'sleeping'], 'group_differs'],
  [
    'a new client, where the groups they leave are chosen',
    { fromGroups: ['loyal'], toGroups: ['new'] },
    [null, 'new'],
    'group_differs',
  ],
  ['a new client, where they are not', { toGroups: ['new'] }, [null, 'new'], null],
  ['a move between its groups', { fromGroups: ['champions', 'loyal'] }, ['loyal', 'at_risk'], null],
])('a flow about some groups and %s', async (_move, change, move, rule) => {
  const { groupMove } = defaultSettings('group_moved', 'ru').options;
  const one = await oneClient({ groupMove: { ...groupMove, ...change } });
  await one.moves(...move);
  expect(await one.sent()).toBe(rule ? 0 : 1);
  if (rule) expect(await one.rules()).toEqual([rule]);
});

test('a flow follows the usual dashboard, or the one that is chosen', async () => {
  const usual = await oneClient();
  const other = await aDashboard(server, usual.salon.owner.tenantId, false);
  await usual.moves('loyal', 'sleeping', other);
  expect([await usual.sent(), await usual.rules()]).toEqual([0, ['group_differs']]);
  const { groupMove } = defaultSettings('group_moved', 'ru').options;
  const settings = settingsWith({ groupMove: { ...groupMove, dashboardId: other } });
  const chosen = await usual.salon.aFlow({ kind: 'group_moved', settings });
  await usual.moves('promising', 'sleeping', other);
  expect((await usual.salon.messages(chosen.id)).map(({ status }) => status)).toEqual(['accepted']);
  expect(await usual.sent()).toBe(0);
});

test('a flow in test mode writes to the test phone only', async () => {
  const one = await oneClient({}, { mode: 'test' });
  await call(setTestPhones, { token: one.salon.owner.token, body: { testPhones: '+79990000001' } });
  await one.salon.book({ phone: '+79990000001' });
  await one.moves('loyal', 'sleeping');
  await one.pass(1);
  const messages = await one.salon.messages(one.flow.id);
  expect(messages).toMatchObject([{ testPhone: '+79990000001' }]);
});

test('a flow without a group to move to is saved as a draft, and does not go live', async () => {
  const salon = await open();
  const { token } = salon.owner;
  const groupMove = { dashboardId: null, fromGroups: [], toGroups: [] };
  const flow = await salon.aFlow({ kind: 'group_moved', settings: settingsWith({ groupMove }) }, 'test');
  const params = { flowId: flow.id };
  expect((await call(switchFlowMode, { token, params, body: { mode: 'combat' } })).body).toMatchObject({
    code: 'flow.incomplete',
    details: { missing: ['groups'] },
  });
  const live = await salon.aFlow({ kind: 'group_moved' });
  const body = { title: live.title, settings: settingsWith({ groupMove }), testPhones: '', baseVersion: live.version };
  expect((await call(saveFlow, { token, params: { flowId: live.id }, body })).body).toMatchObject({
    code: 'request.invalid',
    details: { fields: { 'settings.options.groupMove.toGroups': ['required'] } },
  });
});

test('the flow goes to error when its dashboard is deleted', async () => {
  const one = await oneClient();
  const other = await aDashboard(server, one.salon.owner.tenantId, false);
  const { groupMove } = defaultSettings('group_moved', 'ru').options;
  const flow = await one.salon.aFlow({
    kind: 'group_moved',
    settings: settingsWith({ groupMove: { ...groupMove, dashboardId: other } }),
  });
  await owner.query('update rfm_dashboards set deleted_at = now() where id = $1', [other]);
  await server.runRepeated('flows.check-all');
  await server.runJobs();
  const { rows } = await owner.query('select status, error_code from flows where id = $1', [flow.id]);
  expect(rows).toEqual([{ status: 'error', error_code: 'dashboard_gone' }]);
});

test('a rehearsal replays the moves of the past and finds the same messages', async () => {
  const one = await oneClient(reentry('after_days', 3), { delayMinutes: 120 });
  await one.moves('loyal', 'sleeping');
  await one.pass(2 / DAY);
  await one.pass(1 / DAY);
  await one.moves('sleeping', 'promising');
  await one.moves('promising', 'at_risk');
  await one.pass(1);
  await one.pass(3 - 4 / DAY);
  await one.moves('at_risk', 'lost');
  await one.moves('lost', 'promising');
  await one.moves('promising', 'at_risk');
  await one.pass(2 / DAY);
  await one.pass(1);
  const lived = await outcomesOf(server, one.salon);
  expect(lived.sent).toHaveLength(2);
  expect((await rehearsed(server, one.salon, [one.flow])).outcomes).toEqual(lived);
});

test('why a client got no message is explained by the move', async () => {
  const one = await oneClient();
  const { token } = one.salon.owner;
  await one.moves('loyal', 'promising');
  const params = { flowId: one.flow.id, contactId: ContactId.parse(one.contactId) };
  expect((await call(explainContact, { token, params })).body).toMatchObject({
    subjectKind: 'group_move',
    explanations: [
      { basis: 'kept', rule: 'group_differs', compared: { is: 'promising', wanted: 'at_risk, sleeping' } },
    ],
  });
});
