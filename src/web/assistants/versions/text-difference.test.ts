import { expect, test } from 'vitest';
import { textDifference } from './text-difference.ts';

const written = (before: string, after: string) =>
  textDifference(before, after)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[kind])
    .join('|');

test('a changed word of a line is shown within its line', () => {
  expect(written('Отвечай коротко и дружелюбно', 'Отвечай очень коротко и строго')).toBe(
    'Отвечай |[+очень +]|коротко и |[-дружелюбно-]|[+строго+]',
  );
});

test('added and removed lines are shown whole, and the rest stays', () => {
  expect(written('раз\nдва\nтри', 'раз\nтри')).toBe('раз|[-два-]|три');
  expect(written('раз', 'раз\nдва')).toBe('раз|[+два+]');
  expect(written('', 'текст')).toBe('[+текст+]');
  expect(written('то же', 'то же')).toBe('то же');
});
