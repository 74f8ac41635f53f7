import { expect, test } from 'vitest';
import { listContacts } from '#contract/contacts/calls.ts';
import {
  type ContactImport,
  getImport,
  type ImportId,
  listRejections,
  startImport,
  startOptOutImport,
  uploadImport,
} from '#contract/imports/calls.ts';
import { listOptOuts } from '#contract/contacts/opt-outs.ts';
import { testServer } from '#server/testing/server/http.ts';

const server = await testServer();

/** Numbers as people of a country write them to each other, and as they are stored. */
const WRITTEN = [
  [
    'Brazilian',
    55,
    ['11 91234-5671', '(011) 91234-5672', '0 15 11 91234-5673', '11 8123-4574', '+55 11 91234-5675'],
    ['+5511912345671', '+5511912345672', '+5511912345673', '+5511981234574', '+5511912345675'],
  ],
  [
    'Ukrainian',
    4,
    ['0501112231', '(050) 111-22-32', '50 111 22 33', '380501112234', '+38 (050) 111-22-35'],
    ['+380501112231', '+380501112232', '+380501112233', '+380501112234', '+380501112235'],
  ],
] as const;

const NAMES = ['Ana', 'Bia', 'Clara', 'Dina', 'Eva'];

async function upload(token: string, typed: readonly string[]): Promise<ContactImport> {
  const form = new FormData();
  form.set('file', new Blob([typed.map((phone, nth) => `${NAMES[nth]};${phone}`).join('\n')]), 'list.csv');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.origin}${uploadImport.path}`, { method: 'POST', body: form, headers });
  return (await answer.json()) as ContactImport;
}

async function finished(token: string, importId: ImportId) {
  await server.runJobs();
  const params = { importId };
  const { body: rejections } = await server.call(listRejections, { token, params, query: {} });
  expect(rejections.items).toEqual([]);
  return (await server.call(getImport, { token, params })).body;
}

test.each(WRITTEN)(
  'contacts of a %s cabinet whose phones have no country code are of its country',
  async (_country, countryId, typed, phones) => {
    const { token } = await server.signUp({ countryId, phone: phones[0] });
    const { id: importId, columns } = await upload(token, typed);
    const body = {
      columns: columns.map(({ field }) => field),
      tags: [],
      consentSource: 'Anketa',
      consentedOn: '2026-01-10',
      updatesExisting: false,
      allowsForeign: false,
    };
    await server.call(startImport, { token, params: { importId }, body });
    expect(await finished(token, importId)).toMatchObject({ status: 'done', created: phones.length });
    const { body: list } = await server.call(listContacts, { token });
    expect(list.items.map(({ name, phone }) => `${name} ${phone}`).toSorted()).toEqual(
      phones.map((phone, nth) => `${NAMES[nth]} ${phone}`),
    );
  },
);

test.each(WRITTEN)(
  'opt-outs of a %s cabinet whose phones have no country code are of its country',
  async (_country, countryId, typed, phones) => {
    const { token } = await server.signUp({ countryId, phone: phones[0] });
    const { id: importId } = await upload(token, typed);
    const body = {
      columns: [null, 'phone' as const],
      scope: 'all' as const,
      note: 'From the old system',
      period: { kind: 'forever' as const },
      allowsForeign: false,
    };
    await server.call(startOptOutImport, { token, params: { importId }, body });
    expect(await finished(token, importId)).toMatchObject({ status: 'done', created: phones.length });
    const { body: list } = await server.call(listOptOuts, { token, query: {} });
    expect(list.items.map(({ phone }) => phone).toSorted()).toEqual([...phones].toSorted());
  },
);
