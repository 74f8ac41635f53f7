import { expect, test } from 'vitest';
import { targetText, targetValue } from './target-values.ts';

test('a target is typed in whole units, with spaces and a decimal comma', () => {
  expect(targetValue('revenue', '1 250 000,50', 'RUB')).toBe(125_000_050);
  expect(targetValue('revenue', '5000', 'JPY')).toBe(5_000);
  expect(targetValue('no_show_share', '7.5', 'RUB')).toBe(750);
  expect(targetValue('visits', '300', 'RUB')).toBe(300);
  expect(targetText('revenue', 125_000_050, 'RUB')).toBe('1250000.5');
  expect(targetText('visits', null, 'RUB')).toBe('');
});

test('an empty field is no target; zero, words and a share above 100 % are refused', () => {
  expect(targetValue('visits', ' ', 'RUB')).toBeNull();
  for (const text of ['0', '-5', 'many', '1.2.3']) expect(targetValue('visits', text, 'RUB')).toBe('wrong');
  expect(targetValue('no_show_share', '100.01', 'RUB')).toBe('wrong');
});
