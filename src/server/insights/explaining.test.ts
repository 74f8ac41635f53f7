import { expect, test } from 'vitest';
import { ContactId } from '#contract/contacts.ts';
import { pauseFlow } from '#contract/flows.ts';
import { explainContact } from '#contract/insights.ts';
import { builders } from '#server/testing/builders.ts';
import { bookedSalons, type Salon } from '#server/testing/booked-salon.ts';

const { server, open } = await bookedSalons();
const { call, owner, clock } = server;
const build = builders(owner);

async function explain(salon: Salon, flowId: string, contactId?: string) {
  const { tenantId, token } = salon.owner;
  const { rows } = await owner.query<{ id: string }>('select id from contacts where tenant_id = $1', [tenantId]);
  const params = { flowId, contactId: contactId ?? ContactId.parse(rows[0]?.id) };
  return (await call(explainContact, { token, params })).body;
}

test('what was decided is the answer, with the line of the log that tells its story', async () => {
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

test('where nothing was decided, the rule that would be against it is named with what it compared', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', title: 'За сутки', delayMinutes: -1440 });
  await call(pauseFlow, { token: salon.owner.token, params: { flowId: flow.id } });
  await salon.book({ startsAt: clock.now().add({ hours: 48 }) });
  const { explanations } = await explain(salon, flow.id);
  expect(explanations).toMatchObject([{ basis: 'now', outcome: 'skipped', rule: 'flow_paused', entryId: null }]);
});

test('a flow that follows a cancellation says that nothing was cancelled', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_cancelled', title: 'Отмена' });
  await salon.book({ startsAt: clock.now().add({ hours: 48 }) });
  expect((await explain(salon, flow.id)).explanations).toMatchObject([{ basis: 'not_happened', rule: null }]);
});

test('a visit whose time came before the flow was started is told so', async () => {
  const salon = await open();
  await salon.book({ startsAt: clock.now().add({ hours: 3 }) });
  const flow = await salon.aFlow({ kind: 'visit_reminder', title: 'За сутки', delayMinutes: -1440 });
  expect((await explain(salon, flow.id)).explanations).toMatchObject([{ basis: 'before_flow' }]);
});

test('a customer without visits is told to have none', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_cancelled', title: 'Отмена' });
  const { id } = await build.aContact({ tenantId: salon.owner.tenantId });
  expect(await explain(salon, flow.id, id)).toEqual({ flowTitle: 'Отмена', hasNoVisits: true, explanations: [] });
});
