import { expect, test } from 'vitest';
import { testServer } from '#server/testing/http.ts';
import { declaredCalls, openApiDocument } from './openapi.ts';

const { origin, served } = await testServer();

type Operation = {
  operationId: string;
  responses: Record<string, unknown>;
  parameters?: { name: string; in: string }[];
};
const { paths } = openApiDocument() as { paths: Record<string, Record<string, Operation>> };
const operations = Object.entries(paths).flatMap(([path, of]) =>
  Object.entries(of).map(([method, operation]) => ({ path, method, operation })),
);

test('people and programs find the description where its address is', async () => {
  const page = await fetch(`${origin}/docs`);
  expect([page.status, page.url, page.headers.get('content-type')]).toEqual([
    200,
    `${origin}/api/docs`,
    'text/html; charset=utf-8',
  ]);
  expect(await (await fetch(`${origin}/openapi.json`)).json()).toEqual(openApiDocument());
});

test('every call of the contract is described, each under a name of its own', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(names).toEqual([...new Set(names)]);
  for (const { name, call } of declaredCalls()) {
    const described = paths[call.path.replaceAll(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()];
    expect([name, described?.operationId]).toEqual([name, name]);
  }
});

test('every call that is served is described', () => {
  const isDescribed = ({ method, path }: (typeof served)[number]) =>
    method.toLowerCase() in (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ?? {});
  expect(served.length).toBeGreaterThan(100);
  expect(served.filter((call) => !isDescribed(call)).map(({ path }) => path)).toEqual([]);
});

test('what stands in a path is a parameter, what is referred to is there, and refusals are described', () => {
  for (const { path, method, operation } of operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = (operation.parameters ?? []).filter((one) => one.in === 'path').map(({ name }) => name);
    expect([method, path, declared]).toEqual([method, path, inPath]);
    expect([method, path, 'default' in operation.responses]).toEqual([method, path, true]);
  }
  const text = JSON.stringify(openApiDocument());
  const referredTo = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to));
  expect([...referredTo]).toEqual(['#/components/schemas/Problem']);
});
