import { expect, test } from 'vitest';
import type { DealFacts, DealTaskFacts } from '#server/connections/deal-port.ts';
import type { ClientFacts } from '#server/connections/port.ts';
import { getBranch } from '#server/connections/storage/opening-actions.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { testServer } from '#server/testing/server/http.ts';
import { getTaskFacts } from './actions.ts';
import { savePipelines } from './catalogue-queries.ts';
import { recordDealGone, recordDeals, recordPeople, recordTaskGone, recordTasks } from './recording-actions.ts';

const server = await testServer();
const { aBranch, aConnection, aTenant } = builders(server.owner);

const at = (time: string) => Temporal.Instant.from(`2026-03-02T${time}:00Z`);
const READING_SINCE = at('08:00');

const anna: ClientFacts = {
  externalId: 'p1',
  name: 'Анна',
  phone: '8 (916) 111-22-33',
  email: null,
  isNew: false,
  visitsCount: null,
};

const aDeal = (change: Partial<DealFacts> = {}): DealFacts => ({
  externalId: 'd1',
  title: 'Кухня',
  stage: { pipelineId: 'sales', stageId: 'new' },
  priceMinor: 120_000,
  responsibleId: '7',
  responsibleName: 'Ольга',
  personIds: ['p1'],
  person: anna,
  tags: [],
  fields: {},
  createdAt: at('09:00'),
  changedAt: at('09:00'),
  closedAt: null,
  isDeleted: false,
  ...change,
});

const aTask = (change: Partial<DealTaskFacts> = {}): DealTaskFacts => ({
  externalId: 't1',
  dealId: 'd1',
  text: 'Позвонить',
  dueAt: Temporal.Instant.from('2027-03-03T09:00:00Z'),
  isDone: false,
  isDeleted: false,
  responsibleName: null,
  changedAt: at('09:00'),
  ...change,
});

/** An account of a CRM that is read since eight o'clock. */
async function anAccount() {
  const tenantId = await aTenant();
  const { id: connectionId } = await aConnection({ tenantId, kind: 'amo' });
  const { id } = await aBranch({ tenantId, connectionId, readingSince: READING_SINCE, changedUntil: READING_SINCE });
  const run = <T>(work: (scope: ActionScope, branch: KnownBranch) => Promise<T>): Promise<T> =>
    withTenant(server.ctx, tenantId, async (scope) => work({ ...server.ctx, ...scope }, await getBranch(scope, id)));
  await run((scope, branch) =>
    savePipelines(scope, branch.id, [
      {
        externalId: 'sales',
        title: 'Продажи',
        isMain: true,
        stages: [
          { externalId: 'new', title: 'Новая', kind: 'open' },
          { externalId: 'quote', title: 'Смета', kind: 'open' },
        ],
      },
    ]),
  );
  const events = async () => {
    const { rows } = await server.owner.query<{ kind: string; facts: { fromTitle?: string; toTitle?: string } }>(
      `select kind, facts from events where tenant_id = $1 and kind like 'deal%' order by recorded_at, id`,
      [tenantId],
    );
    return rows.map(({ kind, facts }) => [kind, facts.fromTitle, facts.toTitle].filter(Boolean).join(' '));
  };
  const stored = async () => {
    const { rows } = await server.owner.query(
      `select d.external_id, s.title as stage, d.is_deleted, c.phone, c.name from deals d
       join deal_stages s on s.tenant_id = d.tenant_id and s.id = d.stage_id
       left join contacts c on c.tenant_id = d.tenant_id and c.id = d.contact_id where d.tenant_id = $1`,
      [tenantId],
    );
    return rows;
  };
  const record = (facts: DealFacts, readAt = facts.changedAt) =>
    run((scope, branch) => recordDeals(scope, branch, { facts: [facts], readAt }));
  const recordTask = (facts: DealTaskFacts, readAt = facts.changedAt) =>
    run((scope, branch) => recordTasks(scope, branch, { facts: [facts], readAt }));
  return { tenantId, run, events, stored, record, recordTask };
}

test('a deal is stored with its person as a contact, whose phone is normalised, and emitted once', async () => {
  const account = await anAccount();
  await account.record(aDeal());
  await account.record(aDeal(), at('09:05'));
  expect(await account.stored()).toEqual([
    { external_id: 'd1', stage: 'Новая', is_deleted: false, phone: '+79161112233', name: 'Анна' },
  ]);
  expect(await account.events()).toEqual(['deal.created']);
});

test('a deal made before its account was read, and what happened to it before, emits nothing', async () => {
  const account = await anAccount();
  await account.record(aDeal({ createdAt: at('07:00'), changedAt: at('07:30') }), at('08:10'));
  await account.record(
    aDeal({ createdAt: at('07:00'), changedAt: at('07:40'), stage: { pipelineId: 'sales', stageId: 'quote' } }),
    at('08:20'),
  );
  expect(await account.events()).toEqual([]);
  expect(await account.stored()).toMatchObject([{ stage: 'Смета' }]);
});

test('each change of a stage is emitted, and an older reading changes nothing', async () => {
  const account = await anAccount();
  const quote = { pipelineId: 'sales', stageId: 'quote' };
  await account.record(aDeal());
  await account.record(aDeal({ stage: quote, changedAt: at('10:00') }));
  await account.record(aDeal({ changedAt: at('09:30') }), at('10:05'));
  await account.record(aDeal(), at('09:10'));
  expect(await account.stored()).toMatchObject([{ stage: 'Смета' }]);
  await account.record(aDeal({ changedAt: at('11:00') }));
  expect(await account.events()).toEqual([
    'deal.created',
    'deal.stage_changed Новая Смета',
    'deal.stage_changed Смета Новая',
  ]);
});

test('a stage that is not known yet is stored, and its pipelines are read again', async () => {
  const account = await anAccount();
  await account.record(aDeal({ stage: { pipelineId: 'service', stageId: '142' } }));
  expect(await account.stored()).toMatchObject([{ stage: '142' }]);
});

test('a deal that the CRM has no more is kept as deleted', async () => {
  const account = await anAccount();
  await account.record(aDeal());
  await account.run((scope, branch) => recordDealGone(scope, branch, { externalId: 'd1', readAt: at('10:00') }));
  expect(await account.stored()).toMatchObject([{ is_deleted: true }]);
  expect(await account.events()).toEqual(['deal.created', 'deal.changed']);
});

test('a deal is given to the contact of its person once that is read, and follows it to another phone', async () => {
  const account = await anAccount();
  const { person: _person, ...bare } = aDeal();
  await account.record(bare);
  expect(await account.stored()).toMatchObject([{ phone: null }]);
  await account.run((scope, branch) => recordPeople(scope, branch, [anna]));
  expect(await account.stored()).toMatchObject([{ phone: '+79161112233' }]);
  await account.run((scope, branch) => recordPeople(scope, branch, [{ ...anna, phone: '+7 916 111-22-44' }]));
  expect(await account.stored()).toMatchObject([{ phone: '+79161112244' }]);
});

test('a task is about the contact of its deal; a change of its time counts', async () => {
  const account = await anAccount();
  await account.recordTask(aTask());
  await account.record(aDeal());
  await account.recordTask(aTask({ dueAt: Temporal.Instant.from('2027-03-04T09:00:00Z'), changedAt: at('10:00') }));
  await account.recordTask(
    aTask({ text: 'Позвонить снова', dueAt: Temporal.Instant.from('2027-03-04T09:00:00Z'), changedAt: at('10:30') }),
  );
  expect(await account.events()).toEqual([
    'deal_task.changed',
    'deal.created',
    'deal_task.changed',
    'deal_task.changed',
  ]);
  const { rows } = await server.owner.query<{ id: string }>('select id from deal_tasks where tenant_id = $1', [
    account.tenantId,
  ]);
  const [task] = await account.run((scope) =>
    getTaskFacts(
      scope,
      rows.map(({ id }) => id as never),
    ),
  );
  expect(task).toMatchObject({ text: 'Позвонить снова', dueVersion: 2, isDone: false, deal: { title: 'Кухня' } });
});

test('a task that is done or gone is closed', async () => {
  const account = await anAccount();
  await account.record(aDeal());
  await account.recordTask(aTask());
  await account.recordTask(aTask({ isDone: true, changedAt: at('10:00') }));
  await account.run((scope, branch) => recordTaskGone(scope, branch, { externalId: 't1', readAt: at('11:00') }));
  const { rows } = await server.owner.query('select is_done, is_deleted from deal_tasks where tenant_id = $1', [
    account.tenantId,
  ]);
  expect(rows).toEqual([{ is_done: true, is_deleted: true }]);
});
