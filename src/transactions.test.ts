import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The line that marks a process: a file that takes a `Context` and opens transactions, although it binds neither calls nor
 * jobs. It states why the work cannot be one transaction.
 */
const MARK = /^\/\/ NOTE: a process: it .+\.$/m;

const root = join(import.meta.dirname, 'server');
const sources = new Map(
  globSync('**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);

/** Binds calls and jobs, composes the product, or is the platform itself. */
const OPENS_BY_ITS_PLACE = /^(app|platform|testing)\/|(^|[/-])(routes|workers)\.ts$/;

test('transactions are opened by routes, workers and the processes that say why they do', () => {
  const opening = [...sources].filter(([file, source]) => {
    return /\bwith(Tenant|System|Retry)\(|\.transaction\(/.test(source) && !OPENS_BY_ITS_PLACE.test(file);
  });
  const marked = [...sources].filter(([, source]) => MARK.test(source));
  expect(sources.size).toBeGreaterThan(300);
  expect(marked.map(([file]) => file).toSorted()).toEqual(opening.map(([file]) => file).toSorted());
});

test('no function takes a context beside a scope: the scope has the services', () => {
  const pair = /\(\s*(?:ctx|\{[^{}]*\}): [\w<>', |&{}:[\]]+,\s*\w*[sS]cope: \w*Scope\b/;
  expect(pair.test("function stop(ctx: Pick<Context, 'clock'>, scope: TenantScope, id: FlowId)")).toBe(true);
  expect([...sources].filter(([, source]) => pair.test(source)).map(([file]) => file)).toEqual([]);
});
