import { expect, test } from 'vitest';
import { iikoScene } from '../../testing/iiko-scene.ts';

const { sim, api, organizations, advance, place, move, events } = iikoScene();

const command = async (kind: 'confirm' | 'cancel', orderId: string, extra = {}) =>
  (await api(`1/deliveries/${kind}`, { organizationId: organizations()[0], orderId, ...extra })).body.correlationId;
const status = (correlationId: string) =>
  api('1/commands/status', { organizationId: organizations()[0], correlationId });
const statusOf = async (id: string) => (await sim('GET', `/_sim/iiko/orders/${id}`)).body.status;

test('a command is accepted first, then executed and reported', async () => {
  const { id } = await place({ webhook: false });
  const correlationId = await command('confirm', id);
  expect((await status(correlationId)).body.state).toBe('InProgress');
  expect(await statusOf(id)).toBe('Unconfirmed');
  await advance(1000);
  expect((await status(correlationId)).body).toMatchObject({ state: 'Success' });
  expect(await statusOf(id)).toBe('WaitCooking');
  expect((await events()).map(({ eventInfo }) => eventInfo.order.status)).toEqual(['WaitCooking']);
});

test('a cancellation carries its cause, and a second one is an error', async () => {
  const { cancelCauses } = (await sim('GET', '/_sim/iiko')).body;
  const { id } = await place();
  const cause = { cancelCauseId: cancelCauses[1].id, cancelComment: 'Тишина' };
  const first = await command('cancel', id, cause);
  const second = await command('cancel', id, cause);
  await advance(1000);
  expect((await status(first)).body.state).toBe('Success');
  expect((await status(second)).body).toMatchObject({
    state: 'Error',
    errorReason: 'Order in status Cancelled cannot be cancelled',
  });
  const { cancel } = (await sim('GET', `/_sim/iiko/orders/${id}`)).body;
  expect(cancel).toMatchObject({ causeId: cancelCauses[1].id, comment: 'Тишина' });
  const verdict = (await sim('GET', '/_sim/judge?channel=iiko')).body;
  expect(verdict.duplicates).toEqual([{ ref: `cancel:${id}`, count: 2 }]);
});

test('a confirmed order is not confirmed again, an unknown one is refused at once', async () => {
  const order = await place();
  await move(order, 'CookingStarted');
  const correlationId = await command('confirm', order.id);
  await advance(1000);
  expect((await status(correlationId)).body.state).toBe('Error');
  const unknown = { organizationId: organizations()[0], orderId: crypto.randomUUID() };
  expect((await api('1/deliveries/confirm', unknown)).body.error).toBe('ORDER_NOT_FOUND');
});

test('a silent restaurant ends a command with an error, one that hangs with nothing', async () => {
  const { id } = await place();
  await sim('POST', '/_sim/iiko/online', { on: false });
  const silent = await command('confirm', id);
  await advance(5000);
  expect((await status(silent)).body.state).toBe('InProgress');
  await advance(10_000);
  expect((await status(silent)).body).toMatchObject({
    state: 'Error',
    errorReason: 'Restaurant did not answer in time',
  });
  await sim('POST', '/_sim/iiko/online', { on: true });
  await sim('POST', '/_sim/iiko/switches', { commands: 'hang' });
  const hanging = await command('confirm', id);
  await advance(60_000);
  expect((await status(hanging)).body.state).toBe('InProgress');
});

test('a command of more than an hour ago is 410', async () => {
  const correlationId = await command('confirm', (await place()).id);
  await advance(40 * 60_000);
  expect((await status(correlationId)).status).toBe(200);
  expect((await status(crypto.randomUUID())).status).toBe(410);
  await advance(21 * 60_000);
  const { token } = (await api('1/access_token', { apiLogin: 'iiko-demo-login' })).body;
  const late = { organizationId: organizations()[0], correlationId };
  expect((await api('1/commands/status', late, token)).status).toBe(410);
});
