import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { createMailing, getMailing, type Mailing, saveMailing } from '#contract/mailings/calls.ts';
import { listMailingVersions, rollBackMailing } from '#contract/mailings/versions.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';

const { call, clock, signUp } = await testServer({ now: '2026-03-02T09:00:00Z' });

const on = <E extends Endpoint>({ token }: SignedUp, endpoint: E, { id }: Pick<Mailing, 'id'>, body?: unknown) =>
  call(endpoint, { token, params: { mailingId: id }, body });

async function saved(owner: SignedUp, mailing: Mailing, title: string, change: Partial<Mailing['settings']> = {}) {
  const { version: baseVersion } = (await on(owner, getMailing, mailing)).body;
  const body = { title, settings: { ...mailing.settings, ...change }, testPhones: '+79160000001', baseVersion };
  return (await on(owner, saveMailing, mailing, body)).body;
}

test('each save is listed with its changes, newest first, a page at a time', async () => {
  const owner = await signUp();
  const mailing = (await call(createMailing, { token: owner.token, body: {} })).body;
  const { texts } = mailing.settings.content;
  await saved(owner, mailing, 'Spring', { subscribedCustomers: true });
  await saved(owner, mailing, 'Spring', {
    subscribedCustomers: true,
    content: { ...mailing.settings.content, texts: { ...texts, default: 'Hello' } },
  });
  const params = { mailingId: mailing.id };
  const first = (await call(listMailingVersions, { token: owner.token, params, query: { limit: '2' } })).body;
  expect(first.items).toMatchObject([
    { version: 3, changes: [{ type: 'value', path: 'content.texts.default', from: texts.default, to: 'Hello' }] },
    {
      version: 2,
      changes: [
        { path: 'title', to: 'Spring' },
        { path: 'subscribedCustomers', from: false, to: true },
      ],
    },
  ]);
  const query = { cursor: first.nextCursor ?? '', limit: '2' };
  const second = (await call(listMailingVersions, { token: owner.token, params, query })).body;
  expect(second).toMatchObject({ items: [{ version: 1, changes: [] }], nextCursor: null });
});

test('an earlier version is saved again as the newest, without a start that has passed', async () => {
  const owner = await signUp();
  const mailing = (await call(createMailing, { token: owner.token, body: {} })).body;
  const timing = { ...mailing.settings.timing, startsAt: '2026-03-02T10:00:00Z' };
  await saved(owner, mailing, 'Spring', { timing, controlPercent: 10 });
  const { version } = await saved(owner, mailing, 'Autumn');
  await clock.set('2026-03-02T11:00:00Z');
  const back = await on(owner, rollBackMailing, mailing, { version: 2, baseVersion: version });
  expect(back.body).toMatchObject({
    title: 'Spring',
    version: version + 1,
    testPhones: ['+79160000001'],
    settings: { controlPercent: 10, timing: { startsAt: null } },
  });
});

test('a roll back on an older version, or to none, is refused', async () => {
  const owner = await signUp();
  const mailing = (await call(createMailing, { token: owner.token, body: {} })).body;
  await saved(owner, mailing, 'Spring');
  expect((await on(owner, rollBackMailing, mailing, { version: 1, baseVersion: 1 })).body).toMatchObject({
    code: 'distribution.changed_meanwhile',
  });
  expect(await on(owner, rollBackMailing, mailing, { version: 7, baseVersion: 2 })).toMatchObject({
    status: 404,
    body: { code: 'distribution.version_not_found' },
  });
  const beyond = { version: 2 ** 31, baseVersion: 2 };
  expect(await on(owner, rollBackMailing, mailing, beyond)).toMatchObject({ status: 400 });
});
