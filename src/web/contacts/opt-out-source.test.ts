import { expect, test } from 'vitest';
import { optOutSourceKey } from './opt-out-source.ts';

test('promotions that were switched off in the messenger are told from a blocked chat', () => {
  expect(optOutSourceKey({ source: 'provider', scope: 'marketing' })).toBe('contacts:source.provider_marketing');
  expect(optOutSourceKey({ source: 'provider', scope: 'all' })).toBe('contacts:source.provider');
  expect(optOutSourceKey({ source: 'link', scope: 'marketing' })).toBe('contacts:source.link');
});
