import { createClient } from '@hey-api/openapi-ts';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openApiDocument } from './document.ts';
import type { OpenApi } from './sharing.ts';

const folder = await mkdtemp(join(tmpdir(), 'frontdesk-client-'));
afterAll(() => rm(folder, { recursive: true }));

const document = await openApiDocument();

test('a program that uses a generated client compiles, and every schema and reply has a type', async () => {
  const types = await generateClient(document);
  const names = [...types.matchAll(/^export type (\w+) =/gm)].map(([, name = '']) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(document.components['schemas'] ?? {})));
  expect(await compile(`${PROGRAM}${checksOf(names)}`)).toBe('');
});

test('a schema without constraints does not compile', async () => {
  const schemas = { ...document.components['schemas'], FlowRow: {} };
  await generateClient({ ...document, components: { ...document.components, schemas } });
  const errors = await compile(`${PROGRAM}${checksOf(['FlowRow'])}`);
  expect(errors).toContain("'row' is of type 'unknown'");
  expect(errors).toContain(`'"FlowRow"' is not assignable to parameter of type '"a known type"'`);
});

/** @returns the types it wrote */
async function generateClient(input: OpenApi): Promise<string> {
  const json = structuredClone(input) as unknown as Record<string, unknown>;
  await createClient({ input: json, output: join(folder, 'api'), logs: { level: 'silent' } });
  return readFile(join(folder, 'api/types.gen.ts'), 'utf8');
}

/** Each type is known, and so are each reply and body that a type lists. */
function checksOf(names: readonly string[]): string {
  const types = names.flatMap((name) => {
    if (name.endsWith('Responses')) return [name, `${name}[keyof ${name}]`];
    return name.endsWith('Data') ? [name, `${name}['body']`] : [name];
  });
  const lines = types.map((type) => `known<Api.${type.replace('keyof ', 'keyof Api.')}>(${JSON.stringify(type)});\n`);
  return `declare function known<T>(name: unknown extends T ? 'a known type' : string): void;\n${lines.join('')}`;
}

/** @returns the compiler's errors */
async function compile(program: string): Promise<string> {
  await writeFile(join(folder, 'program.ts'), program);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: ['program.ts'] }));
  return new Promise((done) => {
    const tsc = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
    execFile(process.execPath, [tsc, '-p', folder], (error, output) => done(error ? output || error.message : ''));
  });
}

const OPTIONS = {
  strict: true,
  noEmit: true,
  target: 'esnext',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['esnext', 'dom', 'dom.iterable'],
  types: [],
};

const PROGRAM = `
import * as Api from './api';
import { createClient } from './api/client';

const client = createClient({ baseUrl: 'https://frontdesk.example', auth: () => 'token' });

export async function listWorkingTitles(): Promise<string[]> {
  const titles: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof Api.listFlowRows>> = await Api.listFlowRows({
      client,
      query: { status: 'working', limit: 100, ...(cursor !== null && { cursor }) },
    });
    if (!page.data) throw new Error(page.error?.code);
    titles.push(...page.data.items.map((row) => row.title));
    cursor = page.data.nextCursor;
  } while (cursor !== null);
  return titles;
}

export async function postVisit(): Promise<Api.ItemOutcome | undefined> {
  const { data } = await Api.postVisits({
    client,
    headers: { 'Idempotency-Key': '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' },
    body: { items: [{ externalId: 'visit-1', startsAt: '2026-12-01T15:30', status: 'waiting' }] },
  });
  return data?.items[0];
}

/** A request may leave out what has a default; a reply always has it. */
export const conditions: Api.FlowConditions = {};
export const groupsOf = (flow: Api.Flow): number => flow.settings.conditions.groups.length;

/** Kinds of one union are told apart by their field. */
export function textOf(button: Api.TextButtonOutput): string {
  return button.type === 'url' ? button.url : button.title;
}

// @ts-expect-error no such status
export const status: Api.FlowStatus = 'asleep';
// @ts-expect-error a flow is named by its id
export const unnamed: Api.GetFlowData['path'] = {};
`;
