import { beforeEach, expect, test } from 'vitest';
import { getVisitPage, previewVisitPage, setVisitPage, type VisitPageSettings } from '#contract/booking/calls.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import { listNotices } from '#contract/onboarding/calls.ts';
import {
  listReviewWidgets,
  saveReviewWidget,
  USUAL_VISIT_SWITCHES,
  type VisitSwitches,
} from '#contract/reviews/widgets.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { type SimulatedRecord, type SimulatedYclients, yclientsSalon } from '#server/testing/houses/yclients-salon.ts';
import { visitPageUrl } from '#server/booking/links/link-actions.ts';
import { USUAL_VISIT_PAGE } from './rules.ts';

const { server, world, connect, settle, reset } = await yclientsSalon();
const { owner: db, ctx, call } = server;
const { aChannel, aConversation, aTenant, aVisit } = builders(db, ctx.vault);
let owner: Awaited<ReturnType<typeof connect>>;

beforeEach(async () => {
  await reset();
  owner = await connect();
});

/** A booking for tomorrow noon in Moscow, by our id and the vendor's, and the path of its page. */
async function booked(): Promise<{ id: VisitId; record: number; path: string; contactId: string }> {
  const { id: record } = await world.control<SimulatedRecord>('POST', '/yclients/records', {
    companyId: 4564,
    date: '2026-03-05 12:00',
  });
  await settle();
  const { rows } = await db.query('select id, contact_id from visits where tenant_id = $1 and external_id = $2', [
    owner.tenantId,
    String(record),
  ]);
  await db.query(`update contacts set language = 'en' where id = $1`, [rows[0].contact_id]);
  const id = VisitId.parse(rows[0].id);
  return { id, record, path: visitPageUrl(ctx, owner.tenantId, id, ''), contactId: rows[0].contact_id };
}

/** Opens a page as a browser without scripts does, from an address of its own; with a form it is submitted. */
async function open(path: string, form?: Record<string, string>) {
  const answer = await fetch(`${server.origin}${path}`, {
    redirect: 'manual',
    headers: { 'accept-language': 'en', 'x-forwarded-for': `10.0.${random()}.${random()}` },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  const location = answer.headers.get('location');
  const body = await answer.text();
  return { status: answer.status, headers: answer.headers, body, next: location && `/visit/${location}` };
}
const random = () => Math.floor(Math.random() * 250);

const startIn = (body: string) => /name="start" value="([^"]+)"/.exec(body)?.[1] ?? '';
/** Opens the page, presses the button and follows to the page after it. */
async function press(path: string, answer: string) {
  const start = startIn((await open(path)).body);
  const { status, next } = await open(path, { answer, start });
  expect(status).toBe(303);
  return open(next ?? '');
}
const recordOf = async (id: number) =>
  (await world.control<SimulatedYclients>('GET', '/yclients')).records.find((record) => record.id === id);
const save = (settings: Partial<VisitPageSettings>, places: object[] = []) =>
  call(setVisitPage, { token: owner.token, body: { settings: { ...USUAL_VISIT_PAGE, ...settings }, places } });

/** Saves the switches of the review page of a branch, or of all branches. */
async function saveReviewPage(branchId: BranchId | null, change: Partial<VisitSwitches>) {
  const { token } = owner;
  const { widgets } = (await call(listReviewWidgets, { token })).body;
  const own = widgets.find((widget) => widget.branchId === branchId);
  const { name, settings } = own ?? widgets[0]!;
  const visit = { ...USUAL_VISIT_SWITCHES, ...change };
  const body = { name, branchId, isOn: true, settings: { ...settings, visit }, baseVersion: own?.version ?? 0 };
  expect((await call(saveReviewWidget, { token, body })).status).toBe(200);
}

test("the page shows the visit by the branch's clock, in the contact's language, and reading it changes nothing", async () => {
  const { path, record, contactId } = await booked();
  await db.query(`update contacts set language = 'uk' where id = $1`, [contactId]);
  const { body, status, headers } = await open(path);
  expect(status).toBe(200);
  expect(body).toContain('<html lang="uk');
  expect(body).toMatch(/четвер, 5 березня, 12:00–1\d:\d\d/);
  expect(body).toContain('Студия Ромашка, Покровка');
  expect(body).not.toContain('<script');
  expect(Buffer.byteLength(body)).toBeLessThan(60_000);
  expect(headers.get('cache-control')).toBe('no-store');
  expect((await recordOf(record))?.attendance).toBe(0);
});

test('a confirmation reaches the booking system once, however often it is posted', async () => {
  const { path, record } = await booked();
  const start = startIn((await open(path)).body);
  const answers = await Promise.all(Array.from({ length: 3 }, () => open(path, { answer: 'confirm', start })));
  for (const { status, next } of answers) expect([status, next]).toEqual([303, path]);
  expect((await recordOf(record))?.attendance).toBe(2);
  const { body } = await open(path);
  expect(body).toContain('You have confirmed the booking');
  expect(body).not.toContain('value="confirm"');
  const { figures } = (await call(getVisitPage, { token: owner.token })).body;
  expect(figures).toEqual({ days: 30, confirmed: 1, moved: 0, cancelled: 0 });
});

test('a cancellation reaches the booking system, and the page then says so and offers nothing', async () => {
  const { path, record } = await booked();
  const { body } = await press(path, 'cancel');
  expect(body).toContain('The booking is cancelled');
  expect(body).not.toContain('<form');
  expect(await recordOf(record)).toMatchObject({ deleted: true });
});

test('an answer about an old time is not applied: the page shows the present one', async () => {
  const { path, record, id } = await booked();
  const start = startIn((await open(path)).body);
  await world.control('PUT', `/yclients/records/${record}`, { at: '2026-03-06T15:00:00Z', webhook: false });
  const { next } = await open(path, { answer: 'cancel', start });
  const { body } = await open(next ?? '');
  expect(body).toContain('The time of the booking has changed');
  expect(body).toContain('Friday, 6 March, 18:00');
  expect((await open(path)).body).toContain('The time of the booking has changed');
  const { rows } = await db.query('select status from visits where id = $1', [id]);
  expect(rows).toEqual([{ status: 'waiting' }]);
});

test('a visit that was cancelled meanwhile is answered with its state', async () => {
  const { path, record } = await booked();
  const start = startIn((await open(path)).body);
  await world.control('DELETE', `/yclients/records/${record}?webhook=false`);
  const { next } = await open(path, { answer: 'confirm', start });
  expect((await open(next ?? '')).body).toContain('The booking is cancelled');
});

test('a visit that has begun takes no answer', async () => {
  const { path, record } = await booked();
  const start = startIn((await open(path)).body);
  await server.clock.advance({ hours: 96 });
  const { next } = await open(path, { answer: 'cancel', start });
  expect((await open(next ?? '')).body).toContain('The visit has begun or is over');
  expect(await recordOf(record)).toMatchObject({ deleted: false });
});

test('an answer that the booking system refuses is shown to staff, and the contact may call', async () => {
  const { path } = await booked();
  await world.control('POST', '/yclients/permissions', { companyId: 4564, deny: ['edit_records_access'] });
  const { body } = await press(path, 'confirm');
  expect(body).toContain('We could not pass on your answer');
  const { notices } = (await call(listNotices, { token: owner.token })).body;
  expect(notices).toMatchObject([{ kind: 'confirm_failed', params: { wish: 'confirm' } }]);
});

test("moving leads to the booking system's page, or has staff offer another time: in the conversation, else by a notice", async () => {
  const { path, id, record, contactId } = await booked();
  await db.query(`update visits set manage_url = 'https://n1.booking.example/r/1' where id = $1`, [id]);
  expect((await open(path)).body).toContain('href="https://n1.booking.example/r/1"');
  await db.query(`update visits set manage_url = 'javascript:alert(1)' where id = $1`, [id]);
  expect((await open(path)).body).not.toContain('javascript:');

  expect((await press(path, 'move')).body).toContain('We know you would like another time');
  expect((await open(path)).body).not.toContain('value="move"');
  const { notices } = (await call(listNotices, { token: owner.token })).body;
  expect(notices).toMatchObject([{ kind: 'move_wanted', params: { contactId }, isResolved: false }]);
  await world.control('PUT', `/yclients/records/${record}`, { at: '2026-03-06T15:00:00Z' });
  await settle();
  expect((await call(listNotices, { token: owner.token })).body.notices).toMatchObject([{ isResolved: true }]);

  const { tenantId } = owner;
  const channel = await aChannel({ tenantId });
  const conversation = await aConversation({ tenantId, contactId, channelId: channel.id });
  await db.query('delete from visit_page_answers where tenant_id = $1', [tenantId]);
  await press(path, 'move');
  const { rows } = await db.query('select needs_person_reason from conversations where id = $1', [conversation.id]);
  expect(rows).toEqual([{ needs_person_reason: 'move_wanted' }]);
});

test('the calendar file is served as one; the place is that of the booking system until the owner corrects it', async () => {
  const { path } = await booked();
  expect((await open(`${path}/calendar.ics`)).body).toContain('GEO:55.759;37.647\r\n');
  const { branches } = (await call(getVisitPage, { token: owner.token })).body;
  const branchId = branches.find(({ title }) => title.includes('Покровка'))?.branchId;
  await save({}, [{ branchId, coordinates: { latitude: 55.759, longitude: 37.645 } }]);
  const { body, headers } = await open(`${path}/calendar.ics`);
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(body).toContain('DTSTART:20260305T090000Z\r\n');
  expect(body).toContain('GEO:55.759;37.645\r\n');
  expect((await open(path)).body).toContain('3.redirect.appmetrica.yandex.com');
});

test('the page hides what the owner switched off, and takes no such answer', async () => {
  const { path, record } = await booked();
  const start = startIn((await open(path)).body);
  await saveReviewPage(null, { mayCancel: false, showsTaxi: false });
  await save({ showsMap: false, showsCalendar: false, note: 'Ring <b>twice</b>' });
  const { body } = await open(path);
  for (const hidden of ['value="cancel"', 'yandex', 'calendar.ics']) expect(body).not.toContain(hidden);
  expect(body).toContain('Ring &lt;b&gt;twice&lt;/b&gt;');
  await open(path, { answer: 'cancel', start });
  expect(await recordOf(record)).toMatchObject({ deleted: false });
});

test('a branch with a review page of its own has its own switches; the others have those of all branches', async () => {
  const { path } = await booked();
  const { branches } = (await call(getVisitPage, { token: owner.token })).body;
  const offers = async () => {
    const { body } = await open(path);
    return ['Specialist', 'value="confirm"', 'value="cancel"'].filter((part) => body.includes(part));
  };
  expect(await offers()).toEqual(['Specialist', 'value="confirm"', 'value="cancel"']);
  await saveReviewPage(null, { showsMaster: false });
  expect(await offers()).toEqual(['value="confirm"', 'value="cancel"']);
  const elsewhere = branches.find(({ title }) => !title.includes('Покровка'));
  if (elsewhere) await saveReviewPage(elsewhere.branchId, { mayCancel: false });
  expect(await offers()).toEqual(['value="confirm"', 'value="cancel"']);
  const here = branches.find(({ title }) => title.includes('Покровка'));
  await saveReviewPage(here!.branchId, { mayConfirm: false, mayCancel: false });
  expect(await offers()).toEqual(['Specialist']);
});

test('the preview draws the next visits under settings that are not saved', async () => {
  await booked();
  const settings = { ...USUAL_VISIT_PAGE, mayMove: false, note: 'See you' };
  const { body } = await call(previewVisitPage, {
    token: owner.token,
    body: { settings, places: [], language: 'pt_br' },
  });
  expect(body.pages[0]).toMatchObject({ title: 'Seu horário', note: 'See you' });
  expect(body.pages[0]?.answers.map(({ answer }) => answer)).not.toContain('move');
});

test('a guessed or foreign link shows nothing of any business, and a place of a foreign branch is refused', async () => {
  const { path } = await booked();
  for (const guessed of [
    `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`,
    '/visit/x',
    `/visit/${'a'.repeat(400)}`,
  ]) {
    const { status, body } = await open(guessed);
    expect(status).toBe(404);
    expect(body).not.toContain('Ромашка');
  }
  const tenantId = await aTenant();
  const { id, branchId } = await aVisit({ tenantId });
  expect((await open(visitPageUrl(ctx, owner.tenantId, VisitId.parse(id), ''))).status).toBe(404);
  expect((await save({}, [{ branchId, coordinates: null }])).body).toMatchObject({ code: 'branch.not_found' });
  const refused = await open(path, { answer: 'explode', start: 'now' });
  expect(refused.status).toBe(400);
  expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(refused.headers.get('content-security-policy')).toContain("style-src 'self' 'nonce-");
  expect(refused.body).toContain('This could not be accepted');
});

test('answers on one page are limited', async () => {
  const { path } = await booked();
  const answers = [];
  for (let n = 0; n < 12; n++)
    answers.push((await open(path, { answer: 'move', start: '2026-03-05T09:00:00Z' })).status);
  expect(answers.at(-1)).toBe(429);
});
