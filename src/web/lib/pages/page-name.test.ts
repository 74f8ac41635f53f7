import { expect, test } from 'vitest';
import { tabTitle } from './page-name.ts';

test('a tab title has the object, its section, and the product', () => {
  expect(tabTitle('Reminder 24 h', 'Flows', 'Frontdesk')).toBe('Reminder 24 h – Flows – Frontdesk');
});

test('a page without an object or a section omits them, and nothing is repeated', () => {
  expect(tabTitle('Message log', undefined, 'Frontdesk')).toBe('Message log – Frontdesk');
  expect(tabTitle('Flows', 'Flows', 'Frontdesk')).toBe('Flows – Frontdesk');
});
