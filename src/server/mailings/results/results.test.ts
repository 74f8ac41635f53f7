import { expect, test } from 'vitest';
import { MailingSettings } from '#contract/mailings/calls.ts';
import { exportMailingPeople, MAILING_PEOPLE_COLUMNS } from '#contract/insights/exports.ts';
import { getConversion } from '#contract/insights/conversion.ts';
import { getMailingResults, listMailingPeople, listSentTexts } from '#contract/mailings/results.ts';
import { newSettings } from '#server/mailings/editing/new-mailings.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { testServer } from '#server/testing/server/http.ts';

const server = await testServer();
const { call, signUp } = server;
const build = builders(server.owner, server.ctx.vault);

type Outcome = { status: string; reason?: string; replied?: boolean; variant?: number; at?: string };

/** A mailing whose recipients' messages ended as given, and one contact left out by each of some rules. */
async function aMailing(
  outcomes: readonly Outcome[],
  { excluded = [], settings = {} }: { excluded?: readonly string[]; settings?: Partial<MailingSettings> } = {},
) {
  const { tenantId, token } = await signUp();
  const { id } = await build.aMailing({
    tenantId,
    settings: JSON.stringify(MailingSettings.parse({ ...newSettings('ru'), ...settings })),
  });
  const { id: channelId } = await build.aChannel({ tenantId, title: 'Main' });
  const people = [];
  for (const [n, { status, reason, replied, variant, at = timeOf(n) }] of outcomes.entries()) {
    const { id: contactId } = await build.aContact({ tenantId, name: `Client ${n}` });
    people.push(contactId);
    await recipient(tenantId, id, { contactId, variant: variant ?? null });
    const message = { tenantId, senderId: id, contactId, channelId, occasionKey: contactId, status, dueAt: at };
    const left = status === 'failed' || status === 'skipped' || status === 'planned' ? {} : { acceptedAt: at };
    await build.aMessage({ ...message, ...left, reason: reason ?? null, repliedAt: replied ? at : null, priority: 3 });
  }
  for (const exclusion of excluded) {
    const { id: contactId } = await build.aContact({ tenantId, name: exclusion });
    await recipient(tenantId, id, { contactId, exclusion });
  }
  const params = { mailingId: id };
  return {
    tenantId,
    people,
    results: async () => (await call(getMailingResults, { token, params })).body,
    sentTexts: async () => (await call(listSentTexts, { token, params })).body.texts,
    names: async (query: Record<string, string>) =>
      (await call(listMailingPeople, { token, params, query })).body.items.map(({ contactName }) => contactName),
    saved: async (query: Record<string, string>) => {
      const titles = JSON.stringify(MAILING_PEOPLE_COLUMNS);
      const path = exportMailingPeople.path.replace(':mailingId', id);
      const answer = await fetch(
        `${server.origin}${path}?${new URLSearchParams({ format: 'csv', delimiter: ',', titles, ...query })}`,
        { headers: { authorization: `Bearer ${token}` } },
      );
      return (await answer.text()).replace('\uFEFF', '').split('\r\n');
    },
    page: async (query: Record<string, string>) => (await call(listMailingPeople, { token, params, query })).body,
    conversion: async () => {
      await server.runRepeated('insights.measure-conversion');
      return (await call(getConversion, { token, query: { senderId: id, from: '2026-03-01', to: '2026-03-30' } })).body;
    },
  };
}

/** A second later for each message, so that their order is known. */
const timeOf = (n: number) => Temporal.Instant.from('2026-03-02T09:10:00Z').add({ seconds: n }).toString();

async function recipient(
  tenantId: string,
  mailingId: string,
  {
    contactId,
    exclusion = null,
    variant = null,
  }: { contactId: string; exclusion?: string | null; variant?: number | null },
) {
  await server.owner.query(
    `insert into mailing_recipients (tenant_id, mailing_id, contact_id, exclusion, variant, planned_at)
     values ($1, $2, $3, $4, $5, now())`,
    [tenantId, mailingId, contactId, exclusion, variant],
  );
}

test('messages are counted in every step they passed, by channel and by the hour in which they left', async () => {
  const { results } = await aMailing([
    { status: 'accepted' },
    { status: 'delivered' },
    { status: 'read', replied: true },
    { status: 'read', at: '2026-03-02T11:59:00Z' },
    { status: 'failed', reason: 'recipient_invalid' },
  ]);
  const all = { sent: 4, delivered: 3, read: 2, replied: 1, failed: 1 };
  expect(await results()).toMatchObject({
    channels: [{ title: 'Main', ...all }],
    unit: 'hour',
    moments: [
      { at: '2026-03-02T09:00:00Z', sent: 3, delivered: 2, read: 1, replied: 1, failed: 1 },
      { at: '2026-03-02T11:00:00Z', sent: 1, delivered: 1, read: 1, replied: 0, failed: 0 },
    ],
    variants: [],
  });
});

test('a mailing that took more than two days is shown by days of the cabinet', async () => {
  const { results } = await aMailing([
    { status: 'sent', at: '2026-03-01T21:30:00Z' },
    { status: 'sent', at: '2026-03-04T10:00:00Z' },
  ]);
  const { unit, moments } = await results();
  expect([unit, moments.map(({ at }) => at)]).toEqual(['day', ['2026-03-01T21:00:00Z', '2026-03-03T21:00:00Z']]);
});

test('reasons are those of messages that failed or were not sent, the most frequent first', async () => {
  const { results } = await aMailing([
    { status: 'skipped', reason: 'opted_out' },
    { status: 'failed', reason: 'provider_refused' },
    { status: 'failed', reason: 'provider_refused' },
    { status: 'read' },
  ]);
  expect((await results()).reasons).toEqual([
    { rule: 'provider_refused', count: 2 },
    { rule: 'opted_out', count: 1 },
  ]);
});

test('each number opens its people', async () => {
  const { names, saved, results } = await aMailing(
    [
      { status: 'sent' },
      { status: 'delivered' },
      { status: 'read' },
      { status: 'read', replied: true },
      { status: 'failed', reason: 'recipient_invalid' },
      { status: 'planned' },
      { status: 'skipped', reason: 'opted_out' },
      { status: 'unknown' },
    ],
    { excluded: ['no_channel', 'no_dialogue', 'control_group'] },
  );
  const people = {
    sent: [3, 2, 1, 0],
    delivered: [3, 2, 1],
    not_delivered: [4, 0],
    read: [3, 2],
    not_read: [1, 0],
    replied: [3],
    read_not_replied: [2],
    failed: [4],
    planned: [5],
    skipped: [6],
    not_sent: [6, 4],
    unconfirmed: [7],
  };
  for (const [outcome, ofOutcome] of Object.entries(people))
    expect([outcome, await names({ outcome })]).toEqual([outcome, ofOutcome.map((n) => `Client ${n}`)]);
  expect((await results()).unconfirmed).toBe(1);
  expect((await names({ outcome: 'excluded' })).toSorted()).toEqual(['no_channel', 'no_dialogue']);
  expect(await names({ outcome: 'excluded', rule: 'no_dialogue' })).toEqual(['no_dialogue']);
  expect(await names({ outcome: 'control' })).toEqual(['control_group']);
  expect(await saved({ outcome: 'read_not_replied' })).toEqual([
    'name,phone,channel,at,replied',
    expect.stringMatching(/^Client 2,.*,Main,2026-03-02,$/),
    '',
  ]);
});

test('people are paged without gaps or repeats', async () => {
  const { page } = await aMailing([{ status: 'read' }, { status: 'read' }, { status: 'read' }]);
  const first = await page({ outcome: 'read', limit: '2' });
  const second = await page({ outcome: 'read', limit: '2', cursor: first.nextCursor ?? '' });
  expect([...first.items, ...second.items].map(({ contactName }) => contactName)).toEqual([
    'Client 2',
    'Client 1',
    'Client 0',
  ]);
  expect(second.nextCursor).toBeNull();
});

test('texts of an A/B test are compared by their rate, with its interval and the chance to be the best', async () => {
  const settings = { experiment: { variants: [{ default: 'Second' }] } } as unknown as Partial<MailingSettings>;
  const outcomes = Array.from({ length: 12 }, (_, n) => ({
    status: 'read',
    variant: n % 2,
    replied: n % 2 === 1 && n > 2,
  }));
  const { results } = await aMailing(outcomes, { settings });
  const { variants } = await results();
  expect(variants).toMatchObject([
    { variant: 0, sent: 6, replied: 0, rate: 0 },
    { variant: 1, text: 'Second', sent: 6, replied: 5, rate: 5 / 6 },
  ]);
  expect(variants[1]?.chance).toBeGreaterThan(0.98);
  expect(variants.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 10);
});

test('a visit after a mailing counts in the conversion of its sender', async () => {
  const { tenantId, people, conversion } = await aMailing([{ status: 'read' }, { status: 'read' }]);
  const [contactId] = people;
  const { id: branchId } = await build.aBranch({ tenantId });
  await build.aVisit({
    tenantId,
    branchId,
    contactId,
    status: 'arrived',
    startsAt: '2026-03-05T09:00:00Z',
    totalMinor: 150_000,
  });
  await server.owner.query(
    `insert into conversion_marks (tenant_id, contact_id, is_whole) select $1, unnest($2::uuid[]), true`,
    [tenantId, people],
  );
  expect((await conversion()).total).toMatchObject({
    sent: 2,
    visited: 1,
    spent: [{ amountMinor: 150_000, currency: 'RUB' }],
  });
});

test('the texts of a mailing are those that were sent, and its template where that was sent', async () => {
  const content = { ...newSettings('ru').content, texts: { default: 'Привет, {clientName}', en: 'Hello' } };
  const { tenantId, people, sentTexts } = await aMailing(
    [{ status: 'read' }, { status: 'delivered' }, { status: 'sent' }, { status: 'failed' }, { status: 'planned' }],
    { settings: { content } as never },
  );
  await server.owner.query(`update contacts set language = 'en' where tenant_id = $1 and id = $2`, [
    tenantId,
    people[0],
  ]);
  await server.owner.query(`update contacts set language = 'uk' where tenant_id = $1 and id = $2`, [
    tenantId,
    people[4],
  ]);
  expect(await sentTexts()).toEqual([
    { templateName: null, language: null, variant: null, text: 'Привет, {clientName}', messages: 2 },
    { templateName: null, language: 'en', variant: null, text: 'Hello', messages: 1 },
  ]);
  await server.owner.query(
    `update messages set content = content || '{"leftBy": {"name": "offer", "language": "ru"}}' where tenant_id = $1`,
    [tenantId],
  );
  expect(await sentTexts()).toEqual([{ templateName: 'offer', language: 'ru', variant: null, text: '', messages: 3 }]);
});
