import { expect, test } from 'vitest';
import { CallRefused, CallUnreached } from '#web/lib/api/call-errors.ts';
import { reportOf } from './error-report-rules.ts';

const PLACE = { path: '/contacts/01990000-0000-7000-8000-000000000001', brand: 'main', language: 'ru' } as const;

test('a report has the kind of the error and its frames, and nothing of the person or the page they looked at', () => {
  const error = new RangeError('No row for "Анна Петрова" anna@salon.example +79161112233');
  error.stack = `RangeError: No row for "Анна Петрова"
    at find (https://desk.example/assets/contacts-Ab12.js:3:120?phone=79161112233)
    at https://desk.example/assets/index-Cd34.js:1:20
draw@https://desk.example/assets/index-Cd34.js:7:8`;
  const report = reportOf(error, PLACE);
  expect(report).toMatchObject({
    transaction: '/contacts/*',
    tags: { brand: 'main', language: 'ru' },
    exception: { values: [{ type: 'RangeError', value: 'No row for … … …' }] },
  });
  expect(report?.exception.values[0]?.stacktrace.frames).toEqual([
    { function: 'draw', filename: '/assets/index-Cd34.js', lineno: 7, colno: 8 },
    { function: '?', filename: '/assets/index-Cd34.js', lineno: 1, colno: 20 },
  ]);
  expect(JSON.stringify(report)).not.toMatch(/Анна|anna|7916|desk\.example|01990000/);
});

test.each([
  ['a type error', new TypeError('x is not a function')],
  ['a syntax error', new SyntaxError('Unexpected token')],
  ['a call without a connection', new CallUnreached('offline')],
  ['a refusal', new CallRefused({ code: 'contact.not_found' }, 404)],
  ['something thrown that is no error', 'text'],
])('%s is not reported', (_what, error) => {
  expect(reportOf(error, PLACE)).toBeNull();
});
