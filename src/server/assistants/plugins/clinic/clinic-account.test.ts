import { beforeEach, expect, test } from 'vitest';
import { disconnectClinics, getClinics } from '#contract/assistants/clinics.ts';
import { offerBranches } from '#contract/connections/calls.ts';
import { CLINIC_TOKENS, clinicHouse } from '#server/testing/houses/clinic-house.ts';

const { server, world, connect, reset } = await clinicHouse();
const { call } = server;

beforeEach(reset);

const CLINICS = [{ id: '101', title: 'Клиника Здоровье на Покровке' }, { id: '102' }];
const offer = (token: string, clinicToken: string) =>
  call(offerBranches, { token, body: { kind: 'medflex', token: clinicToken } });

test('a clinic is connected by its token, which is sealed and never returned', async () => {
  const { token: other } = await server.signUp();
  expect((await call(getClinics, { token: other })).body).toEqual({
    connectedAt: null,
    connectionId: null,
    clinics: [],
    trouble: null,
  });
  const { token, tenantId } = await connect('ru');
  const { body } = await call(getClinics, { token });
  expect(body).toMatchObject({ connectionId: expect.any(String), clinics: CLINICS, trouble: null });
  expect(JSON.stringify(body)).not.toContain(CLINIC_TOKENS.ru);
  const { rows } = await server.owner.query('select * from connections where tenant_id = $1', [tenantId]);
  const stored = Object.values(rows[0]).map((value) =>
    Buffer.isBuffer(value) ? value.toString('utf8') : String(value),
  );
  expect(stored.join()).not.toContain(CLINIC_TOKENS.ru);
});

test('a token that was entered for the assistants alone opens its clinics until it is forgotten', async () => {
  const { token, tenantId } = await server.signUp();
  const box = server.ctx.vault.seal(tenantId, { token: CLINIC_TOKENS.ru });
  await server.owner.query('insert into clinic_accounts (tenant_id, box, connected_at) values ($1, $2, now())', [
    tenantId,
    box,
  ]);
  const { body } = await call(getClinics, { token });
  expect(body).toMatchObject({ connectionId: null, clinics: CLINICS, trouble: null });
  expect(JSON.stringify(body)).not.toContain(CLINIC_TOKENS.ru);
  await call(disconnectClinics, { token });
  expect((await call(getClinics, { token })).body.connectedAt).toBeNull();
});

test('a token that opens nothing is refused, and the earlier one stays', async () => {
  const { token } = await connect('ru');
  const refused = { status: 422, body: { code: 'connection.check_failed', details: { trouble: 'wrong_login' } } };
  expect(await offer(token, 'wrong')).toMatchObject(refused);
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
  await world.control('POST', '/fault', { channel: 'medflex', match: '/', action: 'http', status: 503, times: 0 });
  const unreached = await offer(token, CLINIC_TOKENS.ru);
  expect(unreached).toMatchObject({ status: 503, body: { code: 'provider.unreachable' } });
});
