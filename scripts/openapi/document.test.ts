import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testServer } from '#server/testing/server/http.ts';
import { readContract } from './contract.ts';
import { openApiDocument } from './document.ts';
import { openApiPath } from './operations.ts';

const { origin, served } = await testServer();
const { calls, schemas } = await readContract();
const { paths, components } = await openApiDocument();
const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
  Object.entries(byMethod).map(([method, operation]) => ({ path, method, operation })),
);

test('people and programs find the description where its address is', async () => {
  const page = await fetch(`${origin}/docs`);
  expect([page.status, page.url, page.headers.get('content-type')]).toEqual([
    200,
    `${origin}/api/docs`,
    'text/html; charset=utf-8',
  ]);
  const file: unknown = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
  expect(await (await fetch(`${origin}/openapi.json`)).json()).toEqual(file);
  expect(await (await fetch(`${origin}/api/docs/json`)).json()).toEqual(file);
});

test('every call of the contract is described, each under a name of its own', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(names).toEqual([...new Set(names)]);
  expect(calls.length).toBeGreaterThan(100);
  for (const { name, call } of calls) {
    const described = paths[openApiPath(call)]?.[call.method.toLowerCase()];
    expect([name, described?.operationId]).toEqual([name, name]);
  }
});

test('every call that is served is described', () => {
  const isDescribed = (call: (typeof served)[number]) => call.method.toLowerCase() in (paths[openApiPath(call)] ?? {});
  expect(served.length).toBeGreaterThan(100);
  expect(served.filter((call) => !isDescribed(call)).map(({ path }) => path)).toEqual([]);
});

test('every call declares its security: a member, an API token, or none', () => {
  for (const { name, call } of calls) {
    const { security } = paths[openApiPath(call)]?.[call.method.toLowerCase()] ?? {};
    const wanted = { public: [], api: [{ apiToken: [] }] }[call.access as string] ?? [{ memberToken: [] }];
    expect([name, security]).toEqual([name, wanted]);
  }
});

test('every variable of a path is a parameter, and every call describes its refusals', () => {
  for (const { path, method, operation } of operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = (operation.parameters ?? []).map(resolve).filter((one) => one['in'] === 'path');
    expect([method, path, declared.map((one) => one['name'])]).toEqual([method, path, inPath]);
    expect([method, path, 'default' in operation.responses]).toEqual([method, path, true]);
  }
});

test('a schema of the contract is a component under its exported name, and is referred to', () => {
  const suffix = /Output$/;
  const own = Object.keys(components['schemas'] ?? {}).filter((name) => !(name.replace(suffix, '') in schemas));
  expect(own).toEqual(['Problem']);
  const flow = paths['/api/v1/flows/{flowId}']?.['get'];
  expect(flow?.parameters).toEqual([{ $ref: '#/components/parameters/path.flowId' }]);
  expect(flow?.responses).toMatchObject({
    200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Flow' } } } },
    401: { $ref: '#/components/responses/auth.required' },
  });
});

test('a request may leave out what has a default, and the reply names it', () => {
  expect(components['schemas']).toMatchObject({
    GivenFlowSettings: { properties: { conditions: { $ref: '#/components/schemas/FlowConditions' } } },
    FlowSettings: { properties: { conditions: { $ref: '#/components/schemas/FlowConditionsOutput' } } },
  });
  const required = (name: string) =>
    (components['schemas'] as Record<string, { required?: string[] }>)[name]?.required ?? [];
  expect(required('FlowConditions')).not.toContain('groups');
  expect(required('FlowConditionsOutput')).toContain('groups');
});

function resolve(parameter: Record<string, unknown>): Record<string, unknown> {
  const [, name] = /^#\/components\/parameters\/(.+)$/.exec(String(parameter['$ref'])) ?? [];
  return name === undefined ? parameter : (components['parameters']?.[name] as Record<string, unknown>);
}
