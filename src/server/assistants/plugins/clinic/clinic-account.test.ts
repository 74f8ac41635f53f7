import { beforeEach, expect, test } from 'vitest';
import { connectClinics, disconnectClinics, getClinics } from '#contract/assistants/clinics.ts';
import { CLINIC_TOKENS, clinicHouse } from '#server/testing/houses/clinic-house.ts';

const { server, world, connect, reset } = await clinicHouse();
const { call } = server;

beforeEach(reset);

test('a clinic is connected by its token, which is sealed and never returned', async () => {
  const { token, tenantId } = await server.signUp();
  expect((await call(getClinics, { token })).body).toEqual({
    connectedAt: null,
    connectionId: null,
    clinics: [],
    trouble: null,
  });
  const connected = await call(connectClinics, { token, body: { token: CLINIC_TOKENS.ru } });
  expect(connected.body.clinics).toMatchObject([{ id: '101', title: 'Клиника Здоровье на Покровке' }, { id: '102' }]);
  expect((await call(getClinics, { token })).body).toEqual(connected.body);
  expect(JSON.stringify(connected.body)).not.toContain(CLINIC_TOKENS.ru);
  const { rows } = await server.owner.query('select box from clinic_accounts where tenant_id = $1', [tenantId]);
  expect(rows[0].box.toString('utf8')).not.toContain(CLINIC_TOKENS.ru);
  await call(disconnectClinics, { token });
  expect((await call(getClinics, { token })).body.connectedAt).toBeNull();
});

test('a token that opens nothing is refused, and the earlier one stays', async () => {
  const { token } = await connect('ru');
  const wrong = await call(connectClinics, { token, body: { token: 'wrong' } });
  expect(wrong).toMatchObject({ status: 422, body: { code: 'clinics.token_refused' } });
  expect((await call(getClinics, { token })).body.clinics).toHaveLength(2);
});

test('a system that does not answer is told apart from a token that was revoked', async () => {
  const { token } = await connect('ru');
  const fail = (status: number) =>
    world.control('POST', '/fault', { channel: 'medflex', match: '/models/lpu', action: 'http', status });
  await fail(503);
  expect((await call(getClinics, { token })).body).toMatchObject({ trouble: 'unreachable', clinics: [] });
  await fail(401);
  expect((await call(getClinics, { token })).body).toMatchObject({ trouble: 'refused' });
  await fail(503);
  const unreached = await call(connectClinics, { token, body: { token: CLINIC_TOKENS.ru } });
  expect(unreached).toMatchObject({ status: 503, body: { code: 'provider.unreachable' } });
});
