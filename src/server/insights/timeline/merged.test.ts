import { expect, test } from 'vitest';
import { ContactId } from '#contract/contacts/calls.ts';
import { type Flow, saveFlow } from '#contract/flows/calls.ts';
import { getConversion } from '#contract/insights/conversion.ts';
import { explainContact, listTimeline } from '#contract/insights/calls.ts';
import { mergeContacts } from '#server/contacts/book/merging-actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { remeasure } from '#server/insights/conversion/conversion-measuring.ts';

const { server, open } = await bookedSalons();
const { call, clock, owner } = server;
const { aContact } = builders(owner);

const idOf = async (salon: Salon, phone: string) => {
  const { rows } = await owner.query<{ id: string }>('select id from contacts where tenant_id = $1 and phone = $2', [
    salon.owner.tenantId,
    phone,
  ]);
  return rows[0]?.id ?? '';
};

/** Merges the contact into another contact of the salon. */
async function merge(salon: Salon, source: string): Promise<string> {
  const { tenantId } = salon.owner;
  const { id } = await aContact({ tenantId, name: 'Анна Петрова', phone: '+79169998877' });
  await withTenant(server.ctx, tenantId, (scope) => mergeContacts(scope, { from: ContactId.parse(source), to: id }));
  return id;
}

async function decisionsOf(salon: Salon, contactId: string) {
  const query = { type: 'verdict' as const };
  const { body } = await call(listTimeline, { token: salon.owner.token, params: { contactId }, query });
  return body.items.flatMap((item) => (item.type === 'verdict' ? [item.rule] : []));
}

async function explained(salon: Salon, flow: Pick<Flow, 'id'>, contactId: string) {
  const params = { contactId, flowId: flow.id };
  const { explanations } = (await call(explainContact, { token: salon.owner.token, params })).body;
  return explanations.map(({ basis, rule }) => [basis, rule]);
}

test('decisions about a merged contact are in the timeline of the remaining one', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -1440 });
  await salon.book({ externalId: 'soon', startsAt: clock.now().add({ hours: 3 }) });
  await salon.book({ externalId: 'later' });
  const merged = await merge(salon, await idOf(salon, '+79161112233'));
  expect(await decisionsOf(salon, merged)).toEqual(['too_late']);
  expect(await explained(salon, flow, merged)).toEqual([
    ['kept', 'due'],
    ['kept', 'too_late'],
  ]);
  const { rows } = await owner.query('select distinct contact_id from verdicts where tenant_id = $1', [
    salon.owner.tenantId,
  ]);
  expect(rows).toEqual([{ contact_id: merged }]);
});

test('the data of a merged contact moves to the remaining one, above all the refusal of mailings', async () => {
  const salon = await open();
  await salon.book({});
  const source = await idOf(salon, '+79161112233');
  await owner.query(
    `update contacts set refuses_mailings = true, birth_date = '1990-03-04', time_zone = 'Asia/Omsk', categories = '{VIP}',
       last_visit_at = '2026-02-01', visits_count = 3, spent_minor = 500, kept_fields = '{birth_date}' where id = $1`,
    [source],
  );
  const merged = await merge(salon, source);
  const { rows } = await owner.query(
    `select name, phone, refuses_mailings, birth_date::text, time_zone, categories, last_visit_at::date::text, visits_count,
       spent_minor::int, kept_fields from contacts where id = $1`,
    [merged],
  );
  expect(rows).toEqual([
    {
      name: 'Анна Петрова',
      phone: '+79169998877',
      refuses_mailings: true,
      birth_date: '1990-03-04',
      time_zone: 'Asia/Omsk',
      categories: ['VIP'],
      last_visit_at: '2026-02-01',
      visits_count: 3,
      spent_minor: 500,
      kept_fields: ['birth_date'],
    },
  ]);
});

test('a contact greeted on a birthday before a merge is not greeted again, and it is explained', async () => {
  const salon = await open();
  await salon.book({ startsAt: clock.now().add({ hours: 240 }) });
  await owner.query(`update contacts set birth_date = '1990-03-04' where tenant_id = $1`, [salon.owner.tenantId]);
  const flow = await salon.aFlow({ kind: 'birthday' });
  await server.runJobs();
  const merged = await merge(salon, await idOf(salon, '+79161112233'));
  await owner.query(`update contacts set birth_date = '1990-03-04' where id = $1`, [merged]);
  expect(await explained(salon, flow, merged)).toEqual([['kept', 'due']]);
  await clock.set('2026-03-04T07:00:00Z');
  await server.runJobs();
  expect(salon.whatsApp.sent).toHaveLength(1);
});

test('a held-out contact stays held out in the figures after a merge, however often they are measured', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -1440 });
  const settings = { ...flow.settings, options: { ...flow.settings.options, controlPercent: 10 as const } };
  const body = { title: flow.title, settings, testPhones: '', baseVersion: flow.version };
  await call(saveFlow, { token: salon.owner.token, params: { flowId: flow.id }, body });
  const isHolding = async () => (await salon.verdicts()).some(({ rule }) => rule === 'control_group');
  for (let n = 0; n < 10 || !(await isHolding()); n++)
    await salon.book({ phone: `+7916000${String(n).padStart(4, '0')}`, startsAt: clock.now().add({ hours: 30 }) });
  await clock.advance({ hours: 7 });
  await server.runJobs();
  const figures = async () => {
    await server.runRepeated('insights.measure-conversion');
    const request = { token: salon.owner.token, query: { senderId: flow.id } };
    return (await call(getConversion, request)).body;
  };
  const before = await figures();
  const { rows } = await owner.query<{ contact_id: string }>(
    `select contact_id from verdicts where tenant_id = $1 and rule = 'control_group' limit 1`,
    [salon.owner.tenantId],
  );
  const merged = await merge(salon, rows[0]?.contact_id ?? '');
  const { rowCount } = await owner.query('select from conversion_marks where contact_id = $1', [merged]);
  expect(rowCount).toBe(1);
  expect(await figures()).toEqual(before);
  await withTenant(server.ctx, salon.owner.tenantId, remeasure);
  expect(await figures()).toEqual(before);
});
