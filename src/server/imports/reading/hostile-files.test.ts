import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { listContacts } from '#contract/contacts/calls.ts';
import { getImport, type ContactImport, startImport, uploadImport } from '#contract/imports/calls.ts';
import { readIsolated } from '#server/platform/isolated-readers/read-isolated.ts';
import { HOSTILE_WORKBOOKS } from '#server/testing/server/hostile-workbooks.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { sheetReader } from './sheet-reader.ts';

const server = await testServer();

const LIST = 'Имя;Телефон\nАнна;89161112233\nВера;89161112234\n';

async function upload(owner: SignedUp, bytes: string | Buffer, name: string) {
  const form = new FormData();
  form.set('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  const answer = await fetch(`${server.origin}${uploadImport.path}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${owner.token}` },
  });
  return { status: answer.status, body: (await answer.json()) as ContactImport & { code?: string } };
}

/** Calls of a neighbour, one after another until the work is done; all of them must be answered. */
async function answeredDuring(owner: SignedUp, work: Promise<unknown>): Promise<number> {
  let [calls, isDone] = [0, false];
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const { status } = await server.call(listContacts, { token: owner.token });
    expect(status).toBe(200);
    calls += 1;
  }
  await done;
  return calls;
}

test.each(Object.entries(HOSTILE_WORKBOOKS))(
  'a workbook with %s is refused in a sentence; meanwhile neighbours are answered, and the server keeps its memory',
  async (_what, make) => {
    const [attacker, neighbour] = [await server.signUp(), await server.signUp()];
    const bytes = await make();
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 10);
    const attack = upload(attacker, bytes, 'clients.xlsx');
    const calls = await answeredDuring(neighbour, attack);
    clearInterval(watch);
    const { status, body } = await attack;
    expect([status, body.code]).toEqual([422, 'import.too_complex']);
    expect(calls).toBeGreaterThan(3);
    expect(most - before).toBeLessThan(128 * 1_048_576);
    expect((await upload(attacker, LIST, 'clients.csv')).status).toBe(200);
  },
);

test('a cabinet that floods with hostile files has one place; another cabinet reads its list meanwhile', async () => {
  const [attacker, neighbour] = [await server.signUp(), await server.signUp()];
  const bytes = (await HOSTILE_WORKBOOKS['39 million empty texts']?.()) ?? Buffer.alloc(0);
  const flood = Array.from({ length: 4 }, () => upload(attacker, bytes, 'clients.xlsx'));
  const list = await upload(neighbour, LIST, 'clients.csv');
  expect([list.status, list.body.total]).toEqual([200, 2]);
  for (const { body } of await Promise.all(flood)) {
    expect(['import.too_complex', 'file.too_many_at_once']).toContain(body.code);
  }
});

test('an import without a place to read its file leaves the worker, and goes on when there is one', async () => {
  const owner = await server.signUp();
  const { body: draft } = await upload(owner, LIST, 'clients.csv');
  const columns = draft.columns.map(({ field }) => field);
  const rest = {
    tags: [],
    consentSource: 'Анкета',
    consentedOn: '2026-01-10',
    updatesExisting: false,
    allowsForeign: true,
  };
  const gate = Promise.withResolvers<void>();
  const others = ['a', 'b', 'c'].map((key) =>
    readIsolated(
      sheetReader,
      { key, isJob: true, options: { format: null, sheet: null }, open: () => Promise.resolve(Readable.from([])) },
      () => gate.promise,
    ),
  );
  await server.call(startImport, { token: owner.token, params: { importId: draft.id }, body: { ...rest, columns } });
  await server.clock.advance({ seconds: 1 }); // NOTE: the queue's time is the machine's, which passed since the start
  await server.runJobs();
  const state = async () => (await server.call(getImport, { token: owner.token, params: { importId: draft.id } })).body;
  expect(await state()).toMatchObject({ status: 'running', rows: 0 });
  gate.resolve();
  await Promise.all(others);
  await server.clock.advance({ seconds: 30 });
  await server.runJobs();
  expect(await state()).toMatchObject({ status: 'done', created: 2 });
});
