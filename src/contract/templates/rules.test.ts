import { expect, test } from 'vitest';
import { traitsOf } from '#contract/channels/kinds.ts';
import type { TemplateParts } from './calls.ts';
import { templateProblems } from './rules.ts';

const limits = traitsOf('dialog360').templates!;
const faultsOf = (parts: Partial<TemplateParts>) =>
  templateProblems({ header: null, body: '', examples: [], footer: '', buttons: [], ...parts }, limits).map(
    ({ field, fault }) => `${field} ${fault}`,
  );

test('every fault is found at once: those of the text, and examples that are missing beside them', () => {
  expect(faultsOf({ body: '{{1}} and {{3}} {{3}}', examples: ['Anna'] })).toEqual([
    'body variables_out_of_order',
    'body variable_at_edge',
    'body variables_adjacent',
    'examples.1 required',
  ]);
  expect(faultsOf({ body: 'Hi {{1}}}, see you', header: { type: 'text', text: `${'a'.repeat(61)} {{1}}` } })).toEqual([
    'header.text too_long',
    'header.text variable_not_allowed',
    'body braces',
    'examples.0 required',
  ]);
});

test('a named place is refused as one, whatever else is wrong', () => {
  expect(faultsOf({ body: 'Hi {{name}}, see {{1}} you' })).toEqual(['body variable_not_numbered']);
});
