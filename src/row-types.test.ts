import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { listTypedStatements, mismatches } from '../scripts/row-types.ts';
import { observedProduct } from '#server/testing/houses/all-statements.ts';
import { columnsOfStatements } from '#server/testing/server/database.ts';
import { addColumns, type ReturnedColumns } from '#server/testing/server/returned-columns.ts';

const isWholeRun = Boolean(process.env['WHOLE_RUN']);
const ofAllCalls: ReturnedColumns = new Map();
const makeAllCalls = isWholeRun ? undefined : await observedProduct((statement) => addColumns(ofAllCalls, statement));

// NOTE: in a whole run it reads what all other files have seen, so it runs last.
test('the declared type of each statement agrees with the columns that PostgreSQL returns', async () => {
  await makeAllCalls?.();
  const returned = isWholeRun ? await columnsOfStatements() : ofAllCalls;
  const statements = listTypedStatements(dirname(import.meta.dirname));
  expect(statements.length).toBeGreaterThan(80);
  const ran = new Set<string>();
  const wrong = [...returned].flatMap(([text, columns]) => {
    const matching = statements.filter(({ pattern }) => pattern.test(text)).toSorted((a, b) => b.length - a.length);
    const statement = matching[0];
    if (!statement) return [];
    ran.add(statement.place);
    return mismatches(statement, columns).map((problem) => `${statement.place}: ${problem}`);
  });
  expect([...new Set(wrong)].toSorted()).toEqual([]);
  const missed = statements.map(({ place }) => place).filter((place) => !ran.has(place));
  // The others run in processes of their own, or as prepared statements.
  expect(missed.length / statements.length, missed.join('\n')).toBeLessThan(isWholeRun ? 0.1 : 0.5);
}, 300_000);
