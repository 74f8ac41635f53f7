import { expect, test } from 'vitest';
import { parseOutside } from './json.ts';

test('characters the database cannot store are removed from texts and names, and nothing else', () => {
  const half = '\ud83d';
  const outside = { text: `a\0b${half}`, ['k\0']: [{ deep: `\0${half}end` }], smile: '😀', path: String.raw`C:\u0000` };
  expect(parseOutside(JSON.stringify(outside))).toEqual({
    text: 'ab\ufffd',
    k: [{ deep: '\ufffdend' }],
    smile: '😀',
    path: String.raw`C:\u0000`,
  });
  expect(parseOutside('{"n": 1, "none": null, "yes": true}')).toEqual({ n: 1, none: null, yes: true });
  expect(() => parseOutside('{')).toThrow(SyntaxError);
});
