import { expect, test } from 'vitest';
import { ContactId } from '#contract/contacts/calls.ts';
import { createFlow, type FlowId, pauseFlow } from '#contract/flows/calls.ts';
import { explainContact, explainVisit } from '#contract/insights/calls.ts';
import { apiProgram } from '#server/testing/server/api-program.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { call, owner, clock } = server;
const build = builders(owner);

async function explain(salon: Salon, flowId: string, contactId?: string) {
  const { tenantId, token } = salon.owner;
  const { rows } = await owner.query<{ id: string }>('select id from contacts where tenant_id = $1', [tenantId]);
  const params = { flowId, contactId: contactId ?? ContactId.parse(rows[0]?.id) };
  return (await call(explainContact, { token, params })).body;
}

test('a stored decision is the explanation, with its entry of the log', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', title: 'За сутки', delayMinutes: -1440 });
  await salon.book({ startsAt: clock.now().add({ hours: 48 }) });
  const [message] = await salon.messages(flow.id);
  const { flowTitle, explanations } = await explain(salon, flow.id);
  expect(flowTitle).toBe('За сутки');
  expect(explanations).toMatchObject([
    {
      basis: 'kept',
      outcome: 'planned',
      rule: 'due',
      entryId: message?.id,
      messageStatus: 'planned',
      visit: { branchTitle: 'Локон' },
    },
  ]);
});

test('where no decision is stored, the rule that would refuse is given with its compared values', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', title: 'За сутки', delayMinutes: -1440 });
  await call(pauseFlow, { token: salon.owner.token, params: { flowId: flow.id } });
  await salon.book({ startsAt: clock.now().add({ hours: 48 }) });
  const { explanations } = await explain(salon, flow.id);
  expect(explanations).toMatchObject([{ basis: 'now', outcome: 'skipped', rule: 'flow_paused', entryId: null }]);
});

test('a visit is explained by every flow that works, what was decided first', async () => {
  const salon = await open();
  await salon.aFlow({ kind: 'visit_reminder', title: 'За час', delayMinutes: -60 });
  const paused = await salon.aFlow({ kind: 'visit_reminder', title: 'За сутки', delayMinutes: -1440 });
  await call(pauseFlow, { token: salon.owner.token, params: { flowId: paused.id } });
  await salon.aFlow({ kind: 'visit_cancelled', title: 'Отмена' });
  const { visitId } = await salon.book({ startsAt: clock.now().add({ hours: 48 }) });
  await salon.aFlow({ kind: 'no_show_retry', title: 'Не пришёл' });
  const params = { visitId };
  const { explanations } = (await call(explainVisit, { token: salon.owner.token, params })).body;
  expect(explanations.map(({ flowTitle, basis, outcome }) => [flowTitle, basis, outcome])).toEqual([
    ['За час', 'kept', 'planned'],
    ['Не пришёл', 'now', 'skipped'],
  ]);
  const stranger = await open();
  expect((await call(explainVisit, { token: stranger.owner.token, params })).status).toBe(404);
});

test('a flow that follows a cancellation reports that nothing was cancelled', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_cancelled', title: 'Отмена' });
  await salon.book({ startsAt: clock.now().add({ hours: 48 }) });
  expect((await explain(salon, flow.id)).explanations).toMatchObject([{ basis: 'not_happened', rule: null }]);
});

test('a visit that was due before the flow was started is explained as such', async () => {
  const salon = await open();
  await salon.book({ startsAt: clock.now().add({ hours: 3 }) });
  const flow = await salon.aFlow({ kind: 'visit_reminder', title: 'За сутки', delayMinutes: -1440 });
  expect((await explain(salon, flow.id)).explanations).toMatchObject([{ basis: 'before_flow' }]);
});

test('a contact without visits is explained as such', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_cancelled', title: 'Отмена' });
  const { id } = await build.aContact({ tenantId: salon.owner.tenantId });
  expect(await explain(salon, flow.id, id)).toEqual({ flowTitle: 'Отмена', subjectKind: 'visit', explanations: [] });
});

test('a birthday is explained as one, or as unknown', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'birthday' });
  await salon.book({ startsAt: clock.now().add({ hours: 48 }) });
  expect(await explain(salon, flow.id)).toMatchObject({ subjectKind: 'contact', explanations: [] });
  await owner.query(`update contacts set birth_date = '1990-03-20' where tenant_id = $1`, [salon.owner.tenantId]);
  expect((await explain(salon, flow.id)).explanations).toMatchObject([
    { subject: { kind: 'contact', startsAt: '2026-03-19T21:00:00Z' }, visit: null, basis: 'now', entryId: null },
  ]);
});

test('a flow that sends long after a visit is explained for visits as long ago', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'lost_client' });
  const { tenantId } = salon.owner;
  const contact = await build.aContact({ tenantId });
  const startsAt = clock.now().subtract({ hours: 24 * 120 });
  await build.aVisit({ tenantId, branchId: salon.branchId, contactId: contact.id, startsAt, status: 'arrived' });
  expect((await explain(salon, flow.id, contact.id)).explanations).toMatchObject([
    { subject: { kind: 'visit' }, visit: { status: 'arrived' }, basis: 'before_flow' },
  ]);
});

test('an event of an API client is explained by its name', async () => {
  const program = await apiProgram(server);
  const { token } = program;
  const client = { externalId: 'anna', name: 'Анна', phone: '+79160000001' };
  const flows = await Promise.all(
    (['order_status', 'abandoned_cart', 'api_event'] as const).map(
      async (kind) => (await call(createFlow, { token, body: { kind } })).body,
    ),
  );
  await program.post('orders', [{ externalId: 'o', number: '17', client, status: 'OnWay' }]);
  await program.post('carts', [{ externalId: 'c', client, items: [{ title: 'Книга' }] }]);
  await program.post('custom', [{ externalId: 'e', name: 'bonus', client }]);
  const { rows } = await owner.query<{ id: string }>('select id from contacts where tenant_id = $1', [
    program.tenantId,
  ]);
  const params = (flowId: FlowId) => ({ flowId, contactId: ContactId.parse(rows[0]?.id) });
  const answers = await Promise.all(flows.map(({ id }) => call(explainContact, { token, params: params(id) })));
  expect(answers.map(({ body: { explanations } }) => explanations.map(({ subject }) => subject))).toMatchObject([
    [{ kind: 'order', title: '17' }],
    [{ kind: 'cart', title: 'Книга' }],
    [{ kind: 'api_event', title: 'bonus' }],
  ]);
});
