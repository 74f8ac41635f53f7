import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ContactImport } from '#contract/imports/calls.ts';
import { aWorkbook } from '#server/testing/rows/workbooks.ts';
import { residentMegabytes } from './machine.ts';
import { type Role, startRole } from './web.ts';

const READER = fileURLToPath(new URL('sheet-reading.ts', import.meta.url));

/** Rows of a list with five columns: text, a phone that is a number, a day, an address and a tag. */
function* listOf(rows: number, first = 0): Generator<(string | number)[]> {
  yield ['Имя', 'Телефон', 'Дата рождения', 'E-mail', 'Теги'];
  for (let n = first; n < first + rows; n++) {
    const year = 1950 + (n % 60);
    yield [
      `Клиент ${n}`,
      79_000_000_000 + n,
      `${year}-03-${10 + (n % 19)}`,
      `client${n}@mail.example`,
      `Группа ${n % 5}`,
    ];
  }
}

export const csvOf = (rows: number, first = 0): Buffer =>
  Buffer.from(Array.from(listOf(rows, first), (cells) => cells.join(';')).join('\r\n'));
export const workbookOf = (rows: number, first = 0): Promise<Buffer> => aWorkbook({ rows: listOf(rows, first) });

export type ReadingFigures = { rows: number; ms: number; megabytes: number };

/** Reads a file in a process of its own; the memory is the process's at its peak, with Node.js itself. */
export async function readingCost(path: string, format: 'csv' | 'xlsx'): Promise<ReadingFigures> {
  const child = fork(READER, [path, format]);
  return new Promise((resolve, reject) => {
    child.once('message', (told: ReadingFigures) => resolve(told));
    child.once('exit', (code) => code && reject(new Error('The file was not read')));
  });
}

export type ImportFigures = {
  /** From the upload's first byte to the guessed columns. */
  draftMs: number;
  importMs: number;
  list: ContactImport;
  /** Resident megabytes of the web and the worker while the list is imported. */
  web: Memory;
  worker: Memory;
};

/** In the first and in the last third, the median; and the highest of all. */
type Memory = { before: number; early: number; late: number; peak: number };

export type Importer = { run(bytes: Buffer, name: string): Promise<ImportFigures>; stop(): Promise<void> };

/** A web and a worker process of the product, and a cabinet that imports lists. */
export async function startImporter(databaseUrl: string): Promise<Importer> {
  const folder = await mkdtemp(`${tmpdir()}/frontdesk-bench-`);
  const env = { FRONTDESK_DATA_DIR: folder };
  const web = await startRole(databaseUrl, 'web', env);
  const worker = await startRole(databaseUrl, 'worker', env);
  const token = await signUp(web.origin);
  return {
    run: (bytes, name) => importFile({ web, worker, token }, bytes, name),
    async stop() {
      await Promise.all([web.stop(), worker.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type House = { web: Role; worker: Role; token: string };

async function importFile({ web, worker, token }: House, bytes: Buffer, name: string): Promise<ImportFigures> {
  const headers = { authorization: `Bearer ${token}` };
  const path = `${web.origin}/api/v1/contacts/imports`;
  const stopSampling = sampleMemory({ web: web.pid, worker: worker.pid });
  const beganAt = performance.now();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  const draft = await answerOf(await fetch(`${path}/files`, { method: 'POST', body: form, headers }));
  const draftMs = performance.now() - beganAt;
  const start = {
    columns: draft.columns.map(({ field }) => field),
    consentSource: 'Bench',
    consentedOn: null,
    updatesExisting: false,
    allowsForeign: true,
  };
  const startedAt = performance.now();
  await answerOf(
    await fetch(`${path}/${draft.id}/start`, {
      method: 'POST',
      body: JSON.stringify(start),
      headers: { ...headers, 'content-type': 'application/json' },
    }),
  );
  let list = draft;
  for (; list.status === 'draft' || list.status === 'running'; await sleep(250))
    list = await answerOf(await fetch(`${path}/${draft.id}`, { headers }));
  const importMs = performance.now() - startedAt;
  return { draftMs, importMs, list, ...stopSampling() };
}

async function answerOf(answer: Response): Promise<ContactImport> {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as ContactImport;
}

function sampleMemory<Name extends string>(pids: Record<Name, number>): () => Record<Name, Memory> {
  const samples = Object.fromEntries(Object.keys(pids).map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  const take = () => {
    for (const name of Object.keys(pids) as Name[]) samples[name].push(residentMegabytes(pids[name]));
  };
  take();
  const timer = setInterval(take, 100);
  return () => {
    clearInterval(timer);
    return Object.fromEntries(Object.entries<number[]>(samples).map(([name, all]) => [name, memoryOf(all)])) as Record<
      Name,
      Memory
    >;
  };
}

function memoryOf(samples: readonly number[]): Memory {
  const third = Math.ceil(samples.length / 3);
  const middle = (some: readonly number[]) => some.toSorted((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0;
  return {
    before: samples[0] ?? 0,
    early: middle(samples.slice(0, third)),
    late: middle(samples.slice(-third)),
    peak: Math.max(...samples),
  };
}

async function signUp(origin: string): Promise<string> {
  const password = 'correct-horse';
  const body = { email: `${randomUUID()}@salon.example`, password, confirmPassword: password, phone: '+79161234567' };
  const answer = await fetch(`${origin}/api/v1/account/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, countryId: 1, termsAccepted: true }),
  });
  const { token } = (await answer.json()) as { token: string };
  return token;
}
