import { expect, test } from 'vitest';
import {
  type ContactImport,
  getImport,
  type ImportId,
  listRejections,
  startOptOutImport,
  undoImport,
  uploadImport,
} from '#contract/imports/calls.ts';
import { addOptOuts, changeOptOut, listOptOuts } from '#contract/contacts/opt-outs.ts';
import { testServer } from '#server/testing/server/http.ts';

const server = await testServer();

async function upload(token: string, text: string): Promise<ContactImport> {
  const form = new FormData();
  form.set('file', new Blob([text]), 'stop.csv');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.origin}${uploadImport.path}`, { method: 'POST', body: form, headers });
  return (await answer.json()) as ContactImport;
}

async function finished(token: string, importId: ImportId): Promise<ContactImport> {
  await server.runJobs();
  return (await server.call(getImport, { token, params: { importId } })).body;
}

const START_OPT_OUTS = {
  columns: ['phone', 'note', null],
  scope: 'all',
  note: 'From the old system',
  period: { kind: 'forever' },
  allowsForeign: false,
} as const;

test('a list of opt-outs only adds: bad rows are named, and its undo leaves what was said since', async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()];
  await server.call(addOptOuts, { token: owner.token, body: { phones: ['+79161112201'] } });
  const draft = await upload(
    owner.token,
    'Phone;Reason;Mail\n89161112201;;\n89161112202;Rude;not a mail\n89161112203;;\n89161112203;;\n+5511999999999;;\nnobody;;\n89161112204;;\n',
  );
  const params = { importId: draft.id };
  const past = { ...START_OPT_OUTS, period: { kind: 'until' as const, day: '2020-01-01' } };
  expect(await server.call(startOptOutImport, { token: owner.token, params, body: past })).toMatchObject({
    status: 400,
    body: { details: { fields: { 'period.day': ['date_past'] } } },
  });
  await server.call(startOptOutImport, { token: owner.token, params, body: START_OPT_OUTS });
  const done = await finished(owner.token, draft.id);
  expect(done).toMatchObject({ status: 'done', created: 3, updated: 0, unchanged: 1, duplicates: 1, rejected: 2 });
  const { body } = await server.call(listRejections, { token: owner.token, params, query: {} });
  expect(body.items.map(({ rowNumber, reason }) => [rowNumber, reason])).toEqual([
    [5, 'duplicate'],
    [6, 'phone_foreign'],
    [7, 'phone_wrong'],
  ]);

  const entries = async () => (await server.call(listOptOuts, { token: owner.token, query: {} })).body.items;
  const ofPhone = async (phone: string) => (await entries()).filter((entry) => entry.phone === phone);
  expect(await ofPhone('+79161112202')).toMatchObject([{ source: 'import', note: 'Rude' }]);
  const [edited] = await ofPhone('+79161112203');
  await server.call(changeOptOut, {
    token: owner.token,
    params: { optOutId: edited?.id ?? '' },
    body: { note: 'Called us', period: { kind: 'forever' }, before: { note: 'From the old system', endsAt: null } },
  });
  await server.call(addOptOuts, { token: owner.token, body: { phones: ['+79161112204'] } });
  expect(await ofPhone('+79161112204')).toHaveLength(2);

  await server.call(undoImport, { token: owner.token, params });
  expect(await finished(owner.token, draft.id)).toMatchObject({ status: 'undone', removed: 2 });
  expect((await entries()).map(({ phone, source }) => [phone, source]).toSorted()).toEqual([
    ['+79161112201', 'member'],
    ['+79161112203', 'import'],
    ['+79161112204', 'member'],
  ]);
  expect((await server.call(listOptOuts, { token: other.token, query: {} })).body.count).toBe(0);
});
