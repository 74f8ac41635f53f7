import { expect, test } from 'vitest';
import * as contract from '#contract/audiences/segments.ts';
import type { AudienceCondition } from '#contract/audiences/calls.ts';
import { NO_LIMIT } from '#contract/audiences/values.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { mergeContacts } from '#server/contacts/book/merging-actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { testServer } from '#server/testing/server/http.ts';

const { call, signUp, ctx, owner, clock, runRepeated } = await testServer();
const { aContact } = builders(owner);

const only = (...conditions: AudienceCondition[]) => ({
  match: 'all' as const,
  groups: [{ match: 'all' as const, conditions }],
});
const cameTwice: AudienceCondition = { field: 'visits_count', from: 2, to: NO_LIMIT };
const inSegment = (id: string): AudienceCondition => ({ field: 'segment', isNot: false, values: [id] });
const allContacts = { match: 'all' as const, groups: [] };

async function aCabinet(visits: readonly number[]) {
  const { token, tenantId } = await signUp();
  const contacts: ContactId[] = [];
  for (const visitsCount of visits) contacts.push((await aContact({ tenantId, visitsCount })).id);
  const create = async (title: string, conditions: object, kind: 'current' | 'frozen' = 'current') =>
    (await call(contract.createSegment, { token, body: { title, conditions, kind } })).body;
  return { token, tenantId, contacts, create };
}

test('a segment follows its conditions, a frozen one keeps its contacts', async () => {
  const { token, tenantId, contacts, create } = await aCabinet([0, 2, 5]);
  const current = await create('Regulars', only(cameTwice));
  const frozen = await create('Regulars of today', only(cameTwice), 'frozen');
  expect([current.size, frozen.size, current.kind, frozen.kind]).toEqual([2, 2, 'current', 'frozen']);

  await owner.query('update contacts set visits_count = 3 where tenant_id = $1 and id = $2', [tenantId, contacts[0]]);
  clock.advance({ hours: 24 });
  await runRepeated('audiences.recount-segments');
  const { items } = (await call(contract.listSegments, { token })).body;
  expect(items.map(({ title, size }) => [title, size])).toEqual([
    ['Regulars', 3],
    ['Regulars of today', 2],
  ]);
  const { days } = (await call(contract.listSegmentSizes, { token, params: { segmentId: current.id } })).body;
  expect(days.map(({ size }) => size)).toEqual([2, 3]);

  const refused = await call(contract.saveSegment, {
    token,
    params: { segmentId: frozen.id },
    body: { title: frozen.title, conditions: allContacts, baseVersion: frozen.version },
  });
  expect(refused).toMatchObject({ status: 409, body: { code: 'segment.frozen' } });
});

test('a merged contact stays in the frozen segments of both', async () => {
  const { token, tenantId, contacts, create } = await aCabinet([0, 2]);
  const frozen = await create('Regulars', only(cameTwice), 'frozen');
  const [to, from] = contacts as [ContactId, ContactId];
  await withTenant(ctx, tenantId, (scope) => mergeContacts(scope, { from, to }));
  const answer = await call(contract.countUnsaved, { token, body: { conditions: only(inSegment(frozen.id)) } });
  expect(answer.body).toMatchObject({ count: 1, total: 1 });
});

test('of two members who save at once the second is told', async () => {
  const { token, create } = await aCabinet([2]);
  const { id: segmentId, version: baseVersion } = await create('Regulars', only(cameTwice));
  const save = (title: string) =>
    call(contract.saveSegment, { token, params: { segmentId }, body: { title, conditions: allContacts, baseVersion } });
  expect(await save('All')).toMatchObject({ status: 200, body: { title: 'All', size: 1 } });
  expect(await save('Others')).toMatchObject({ status: 409, body: { code: 'segment.changed_meanwhile' } });
});

test('a segment that would contain itself is refused, also through others and after an undo', async () => {
  const { token, create } = await aCabinet([2]);
  const first = await create('First', only(cameTwice));
  const second = await create('Second', only(inSegment(first.id)));
  const third = await create('Third', only(inSegment(second.id)));
  const save = (conditions: object) =>
    call(contract.saveSegment, {
      token,
      params: { segmentId: first.id },
      body: { title: 'First', conditions, baseVersion: first.version },
    });
  expect(await save(only(inSegment(third.id)))).toMatchObject({
    status: 422,
    body: { code: 'segment.circle', details: { title: 'Second' } },
  });
  expect(await save(only(inSegment(first.id)))).toMatchObject({ body: { code: 'segment.circle' } });

  await call(contract.deleteSegment, { token, params: { segmentId: second.id } });
  expect(await save(only(inSegment(second.id)))).toMatchObject({
    status: 200,
    body: { lost: [{ group: 0, condition: 0, value: second.id }], size: 0 },
  });
  const restored = await call(contract.restoreSegment, { token, params: { segmentId: second.id } });
  expect(restored).toMatchObject({ status: 422, body: { code: 'segment.circle' } });
});

test('a deleted segment is restored, and a copy follows the conditions', async () => {
  const { token, create } = await aCabinet([0, 2]);
  const { id: segmentId } = await create('Regulars', only(cameTwice), 'frozen');
  await call(contract.deleteSegment, { token, params: { segmentId } });
  expect(await call(contract.getSegment, { token, params: { segmentId } })).toMatchObject({ status: 404 });
  const back = await call(contract.restoreSegment, { token, params: { segmentId } });
  expect(back.body).toMatchObject({ id: segmentId, kind: 'frozen' });
  const copy = await call(contract.duplicateSegment, { token, params: { segmentId }, body: { title: 'Copy' } });
  expect(copy.body).toMatchObject({ title: 'Copy', kind: 'current', size: 1 });
});

test('conditions that are edited are counted, explained by people, and what was deleted is named', async () => {
  const { token, contacts } = await aCabinet([0, 2, 2, 4]);
  const isGone: AudienceCondition = { field: 'service', isNot: true, values: ['00000000-0000-4000-8000-000000000000'] };
  const isSpender: AudienceCondition = { field: 'spent', from: 0, to: 1 };
  const body = { conditions: only(isSpender, cameTwice, isGone) };
  expect((await call(contract.countUnsaved, { token, body })).body).toEqual({
    count: 3,
    total: 4,
    strictest: { group: 0, condition: 1, leavesOut: 1 },
    lost: [{ group: 0, condition: 2, value: isGone.values[0] }],
  });
  const { people } = (await call(contract.sampleUnsaved, { token, body })).body;
  expect(people.map(({ id }) => id).toSorted()).toEqual(contacts.slice(1).toSorted());
  expect(people[0]?.facts[0]).toEqual({ group: 0, condition: 0, holds: true, values: ['0'] });
  expect(people.map(({ facts }) => facts[1]?.values[0]).toSorted()).toEqual(['2', '2', '4']);
});

test('a condition that cannot be asked of a contact is refused', async () => {
  const { token } = await aCabinet([]);
  const conditions = { match: 'all', groups: [{ match: 'all', conditions: [{ field: 'hour', from: 1, to: 2 }] }] };
  const answer = await call(contract.countUnsaved, { token, body: { conditions } as never });
  expect(answer).toMatchObject({
    status: 400,
    body: { details: { fields: { 'conditions.groups.0.conditions.0.field': ['not_offered'] } } },
  });
});
