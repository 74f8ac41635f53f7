import { expect, test } from 'vitest';
import { getReviewStatistics, listReviews } from '#contract/reviews/calls.ts';
import {
  listReviewWidgets,
  previewReviewPage,
  type ReviewWidgetSettings,
  saveReviewWidget,
} from '#contract/reviews/widgets.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { postForm, visitorPage } from '#server/testing/server/visitor-forms.ts';
import { reviewToken } from './storage/tokens.ts';

const { server, open } = await bookedSalons();

const post = (path: string, fields: Record<string, string>) => postForm(server.origin, path, fields);
const pageAt = (path: string) => visitorPage(server.origin, path);
const linkTo = (salon: Salon, visitId: string) =>
  `/review/${reviewToken(server.ctx, salon.owner.tenantId, { kind: 'visit', id: visitId })}`;
const reviewsOf = async (salon: Salon) => (await server.call(listReviews, { token: salon.owner.token })).body.items;

async function saveSettings({ owner: { token } }: Salon, change: Partial<ReviewWidgetSettings>) {
  const { name, branchId, isOn, settings, version } = (await server.call(listReviewWidgets, { token })).body
    .widgets[0]!;
  const body = { name, branchId, isOn, settings: { ...settings, ...change }, baseVersion: version };
  return server.call(saveReviewWidget, { token, body });
}

const YANDEX = { service: 'yandex' as const, url: 'https://yandex.ru/maps/org/lokon/1234567890/' };

test("the specification's address of a rating leads by the signed link to the page; the id of a review is no such link", async () => {
  const salon = await open();
  const { visitId } = await salon.book({ startsAt: server.clock.now() });
  const path = linkTo(salon, visitId);
  const openPage = new URL(String((await saveSettings(salon, {})).body.link)).pathname;
  for (const page of [path, openPage]) {
    const { at, status } = await pageAt(`/widgets/reviews/rating/${page.split('/').at(-1)}`);
    expect({ at, status }).toEqual({ at: page, status: 200 });
  }
  await post(path, { stars: '1' });
  const [review] = await reviewsOf(salon);
  const answer = await pageAt(`/widgets/reviews/rating/${review?.id}`);
  expect(answer.page).not.toContain('name="stars"');
});

test('the preview of the settings and the pages have one headline; a photo is chosen by words of the page', async () => {
  const salon = await open();
  const { visitId } = await salon.book({ startsAt: server.clock.now() });
  const { settings, link } = (await saveSettings(salon, { language: 'pt_br' })).body;
  const body = { settings, stars: 5, language: 'ru' as const };
  const preview = (await server.call(previewReviewPage, { token: salon.owner.token, body })).body;
  for (const path of [linkTo(salon, visitId), new URL(String(link)).pathname])
    expect((await pageAt(path)).page).toContain(`<h1>${preview.title}</h1>`);
  expect((await post(linkTo(salon, visitId), { stars: '5' })).page).toContain('Escolher uma foto');
});

test('clicks are counted on the maps that a page offers now', async () => {
  const salon = await open();
  const { visitId } = await salon.book({ startsAt: server.clock.now() });
  await saveSettings(salon, { maps: [YANDEX] });
  await post(linkTo(salon, visitId), { stars: '5' });
  const maps = async () => (await server.call(getReviewStatistics, { token: salon.owner.token })).body.maps;
  expect(await maps()).toEqual([{ map: 'yandex', count: 0 }]);
  await saveSettings(salon, { maps: [] });
  expect(await maps()).toEqual([]);
});

test('a click on a map leads to the form of the service and is counted once per person, not for a preview', async () => {
  const salon = await open();
  const { visitId } = await salon.book({ startsAt: server.clock.now() });
  const path = linkTo(salon, visitId);
  await saveSettings(salon, { maps: [YANDEX] });
  await post(path, { stars: '5' });
  const click = (changed: Record<string, string>, method = 'GET') => {
    const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14; CUBOT P80) Mobile Safari/537.36', ...changed };
    return fetch(new URL(`${path}/map/yandex`, server.origin), { method, headers, redirect: 'manual' });
  };
  await click({}, 'HEAD');
  await click({ 'sec-purpose': 'prefetch' });
  await click({ 'user-agent': 'WhatsApp/2.24' });
  expect((await reviewsOf(salon))[0]?.mapChosen).toBeNull();

  const answer = await click({});
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe('https://yandex.ru/maps/org/1234567890/reviews/?add-review=true');
  expect((await reviewsOf(salon))[0]?.mapChosen).toBe('yandex');
  const { body } = await server.call(getReviewStatistics, { token: salon.owner.token });
  expect(body.maps).toContainEqual({ map: 'yandex', count: 1 });
  expect((await pageAt(`${path}/map/google`)).status).toBe(404);
});
