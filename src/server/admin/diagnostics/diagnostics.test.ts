import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listAdminUsers } from '#contract/admin/calls.ts';
import * as contract from '#contract/admin/diagnostics.ts';
import { login } from '#contract/auth/calls.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { testServer } from '#server/testing/server/http.ts';

const server = await testServer();
const { call, owner, signUp } = server;
const build = builders(owner, server.ctx.vault);
const now = server.clock.now();
const { token } = await anOperator();
const salon = await aSalon();
const other = await aSalon();

async function anOperator() {
  const { email, password, tenantId } = await signUp();
  await owner.query(`update members set operator_role = 'admin' where tenant_id = $1`, [tenantId]);
  return (await call(login, { body: { email, password } })).body;
}

/** A cabinet in which everything works, with one live flow. */
async function aSalon() {
  const { tenantId, email, token: ownToken } = await signUp();
  const { body } = await call(listAdminUsers, { token, query: { search: email } });
  const userId = body.items[0]?.id ?? expect.fail(email);
  const { id: channelId } = await build.aChannel({ tenantId, title: 'WhatsApp of the salon' });
  const { id: flowId } = await build.aFlow({ tenantId, title: 'Reminder of the salon' });
  return { tenantId, ownToken, userId, params: { userId }, channelId, flowId };
}

type Salon = typeof salon;

async function aLostMessage({ tenantId, channelId, flowId }: Salon, reason: DecisionRule, status: string) {
  const { id: contactId, phone } = await build.aContact({ tenantId });
  const { id } = await build.aMessage({
    tenantId,
    channelId,
    contactId,
    senderId: flowId,
    reason,
    status,
    dueAt: now.toString(),
    updatedAt: now.toString(),
  });
  return { id, phone: phone ?? '' };
}

async function aVerdict({ tenantId, flowId }: Salon, rule: DecisionRule, compared: Record<string, unknown>) {
  const { id: contactId, phone } = await build.aContact({ tenantId });
  const id = randomUUID();
  await owner.query(
    `insert into verdicts (tenant_id, id, sender_id, sender_version, step, occurrence, subject_id, contact_id, subject_kind,
       stage, outcome, rule, compared, decided_at)
     values ($1, $2, $3, 1, 1, 1, $4, $5, 'contact', 'plan', 'skipped', $6, $7, $8)`,
    [tenantId, id, flowId, randomUUID(), contactId, rule, compared, now.toString()],
  );
  return { id, phone: phone ?? '' };
}

const diagnose = async ({ params }: Salon) => (await call(contract.getDiagnosis, { token, params })).body;

async function traceOf({ params }: Salon, phone: string) {
  const { body } = await call(contract.listUserMessages, { token, params, query: { search: phone.slice(-10) } });
  expect(body.contacts).toHaveLength(1);
  expect(body.items).toHaveLength(1);
  const entryId = body.items[0]?.id ?? '';
  return (await call(contract.getUserMessageTrace, { token, params: { ...params, entryId } })).body;
}

test.each<[string, DecisionRule, string]>([
  ['no quota', 'quota_exhausted', 'planned'],
  ['a flow that the tariff ended', 'flow_stopped', 'planned'],
  ['a disconnected channel', 'channel_unavailable', 'planned'],
  ['quiet hours', 'quiet_hours', 'planned'],
  ['the ignore list', 'opted_out', 'skipped'],
])('a message that did not leave because of %s is counted and traced by the phone', async (_name, rule, status) => {
  const { phone } = await aLostMessage(salon, rule, status);
  const { findings } = await diagnose(salon);
  expect(findings).toContainEqual(
    expect.objectContaining({ code: 'today_rule', rule, count: 1, lostAs: status === 'planned' ? 'waiting' : status }),
  );
  expect((await traceOf(salon, phone)).entry).toMatchObject({ rule, status, phone });
});

test.each<[string, DecisionRule, Record<string, unknown>]>([
  ['a condition that was not met', 'branch_differs', { is: 'Salon A', wanted: 'Salon B' }],
  ['a message that was sent lately', 'written_lately', { intervalMinutes: 60, lastAt: now.toString() }],
])('%s is shown with the compared values', async (_name, rule, compared) => {
  const { phone } = await aVerdict(salon, rule, compared);
  const { findings } = await diagnose(salon);
  expect(findings).toContainEqual(
    expect.objectContaining({ code: 'today_rule', rule, lostAs: 'skipped', tone: 'good' }),
  );
  const { steps } = await traceOf(salon, phone);
  expect(steps).toContainEqual(expect.objectContaining({ kind: 'verdict', rule, compared }));
});

test('the end of the tariff, an empty balance and a lost channel are red', async () => {
  const ended = await aSalon();
  await owner.query(`update tenants set paid_until = $2, is_trial = false where id = $1`, [
    ended.tenantId,
    now.subtract({ hours: 24 }).toString(),
  ]);
  await owner.query(`update message_balances set available = 0 where tenant_id = $1`, [ended.tenantId]);
  await owner.query(
    `update channels set state = 'NotAuthorized', trouble = 'wrong_key', trouble_text = 'Invalid key' where tenant_id = $1`,
    [ended.tenantId],
  );
  await owner.query(`update flows set status = 'unavailable' where tenant_id = $1`, [ended.tenantId]);
  const { findings } = await diagnose(ended);
  const red = findings.filter(({ tone }) => tone === 'bad').map(({ code }) => code);
  expect(red).toEqual(['money_expired', 'quota_empty', 'channel_trouble', 'flows_none', 'flows_unavailable']);
  expect(findings).toContainEqual(expect.objectContaining({ code: 'channel_trouble', text: 'Invalid key' }));
});

test('missing rights are named, and a branch that is read late is red', async () => {
  const { tenantId, params } = other;
  const { id: connectionId } = await build.aConnection({ tenantId });
  await build.aBranch({
    tenantId,
    connectionId,
    title: 'Late',
    missingRights: ['client_data'],
    changedUntil: now.subtract({ hours: 5 }).toString(),
  });
  const { body } = await call(contract.getDiagnosis, { token, params });
  expect(body.findings).toContainEqual(expect.objectContaining({ code: 'branch_rights', rights: ['client_data'] }));
  expect(body.findings).toContainEqual(expect.objectContaining({ code: 'branch_late', name: 'Late', tone: 'bad' }));
});

test('the last errors stand with the words of the provider, and lead to the trace', async () => {
  const { tenantId, channelId, flowId, params } = other;
  const { id } = await build.aMessage({
    tenantId,
    channelId,
    senderId: flowId,
    status: 'failed',
    reason: 'provider_refused',
    errorText: 'Number is blocked',
    dueAt: now.toString(),
    updatedAt: now.toString(),
  });
  const { body } = await call(contract.getDiagnosis, { token, params });
  expect(body.errors).toMatchObject([{ source: 'message', text: 'Number is blocked', entryId: id }]);
});

test('jobs that fail are named with their error', async () => {
  await owner.query(`select graphile_worker.add_job('flows.check', $1::json)`, [{ tenantId: other.tenantId }]);
  await owner.query(
    `update graphile_worker._private_jobs set last_error = 'it broke', attempts = 3 where payload ->> 'tenantId' = $1`,
    [other.tenantId],
  );
  expect((await diagnose(other)).findings).toContainEqual(
    expect.objectContaining({ section: 'jobs', code: 'job_failing', text: 'it broke', count: 3 }),
  );
  expect((await diagnose(salon)).findings).toContainEqual(expect.objectContaining({ code: 'jobs_well' }));
});

test('a live flow that decided against all its messages stands out', async () => {
  const quiet = await aSalon();
  await owner.query(
    `insert into skip_tallies (tenant_id, day, sender_id, rule, counted_by, count) values ($1, $2, $3, 'no_channel', 0, 5)`,
    [quiet.tenantId, now.toString().slice(0, 10), quiet.flowId],
  );
  expect((await diagnose(quiet)).findings).toContainEqual(
    expect.objectContaining({ code: 'flow_skips_all', name: 'Reminder of the salon', count: 5, rule: 'no_channel' }),
  );
});

test('rows of another cabinet are not mixed in', async () => {
  const { id, phone } = await aLostMessage(other, 'quiet_hours', 'planned');
  const found = await call(contract.listUserMessages, { token, params: salon.params, query: { search: phone } });
  expect(found.body).toMatchObject({ items: [], contacts: [] });
  const trace = await call(contract.getUserMessageTrace, { token, params: { ...salon.params, entryId: id } });
  expect(trace).toMatchObject({ status: 404, body: { code: 'message.not_found' } });
});

test('a member may not diagnose', async () => {
  const { params, ownToken } = salon;
  expect((await call(contract.getDiagnosis, { token: ownToken, params })).status).toBe(403);
  expect((await call(contract.listUserMessages, { token: ownToken, params })).status).toBe(403);
});
