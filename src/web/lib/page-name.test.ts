import { expect, test } from 'vitest';
import { tabTitle } from './page-name.ts';

test('a tab names the thing, where it belongs, and the product', () => {
  expect(tabTitle('Reminder 24 h', 'Flows', 'Frontdesk')).toBe('Reminder 24 h – Flows – Frontdesk');
});

test('a page without a thing or a section leaves them out, and nothing is said twice', () => {
  expect(tabTitle('Message log', undefined, 'Frontdesk')).toBe('Message log – Frontdesk');
  expect(tabTitle('Flows', 'Flows', 'Frontdesk')).toBe('Flows – Frontdesk');
});
