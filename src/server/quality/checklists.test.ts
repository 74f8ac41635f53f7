import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import * as contract from '#contract/quality/checklists.ts';
import { CHECKLIST_TRADES, MOST_CHECKLISTS } from '#contract/quality/values.ts';
import { readyChecklist } from '#server/quality/checklists/ready-rules.ts';
import { judgedTalks } from '#server/testing/houses/judged-talks.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';

const server = await testServer({ now: '2026-03-02T08:00:00Z' });
const { call, runJobs } = server;
const house = await judgedTalks(server);

let owner: SignedUp;
let token: string;
beforeEach(async () => {
  house.reset();
  owner = await server.signUp();
  ({ token } = owner);
});

const list = async (query: Record<string, string> = {}) =>
  (await call(contract.listChecklists, { token, query })).body.items;

test('a checklist is saved on the version that was edited, deleted and restored', async () => {
  const { id, settings, version } = await house.addChecklist(owner, [{ words: '  Поздоровался?\n' }]);
  expect(settings.items).toMatchObject([{ words: 'Поздоровался?', weight: 1, isCritical: false, mayNotApply: true }]);
  const params = { checklistId: id };
  const save = (change: object) =>
    call(contract.saveChecklist, { token, params, body: { ...settings, version, ...change } });
  expect((await save({ title: 'Новый' })).body).toMatchObject({ version: 2, settings: { title: 'Новый' } });
  expect((await save({ title: 'Другой' })).body.code).toBe('checklist.changed');
  expect((await save({ items: [] })).body.code).toBe('checklist.empty');

  expect((await call(contract.deleteChecklist, { token, params })).status).toBe(200);
  expect(await list()).toEqual([]);
  expect((await save({ version: 2 })).status).toBe(404);
  const restored = await call(contract.restoreChecklist, { token, params });
  expect(restored.body).toMatchObject({ id, version: 2 });
  expect(await list()).toMatchObject([{ id }]);
});

test('a checklist without items, with an item twice or with a weight of 11 is refused', async () => {
  const create = (items: object[]) => call(contract.createChecklist, { token, body: { title: 'Салон', items } });
  const item = { id: randomUUID(), words: 'Поздоровался?' };
  expect((await create([])).body.code).toBe('checklist.empty');
  expect((await create([item, item])).status).toBe(400);
  expect((await create([{ ...item, weight: 11 }])).status).toBe(400);
});

test('a report keeps the checklist as it was, and the list shows how often people changed its verdicts', async () => {
  const checklist = await house.addChecklist(owner, [{ words: 'Поздоровался?' }]);
  await house.addTalk(owner.tenantId, ['client: Здравствуйте', 'Мария: Добрый день']);
  await house.order(owner, checklist.id);
  await runJobs();
  const [item] = checklist.settings.items;
  const body = { ...checklist.settings, version: 1, items: [{ ...item, words: 'Поздоровался тепло?' }] };
  await call(contract.saveChecklist, { token, params: { checklistId: checklist.id }, body });
  expect(await list()).toMatchObject([{ version: 2, agreement: [{ itemId: item!.id, judged: 1, changed: 0 }] }]);
});

test('a cabinet has so many checklists at most', async () => {
  const item = JSON.stringify({ title: 'X', kind: 'both', items: [{ id: randomUUID(), words: 'x' }] });
  await server.owner.query(
    `insert into quality_checklists (tenant_id, id, settings, created_at, updated_at)
     select $1, gen_random_uuid(), $2, now(), now() from generate_series(1, $3)`,
    [owner.tenantId, item, MOST_CHECKLISTS],
  );
  const body = { trade: 'salon', language: 'ru' };
  expect((await call(contract.addReadyChecklist, { token, body })).body.code).toBe('checklist.limit_reached');
});

test('pages of checklists follow each other, the newest first', async () => {
  for (const title of ['Один', 'Два', 'Три']) await house.addChecklist(owner, [{ words: title }]);
  const { body: first } = await call(contract.listChecklists, { token, query: { limit: 2 } });
  const { body: second } = await call(contract.listChecklists, {
    token,
    query: { limit: 2, cursor: String(first.nextCursor) },
  });
  const words = [...first.items, ...second.items].map(({ settings }) => settings.items[0]?.words);
  expect(words).toEqual(['Три', 'Два', 'Один']);
});

test.each(CHECKLIST_TRADES)('the ready checklist has its questions in every language: %s', async (trade) => {
  const made = await call(contract.addReadyChecklist, { token, body: { trade, language: 'pt_br' } });
  expect(made.body.settings.items.length).toBeGreaterThanOrEqual(8);
  const shapes = LANGUAGES.map((language) =>
    readyChecklist(trade, language).items.map(({ words: _words, rootCauses, ...rest }) => ({
      ...rest,
      causes: rootCauses.length,
    })),
  );
  for (const shape of shapes) expect(shape).toEqual(shapes[0]);
  expect(shapes[0]!.length).toBeLessThanOrEqual(12);
  expect(shapes[0]!.some(({ isCritical }) => isCritical)).toBe(true);
});
