import { expect, test } from 'vitest';
import { answerReview, getReview, getReviewStatistics, listReviews } from '#contract/reviews/calls.ts';
import { listNotices } from '#contract/onboarding/calls.ts';
import { listReviewWidgets, type ReviewWidgetSettings, saveReviewWidget } from '#contract/reviews/widgets.ts';
import { HINTS, MAP_SERVICES } from '#contract/reviews/values.ts';
import { addRatings } from '#server/billing/rating-actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { postForm, visitorPage } from '#server/testing/server/visitor-forms.ts';
import { reviewToken } from './storage/tokens.ts';

const { server, open } = await bookedSalons();

const post = (path: string, fields: Record<string, string | string[]>) => postForm(server.origin, path, fields);

const pageAt = (path: string) => visitorPage(server.origin, path);

const linkTo = (salon: Salon, visitId: string) =>
  `/review/${reviewToken(server.ctx, salon.owner.tenantId, { kind: 'visit', id: visitId })}`;

async function saveSettings(salon: Salon, change: Partial<ReviewWidgetSettings>, isOn = true) {
  const { token } = salon.owner;
  const { widgets } = (await server.call(listReviewWidgets, { token })).body;
  const { name, branchId, settings, version } = widgets[0]!;
  const body = { name, branchId, isOn, settings: { ...settings, ...change }, baseVersion: version };
  return server.call(saveReviewWidget, { token, body });
}

const reviewsOf = async (salon: Salon) => (await server.call(listReviews, { token: salon.owner.token })).body.items;

const YANDEX = { service: 'yandex' as const, url: 'https://yandex.ru/maps/org/lokon/1234567890/' };

test('one tap saves the stars; another changes the same review; the form adds the rest', async () => {
  const salon = await open();
  const { visitId } = await salon.book({ clientName: 'Анна <b>', startsAt: server.clock.now() });
  const path = linkTo(salon, visitId);
  expect((await pageAt(path)).page).toContain('<h1>Вам всё понравилось?</h1>');
  expect(await reviewsOf(salon)).toEqual([]);

  await post(path, { stars: '5' });
  await post(path, { stars: '4' });
  const sent = await post(path, {
    details: '1',
    tags: ['friendly_service', 'rude_service', 'not a hint'],
    text: ' <script>alert(1)</script> Спасибо ',
    comesAgain: 'yes',
  });
  expect(sent).toMatchObject({ status: 200 });
  expect(sent.page).toContain('Отзыв отправлен');

  const [review, ...others] = await reviewsOf(salon);
  expect(others).toEqual([]);
  expect(review).toMatchObject({
    stars: 4,
    class: 'positive',
    tags: ['friendly_service'],
    text: '<script>alert(1)</script> Спасибо',
    comesAgain: true,
    contact: { name: 'Анна <b>' },
    visit: { id: visitId, masterName: 'Ольга' },
    serviceTitles: ['Стрижка'],
    branch: { title: 'Локон' },
  });
  const edited = await pageAt(path);
  expect(edited.page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; Спасибо');
  expect(edited.page).not.toContain('<script>alert');
});

test('a page that nobody changed sends the unhappy to the owner alone; an open one offers them the maps below', async () => {
  const salon = await open();
  const { visitId } = await salon.book({ startsAt: server.clock.now() });
  const path = linkTo(salon, visitId);
  await saveSettings(salon, { maps: [YANDEX], answerPhone: '+79161110000' });
  const unhappy = (await post(path, { stars: '2' })).page;
  expect(unhappy).toContain('Отправить руководителю');
  expect(unhappy).toContain('tel:+79161110000');
  expect(unhappy).not.toContain('/map/yandex');
  expect((await pageAt(`${path}/map/yandex`)).status).toBe(404);
  expect((await post(path, { stars: '4' })).page).toContain('/map/yandex');

  await saveSettings(salon, { mode: 'open' });
  const shown = (await post(path, { stars: '2' })).page;
  expect(shown).toContain('Отзыв можно оставить и на картах');
  expect(shown).toContain('/map/yandex');
});

test('an own address of reviews leads to no inner network', async () => {
  const answer = await saveSettings(await open(), { maps: [{ service: 'own', url: 'http://0x7f.1/admin' }] });
  expect(answer).toMatchObject({ body: { details: { fields: { 'settings.maps.0.url': ['target_inner'] } } } });
});

test('a foreign, guessed or removed link is the page of what is not there', async () => {
  const [salon, other] = [await open(), await open()];
  const { visitId } = await salon.book({ startsAt: server.clock.now() });
  const foreign = linkTo(other, visitId);
  const path = linkTo(salon, visitId);
  const byRating = (link: string) => link.replace('/review/', '/widgets/reviews/rating/');
  for (const wrong of [foreign, `${path}x`, '/review/guess', '/review/b/guess', byRating(`${path}x`)]) {
    const { status, page } = await pageAt(wrong);
    expect({ wrong, status }).toEqual({ wrong, status: 404 });
    expect(page).toContain('Эта страница больше недоступна');
    expect((await post(wrong, { stars: '5' })).status).toBe(404);
  }
  await saveSettings(salon, {}, false);
  expect((await post(path, { stars: '5' })).status).toBe(404);
  expect(await reviewsOf(salon)).toEqual([]);
});

test('a page that anybody may open begins one review per opening, however often the form is sent', async () => {
  const salon = await open();
  const link = (await saveSettings(salon, {})).body.link;
  const path = new URL(String(link)).pathname;
  const once = /name="once" value="([^"]+)"/.exec((await pageAt(path)).page)?.[1] ?? '';
  const started = await post(path, { stars: '3', once });
  await post(path, { stars: '1', once });
  expect(started.at).toMatch(/^\/review\/[\w-]+$/);
  await post(started.at, { details: '1', text: 'Долго ждала' });
  expect(await reviewsOf(salon)).toMatchObject([{ stars: 1, text: 'Долго ждала', contact: null, visit: null }]);
  expect((await post(path, { stars: '5', once: 'made up' })).status).toBe(404);
});

test('a bad review alerts the owner by message, mail and bell once, with the visit; a good one does not', async () => {
  const salon = await open();
  await saveSettings(salon, { notifyPhone: '+79160000001', notifyEmail: 'boss@salon.example' });
  await salon.book({ phone: '+79160000001', startsAt: server.clock.now() });
  const bad = await salon.book({ startsAt: server.clock.now() });
  const good = await salon.book({ startsAt: server.clock.now(), phone: '+79162223344' });
  await post(linkTo(salon, good.visitId), { stars: '5' });
  await post(linkTo(salon, bad.visitId), { stars: '2' });
  const bell = async () => (await server.call(listNotices, { token: salon.owner.token })).body.notices;
  expect(await bell()).toMatchObject([{ kind: 'bad_review', params: { count: 2 }, isResolved: false }]);
  await server.runJobs();
  expect(salon.whatsApp.sent).toEqual([]);

  await post(linkTo(salon, bad.visitId), { details: '1', tags: 'rude_service', text: 'Нагрубили' });
  await post(linkTo(salon, bad.visitId), { details: '1', tags: 'rude_service', text: 'Нагрубили!' });
  await server.runJobs();
  expect(salon.whatsApp.sent).toHaveLength(1);
  const { to, text } = salon.whatsApp.sent[0]!.message;
  expect(JSON.stringify(to)).toContain('79160000001');
  for (const part of ['2 из 5', 'Анна', 'Стрижка', 'Ольга', 'Грубое обслуживание', '«Нагрубили!»'])
    expect(text).toContain(part);
  const [review] = (await reviewsOf(salon)).filter(({ stars }) => stars === 2);
  expect(review?.alertedAt).not.toBeNull();

  await post(linkTo(salon, bad.visitId), { stars: '5' });
  expect(await bell()).toMatchObject([{ kind: 'bad_review', isResolved: true }]);
});

test('an answer is sent once through the channel of the contact; quiet hours hold it, an opt-out refuses it', async () => {
  const salon = await open();
  const { visitId } = await salon.book({ startsAt: server.clock.now() });
  await post(linkTo(salon, visitId), { stars: '2' });
  await server.clock.set('2026-03-02T20:30:00Z'); // 23:30 in Moscow
  const { token, tenantId } = salon.owner;
  const [{ id: reviewId } = { id: '' }] = await reviewsOf(salon);
  const read = () => server.call(getReview, { token, params: { reviewId: reviewId as never } });
  expect((await read()).body.way).toEqual({
    kind: 'channel',
    channelId: salon.channelId,
    channelTitle: 'WhatsApp',
    sendsAt: '2026-03-03T05:00:00Z',
    templateName: null,
  });
  const answer = () =>
    server.call(answerReview, { token, params: { reviewId: reviewId as never }, body: { text: 'Простите, исправим' } });
  expect(await answer()).toMatchObject({
    status: 200,
    body: { answer: { text: 'Простите, исправим', status: 'planned' } },
  });
  expect(await answer()).toMatchObject({ status: 409, body: { code: 'review.answered' } });
  const answers = () => salon.whatsApp.sent.filter(({ message }) => JSON.stringify(message).includes('исправим'));
  await server.runJobs();
  expect(answers()).toHaveLength(0);
  await server.clock.set('2026-03-03T05:00:00Z');
  await server.runJobs();
  expect(answers()).toHaveLength(1);
  expect((await read()).body.review.answer).toMatchObject({ status: 'accepted' });

  const other = await salon.book({ startsAt: server.clock.now(), phone: '+79165556677' });
  await post(linkTo(salon, other.visitId), { stars: '1' });
  await server.owner.query(
    `insert into opt_outs (tenant_id, id, contact_id, scope, source, created_at)
     select tenant_id, gen_random_uuid(), id, 'all', 'word', now() from contacts where tenant_id = $1 and phone = '+79165556677'`,
    [tenantId],
  );
  const refused = (await reviewsOf(salon)).find(({ stars }) => stars === 1)!;
  const request = { token, params: { reviewId: refused.id }, body: { text: 'Простите' } };
  expect(await server.call(answerReview, request)).toMatchObject({
    status: 409,
    body: { code: 'review.cannot_answer', details: { rule: 'opted_out' } },
  });
});

test('where WhatsApp takes no free text any more, the answer and the alert leave in approved templates', async () => {
  const salon = await open();
  const { token, tenantId } = salon.owner;
  await server.owner.query(
    `insert into channel_templates (tenant_id, channel_id, name, language, category, status, content, synced_at)
     select $1, $2, name, 'ru', 'UTILITY', status,
       jsonb_build_object('body', body, 'parameterCount', places, 'media', null, 'isFillable', true, 'buttons', '[]'::jsonb), now()
     from (values ('answer', 'approved', 'Ответ на ваш отзыв: {{1}}. Спасибо!', 1), ('alert', 'approved', 'Плохой отзыв: {{1}} поставил {{2}}', 2),
       ('refused', 'rejected', '{{1}}', 1)) t (name, status, body, places)`,
    [tenantId, salon.channelId],
  );
  const template = (name: string, parameters: string[]) => ({
    channelId: salon.channelId,
    name,
    language: 'ru',
    parameters,
  });
  await saveSettings(salon, {
    notifyPhone: '+79160000001',
    alertTemplates: [template('alert', ['{clientName}', '{reviewStars}'])],
    answerTemplates: [template('refused', ['{reviewAnswer}']), template('answer', ['{reviewAnswer}'])],
  });
  const { visitId } = await salon.book({ startsAt: server.clock.now() });
  await server.owner.query(`update contact_addresses set window_until = '2026-01-01' where tenant_id = $1`, [tenantId]);
  await post(linkTo(salon, visitId), { details: '1', stars: '1' });
  await server.clock.advance({ minutes: 2 });
  await server.runJobs();
  const [review] = await reviewsOf(salon);
  const params = { reviewId: review!.id };
  expect((await server.call(getReview, { token, params })).body.way).toMatchObject({ templateName: 'answer' });
  const body = { text: 'Простите {clientName},\nисправим' };
  expect((await server.call(answerReview, { token, params, body })).status).toBe(200);
  await server.runJobs();
  // NOTE: the fake channel has no window, so the ledger is read.
  const { rows } = await server.owner.query(
    `select m.content -> 'templates' -> 0 as template from messages m join senders s on s.tenant_id = m.tenant_id and s.id = m.sender_id
     where m.tenant_id = $1 and s.kind = 'review' order by m.id`,
    [tenantId],
  );
  expect(rows.map(({ template }) => [template.name, template.parameters])).toEqual([
    ['alert', ['Анна', '1']],
    ['answer', ['Простите {clientName}, исправим']],
  ]);
});

test('without ratings a review is taken and shown to the owner after a top-up', async () => {
  const salon = await open();
  const { token, tenantId } = salon.owner;
  await server.owner.query('insert into rating_balances (tenant_id, available) values ($1, 1)', [tenantId]);
  const first = await salon.book({ startsAt: server.clock.now() });
  const second = await salon.book({ startsAt: server.clock.now(), phone: '+79162223344' });
  await post(linkTo(salon, first.visitId), { stars: '5' });
  const taken = await post(linkTo(salon, second.visitId), { stars: '1' });
  expect(taken.status).toBe(200);
  expect((await reviewsOf(salon)).map(({ stars }) => stars)).toEqual([5]);
  const quota = async () => (await server.call(getReviewStatistics, { token })).body.quota;
  expect(await quota()).toEqual({ left: 0, waiting: 1 });
  const kinds = async () => (await server.call(listNotices, { token })).body.notices.map(({ kind }) => kind);
  expect(await kinds()).toEqual(['ratings_exhausted']);

  await withTenant(server.ctx, tenantId, (scope) => addRatings(scope, 100));
  await server.runJobs();
  expect((await reviewsOf(salon)).map(({ stars }) => stars)).toEqual([1, 5]);
  expect(await quota()).toEqual({ left: 99, waiting: 0 });
  expect(await kinds()).toContain('bad_review');
});

test('statistics sum a period beside the one before, and each figure opens its reviews', async () => {
  const salon = await open();
  const { token } = salon.owner;
  const places: { visitId: string }[] = [];
  for (const change of [{}, { masterExternalId: '8', masterName: 'Ирина', phone: '+79160000011' }])
    places.push(await salon.book({ ...change, startsAt: server.clock.now() }));
  const rated = (day: string, stars: number, place = 0) =>
    server.owner.query(
      `insert into reviews (tenant_id, id, subject_key, branch_id, master_id, service_ids, stars, tags, comes_again,
         language, is_counted, created_at, updated_at)
       select tenant_id, gen_random_uuid(), gen_random_uuid()::text, branch_id, master_id, service_ids, $2::int,
         '{friendly_service}', $2::int > 3, 'ru', true, $3::timestamptz, $3::timestamptz from visits where id = $1`,
      [places[place]?.visitId, stars, `${day}T10:00:00Z`],
    );
  await rated('2026-03-02', 2);
  await rated('2026-03-09', 5, 1);
  await rated('2026-03-10', 4);
  await rated('2026-03-10', 3);
  const query = { from: '2026-03-09', to: '2026-03-15' };
  const { body } = await server.call(getReviewStatistics, { token, query });
  expect(body).toMatchObject({
    count: 3,
    average: 4,
    before: { count: 1, average: 2 },
    stars: [0, 0, 1, 1, 1],
    classes: { negative: 0, neutral: 1, positive: 2 },
    comesAgain: { yes: 2, no: 1 },
    tags: [{ tag: 'friendly_service', count: 3 }],
    branches: [{ title: 'Локон', count: 3, average: 4 }],
  });
  expect(body.masters.map(({ title, count }) => [title, count])).toEqual([
    ['Ольга', 2],
    ['Ирина', 1],
  ]);
  expect(body.steps.filter(({ count }) => count > 0)).toEqual([
    { day: '2026-03-09', count: 1, average: 5 },
    { day: '2026-03-10', count: 2, average: 3.5 },
  ]);
  expect(body.steps).toHaveLength(7);
  const listed = async (filter: object) =>
    (await server.call(listReviews, { token, query: { ...query, ...filter } })).body.items.map(({ stars }) => stars);
  expect(await listed({ class: 'positive' })).toEqual([4, 5]);
  expect(await listed({ masterId: body.masters[1]!.id })).toEqual([5]);
  expect((await listed({ serviceId: body.services[0]!.id })).toSorted()).toEqual([3, 4, 5]);
  expect(await listed({ comesAgain: 'no' })).toEqual([3]);
  expect(await listed({ tag: 'friendly_service', stars: 4 })).toEqual([4]);

  const sheet = new URLSearchParams({
    ...query,
    format: 'csv',
    titles: JSON.stringify(Array.from({ length: 13 }, (_, index) => `c${index}`)),
    words: JSON.stringify([...HINTS, ...MAP_SERVICES, 'yes', 'no'].map((key) => `=${key}`)),
  });
  const file = await fetch(`${server.origin}/api/v1/reviews/export?${sheet}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const rows = (await file.text()).trim().split('\r\n');
  expect(rows).toHaveLength(4);
  expect(rows[3]).toMatch(/^2026-03-09;5;;'=friendly_service;'=yes;/);
});

test('the message of a flow leads to the page of its visit', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'review_request' });
  const { externalId, visitId } = await salon.book({ startsAt: server.clock.now().subtract({ hours: 1 }) });
  await salon.book({ externalId, status: 'arrived' });
  await server.clock.set('2026-03-02T12:00:00Z');
  await server.runJobs();
  const [message] = await salon.messages(flow.id);
  expect(message?.body).toContain(linkTo(salon, visitId));
});

test('a visit that is still to come cannot be rated, until it begins or the client has arrived', async () => {
  const salon = await open();
  const startsAt = server.clock.now().add({ hours: 2 });
  const { externalId, visitId } = await salon.book({ startsAt });
  const path = linkTo(salon, visitId);
  const { page: early } = await post(path, { stars: '5' });
  expect(early).toContain('Визит ещё впереди');
  expect(early).not.toContain('name="stars"');
  expect(await reviewsOf(salon)).toEqual([]);

  await salon.book({ externalId, startsAt, status: 'arrived' });
  await post(path, { stars: '5' });
  expect(await reviewsOf(salon)).toMatchObject([{ stars: 5 }]);
});

test('a photo is kept as a picture alone; a file that is none is refused in words, and the rest of the form is saved', async () => {
  const salon = await open();
  const { visitId } = await salon.book({ startsAt: server.clock.now() });
  const path = linkTo(salon, visitId);
  await post(path, { stars: '5' });
  const send = async (file: Blob) => {
    const body = new FormData();
    body.append('details', '1');
    body.append('text', 'С фото');
    body.append('photo', file, 'photo.jpg');
    const answer = await fetch(new URL(path, server.origin), { method: 'POST', body });
    return answer.text();
  };
  const script = await send(new Blob(['<svg onload="alert(1)">'], { type: 'image/jpeg' }));
  expect(script).toContain('Этот файл не похож на фото');
  expect(await reviewsOf(salon)).toMatchObject([{ text: 'С фото', photoUrl: null }]);
  const cut = await send(new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])]));
  expect(cut).toContain('Этот файл не похож на фото');

  const { default: sharp } = await import('sharp');
  const picture = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#0a7' } })
    .withExif({ IFD0: { Copyright: 'camera of Anna' } })
    .jpeg()
    .toBuffer();
  expect(await send(new Blob([new Uint8Array(picture)]))).toContain('Отзыв отправлен');
  const [review] = await reviewsOf(salon);
  const stored = await fetch(new URL(new URL(String(review?.photoUrl)).pathname, server.origin));
  const photo = Buffer.from(await stored.arrayBuffer());
  expect(await sharp(photo).metadata()).toMatchObject({ format: 'jpeg', width: 1600, height: 800 });
  expect(photo.includes('camera of Anna')).toBe(false);
});
