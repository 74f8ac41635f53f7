import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  countMailings,
  createMailing,
  deleteMailing,
  duplicateMailing,
  getMailing,
  listMailings,
  type Mailing,
  restoreMailing,
  saveMailing,
} from '#contract/mailings/calls.ts';
import { listMailingVersions } from '#contract/mailings/versions.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';

const { call, signUp } = await testServer();

const on = <E extends Endpoint>({ token }: SignedUp, endpoint: E, { id }: Pick<Mailing, 'id'>, body?: unknown) =>
  call(endpoint, { token, params: { mailingId: id }, body });

const create = async ({ token }: SignedUp, body: Record<string, unknown> = {}) =>
  (await call(createMailing, { token, body })).body;

const change = (mailing: Mailing, settings: Partial<Mailing['settings']>, others: Record<string, unknown> = {}) => ({
  title: mailing.title,
  settings: { ...mailing.settings, ...settings },
  testPhones: '',
  baseVersion: mailing.version,
  ...others,
});

test('a new mailing is a draft in test mode to every contact, with a text in the language of the cabinet alone', async () => {
  const mailing = await create(await signUp());
  expect(Object.keys(mailing.settings.content.texts)).toEqual(['default']);
  expect(mailing).toMatchObject({
    status: 'none',
    mode: 'test',
    type: 'conditions',
    title: 'Новая рассылка',
    settings: {
      audience: { type: 'conditions', conditions: { groups: [] } },
      timing: { startsAt: null, dispatchHours: { startHour: 10, endHour: 20 } },
      content: { texts: { default: expect.stringContaining('{clientName}') } },
    },
    counts: { audience: 0, recipients: 0, sent: 0 },
  });
});

test('a save is a new version, and one on an older version is refused and changes nothing', async () => {
  const owner = await signUp();
  const mailing = await create(owner);
  const saved = await on(
    owner,
    saveMailing,
    mailing,
    change(mailing, { subscribedCustomers: true }, { title: 'Spring' }),
  );
  expect(saved.body).toMatchObject({ version: 2, title: 'Spring', settings: { subscribedCustomers: true } });
  const late = await on(owner, saveMailing, mailing, change(mailing, {}, { title: 'Autumn' }));
  expect([late.status, late.body]).toMatchObject([
    409,
    { code: 'distribution.changed_meanwhile', details: { version: 2 } },
  ]);
  expect((await on(owner, getMailing, mailing)).body.title).toBe('Spring');
});

test.each([
  ['an empty text', { content: { texts: { default: ' ' } } }, 'settings.content.texts.default'],
  [
    'an end of the day before its start',
    { timing: { dispatchHours: { startHour: 20, endHour: 10 } } },
    'settings.timing.dispatchHours.endHour',
  ],
  [
    'an end before the start',
    { timing: { startsAt: '2051-03-02T09:00:00Z', useBy: '2051-03-01T09:00:00Z' } },
    'settings.timing.useBy',
  ],
  ['a start in the past', { timing: { startsAt: '2020-01-01T09:00:00Z' } }, 'settings.timing.startsAt'],
  ['a weekday twice', { timing: { daysOfWeek: [1, 1] } }, 'settings.timing.daysOfWeek'],
  ['a list that is not chosen', { audience: { type: 'list', importId: '' } }, 'settings.audience.importId'],
  [
    'a condition that cannot be asked of a contact',
    {
      audience: { type: 'conditions', conditions: { groups: [{ conditions: [{ field: 'weekday', values: ['1'] }] }] } },
    },
    'settings.audience.conditions.groups.0.conditions.0.field',
  ],
])('%s is refused on its field', async (_what, settings, field) => {
  const owner = await signUp();
  const mailing = await create(owner);
  const { status, body } = await on(
    owner,
    saveMailing,
    mailing,
    change(mailing, settings as Partial<Mailing['settings']>),
  );
  expect([status, body]).toMatchObject([
    400,
    { code: 'request.invalid', details: { fields: { [field]: expect.any(Array) } } },
  ]);
});

test('a copy is a draft without the start of the original', async () => {
  const owner = await signUp();
  const mailing = await create(owner);
  await on(
    owner,
    saveMailing,
    mailing,
    change(mailing, { timing: { ...mailing.settings.timing, startsAt: '2030-01-01T09:00:00Z' } }),
  );
  const { body } = await on(owner, duplicateMailing, mailing);
  expect(body).toMatchObject({
    title: 'Новая рассылка (копия)',
    status: 'none',
    settings: { timing: { startsAt: null } },
  });
});

test('a deleted mailing leaves the list and the counts, and can be read, copied and restored', async () => {
  const owner = await signUp();
  const mailing = await create(owner);
  const listed = async () => {
    const { items } = (await call(listMailings, { token: owner.token })).body;
    const deleted = (await call(listMailings, { token: owner.token, query: { isDeleted: 'true' } })).body.items;
    const counts = (await call(countMailings, { token: owner.token })).body;
    return { alive: items.map(({ id }) => id), deleted: deleted.map(({ id }) => id), counts };
  };
  expect(await listed()).toMatchObject({ alive: [mailing.id], deleted: [], counts: { total: 1, deleted: 0 } });
  await on(owner, deleteMailing, mailing);
  expect(await listed()).toMatchObject({ alive: [], deleted: [mailing.id], counts: { total: 0, deleted: 1 } });
  expect((await on(owner, getMailing, mailing)).body.deletedAt).not.toBeNull();
  expect((await on(owner, saveMailing, mailing, change(mailing, {}))).status).toBe(404);
  expect((await on(owner, listMailingVersions, mailing)).body.items).toHaveLength(1);
  expect((await on(owner, duplicateMailing, mailing)).body).toMatchObject({ status: 'none', deletedAt: null });
  await on(owner, restoreMailing, mailing);
  expect(await listed()).toMatchObject({ deleted: [], counts: { total: 2, deleted: 0 } });
});

test('the list is paged by its order, and searched by a part of the title in any case', async () => {
  const owner = await signUp();
  for (const title of ['Alpha', 'beta', 'Gamma']) await create(owner, { title });
  const page = (query: Record<string, string>) => call(listMailings, { token: owner.token, query });
  const first = (await page({ sort: 'title', limit: '2' })).body;
  expect(first.items.map(({ title }) => title)).toEqual(['Alpha', 'beta']);
  const second = (await page({ sort: 'title', limit: '2', cursor: first.nextCursor ?? '' })).body;
  expect(second).toMatchObject({ items: [{ title: 'Gamma' }], nextCursor: null });
  expect((await page({ search: 'ALPH' })).body.items.map(({ title }) => title)).toEqual(['Alpha']);
});
