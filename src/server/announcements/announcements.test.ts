import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as contract from '#contract/announcements/calls.ts';
import { login } from '#contract/auth/calls.ts';
import { listNotices } from '#contract/onboarding/calls.ts';
import { testServer } from '#server/testing/server/http.ts';
import { languageOf } from './rules.ts';

const server = await testServer();
const { call, clock, owner, signUp } = server;
const salon = await signUp();
const { token } = await anOperator();

async function anOperator() {
  const { email, password, tenantId } = await signUp();
  await owner.query(`update members set operator_role = 'admin' where tenant_id = $1`, [tenantId]);
  return (await call(login, { body: { email, password } })).body;
}

const draft = (change: object = {}) => ({
  isPublished: true,
  brands: ['main'],
  texts: { ru: { title: 'Новость', body: 'Первый абзац' }, en: { title: 'Fresh', body: 'First paragraph' } },
  shownFrom: clock.now().subtract({ minutes: 1 }).toString(),
  shownUntil: null,
  ...change,
});

const shown = async (language?: string, of = salon.token) =>
  (await call(contract.listAnnouncements, { token: of, query: { ...(language && { language }) } })).body.items;
const unread = async () => (await call(listNotices, { token: salon.token })).body.unreadCount;

test('a published text is shown on its brand while its time lasts, in a language that it has, and is read once for each member', async () => {
  const { body: created } = await call(contract.createAnnouncement, { token, body: draft() });
  await call(contract.createAnnouncement, { token, body: draft({ isPublished: false }) });
  await call(contract.createAnnouncement, { token, body: draft({ brands: ['medflex'] }) });
  await call(contract.createAnnouncement, {
    token,
    body: draft({ shownFrom: clock.now().add({ hours: 1 }).toString() }),
  });
  expect(await shown('en')).toMatchObject([{ id: created.id, title: 'Fresh', language: 'en', isRead: false }]);
  expect(await shown('uk')).toMatchObject([{ title: 'Новость', language: 'ru' }]);
  expect(await unread()).toBe(1);
  await call(contract.readAnnouncements, { token: salon.token });
  await call(contract.readAnnouncements, { token: salon.token });
  expect(await unread()).toBe(0);
  expect(await shown()).toMatchObject([{ isRead: true }]);
  expect(await shown('ru', token)).toMatchObject([{ isRead: false }]);
  const params = { announcementId: created.id };
  const until = { shownUntil: clock.now().add({ minutes: 5 }).toString() };
  await call(contract.changeAnnouncement, { token, params, body: draft(until) });
  expect(await shown()).toMatchObject([{ isRead: true }]);
  await clock.advance({ minutes: 6 });
  expect(await shown()).toEqual([]);
});

test('the list of the operator has drafts, page by page', async () => {
  const { body: first } = await call(contract.listAllAnnouncements, { token, query: { limit: 1 } });
  const { body: rest } = await call(contract.listAllAnnouncements, {
    token,
    query: { cursor: first.nextCursor ?? '' },
  });
  expect([...first.items, ...rest.items]).toHaveLength(4);
  expect(new Set([...first.items, ...rest.items].map(({ isPublished }) => isPublished))).toEqual(
    new Set([true, false]),
  );
});

test.each([
  ['without any text', { texts: {} }],
  ['of no brand', { brands: [] }],
  ['that ends before it begins', { shownUntil: '2020-01-01T00:00:00Z' }],
  ['with an empty title', { texts: { ru: { title: ' ', body: 'x' } } }],
])('one %s is refused', async (_name, change) => {
  expect(await call(contract.createAnnouncement, { token, body: draft(change) })).toMatchObject({
    status: 400,
    body: { code: 'request.invalid' },
  });
});

test('one that does not exist cannot be changed', async () => {
  const params = { announcementId: randomUUID() };
  expect(await call(contract.changeAnnouncement, { token, params, body: draft() })).toMatchObject({ status: 404 });
});

test('a language without a text falls back to the first language of the brand that has one', () => {
  const words = { title: 'x', body: 'y' };
  expect(languageOf({ en: words, uk: words }, 'uk', ['ru', 'en'])).toBe('uk');
  expect(languageOf({ en: words }, 'uk', ['ru', 'en'])).toBe('en');
  expect(languageOf({ pt_br: words }, undefined, ['ru', 'en'])).toBeUndefined();
});
