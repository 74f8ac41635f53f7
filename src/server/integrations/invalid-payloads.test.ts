import { expect, test } from 'vitest';
import { readCart } from '#contract/integrations/events.ts';
import { apiProgram } from '#server/testing/server/api-program.ts';
import { testServer } from '#server/testing/server/http.ts';

const server = await testServer({ now: '2026-11-21T10:00:00Z' });

const anna = { externalId: 'anna', phone: '+79161234567', name: 'Анна' };

test.each(['0001-01-01T00:00:00+03:00', '9999-12-31T23:59:59-05:00', '0000-01-01T00:00:00Z'])(
  'an item with %s, as programs write what they do not know, is refused alone',
  async (moment) => {
    const { post } = await apiProgram(server);
    const order = { client: anna, status: 'OnWay' };
    const { body } = await post('orders', [
      { ...order, externalId: 'odd', completeBefore: moment },
      { ...order, externalId: 'plain' },
    ]);
    expect(body.items).toMatchObject([
      { outcome: 'refused', fields: { completeBefore: ['datetime'] } },
      { outcome: 'created' },
    ]);
  },
);

test('an impossible birthday is refused without affecting other items', async () => {
  const { post } = await apiProgram(server);
  const { body } = await post('contacts', [
    { ...anna, birthday: '0000-05-14' },
    { externalId: 'vera', birthday: '2027-01-01' },
    { externalId: 'zoya', birthday: '1990-05-14' },
  ]);
  expect(body.items).toMatchObject([
    { outcome: 'refused', fields: { birthday: ['birth_date'] } },
    { outcome: 'refused', fields: { birthday: ['birth_date'] } },
    { outcome: 'created' },
  ]);
});

test('a cart that comes to more than there is money is refused alone', async () => {
  const { post } = await apiProgram(server);
  const line = { title: 'Роза', quantity: 1_000_000, priceMinor: 1_000_000_000_000 };
  const { body } = await post('carts', [
    { externalId: 'rich', items: Array.from({ length: 200 }, () => line) },
    { externalId: 'plain', items: [{ title: 'Роза' }] },
  ]);
  expect(body.items).toMatchObject([{ outcome: 'refused', fields: { items: ['too_big'] } }, { outcome: 'created' }]);
});

test('a late request does not undo a cart that was sent again unchanged since', async () => {
  const { post, read } = await apiProgram(server);
  const cart = (title: string, minute: string) => ({
    externalId: 'cart-1',
    items: [{ title }],
    updatedAt: `2026-11-21T09:${minute}:00Z`,
  });
  await post('carts', [cart('Роза', '30')]);
  expect((await post('carts', [cart('Роза', '50')])).body.items).toMatchObject([{ outcome: 'unchanged' }]);
  expect((await post('carts', [cart('Пион', '40')])).body.items).toMatchObject([{ outcome: 'stale' }]);
  expect((await read(readCart, 'cart-1')).body).toMatchObject({ items: [{ title: 'Роза' }] });
});

test('of one cart twice in a call the later word holds, whether it names the customer or not', async () => {
  const { post, read } = await apiProgram(server);
  const { body } = await post('carts', [
    { externalId: 'cart-1', client: anna, items: [{ title: 'Роза' }] },
    { externalId: 'cart-1', items: [{ title: 'Пион' }] },
  ]);
  expect(body.items).toMatchObject([{ outcome: 'created' }, { outcome: 'updated' }]);
  expect((await read(readCart, 'cart-1')).body).toMatchObject({ items: [{ title: 'Пион' }] });
});

test('changes of a contact sent by an API client after the visit reach flows with such conditions', async () => {
  const { post, events } = await apiProgram(server);
  await post('visits', [{ externalId: 'v1', client: anna, startsAt: '2026-11-25T10:00:00Z' }]);
  const changes = async () => (await events()).filter(({ kind }) => kind === 'contacts.changed').length;
  await post('contacts', [{ ...anna, birthday: '1990-05-14' }]);
  expect(await changes()).toBe(0);
  await post('contacts', [{ ...anna, categories: ['VIP'] }]);
  expect(await changes()).toBe(1);
  await post('contacts', [{ ...anna, categories: ['VIP'] }]);
  expect(await changes()).toBe(1);
});
