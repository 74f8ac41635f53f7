import { expect, test } from 'vitest';
import { listReviewWidgets, saveReviewWidget } from '#contract/reviews/widgets.ts';
import { listReviews } from '#contract/reviews/calls.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { postForm } from '#server/testing/server/visitor-forms.ts';
import { reviewToken } from './storage/tokens.ts';

const { server, open } = await bookedSalons();

const post = (path: string, fields: Record<string, string>) => postForm(server.origin, path, fields);
const linkTo = (salon: Salon, visitId: string) =>
  `/review/${reviewToken(server.ctx, salon.owner.tenantId, { kind: 'visit', id: visitId })}`;
const reviewsOf = async (salon: Salon) => (await server.call(listReviews, { token: salon.owner.token })).body.items;

test.each(['multipart', 'urlencoded'])(
  'characters that the database cannot store are removed from a form that is %s',
  async (encoding) => {
    const salon = await open();
    const { visitId } = await salon.book({ clientName: 'Анна', startsAt: server.clock.now() });
    const path = linkTo(salon, visitId);
    await post(path, { stars: '5' });
    const fields = [
      ['text', 'Cosy\0'],
      ['comesAgain', 'yes\0'],
      ['tags', '\0'],
    ] as const;
    const body = encoding === 'multipart' ? new FormData() : new URLSearchParams();
    for (const [name, value] of fields) body.append(name, value);
    const answer = await fetch(new URL(path, server.origin), { method: 'POST', body, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, expect.stringContaining('?sent')]);
    expect(await reviewsOf(salon)).toMatchObject([{ stars: 5, text: 'Cosy', tags: [], comesAgain: true }]);
  },
);

test('a map whose host was blocked after it was saved is not led to', async () => {
  const salon = await open();
  const { visitId } = await salon.book({ startsAt: server.clock.now() });
  const path = linkTo(salon, visitId);
  const { token, tenantId } = salon.owner;
  const { name, branchId, settings, version } = (await server.call(listReviewWidgets, { token })).body.widgets[0]!;
  const maps = [{ service: 'own' as const, url: 'https://maps.salon.ru/' }];
  const body = { name, branchId, isOn: true, settings: { ...settings, maps }, baseVersion: version };
  expect((await server.call(saveReviewWidget, { token, body })).status).toBe(200);
  await post(path, { stars: '5' });
  const leadOn = () => fetch(new URL(`${path}/map/own`, server.origin), { redirect: 'manual' });
  expect((await leadOn()).headers.get('location')).toBe('https://maps.salon.ru/');
  await server.owner.query(
    `update review_widgets set settings = jsonb_set(settings, '{maps,0,url}', '"https://iplogger.org./x"') where tenant_id = $1`,
    [tenantId],
  );
  expect((await leadOn()).status).toBe(404);
});
