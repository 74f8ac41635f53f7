import { expect, test } from 'vitest';
import { yclientsSalon } from '#server/testing/yclients-salon.ts';

const { server, world, connect, reset, settle } = await yclientsSalon();

test('the card of a client who comes with her first record is read: her birthday, her wish and her categories', async () => {
  await reset();
  const owner = await connect();
  const tags = [{ id: 7, title: 'VIP', color: '#c85681' }];
  const card = { name: 'Зоя', phone: '+79160009988', birthDate: '1991-04-05', smsNot: 1, tags };
  const { id } = await world.control<{ id: number }>('POST', '/yclients/clients', card);
  await settle();
  await world.control('POST', '/yclients/records', { clientId: id });
  await settle();
  await settle();
  const { rows } = await server.owner.query(
    `select birth_date::text as birthday, refuses_mailings, categories from contacts where tenant_id = $1 and phone = $2`,
    [owner.tenantId, card.phone],
  );
  expect(rows).toEqual([{ birthday: '1991-04-05', refuses_mailings: true, categories: ['VIP'] }]);
});
