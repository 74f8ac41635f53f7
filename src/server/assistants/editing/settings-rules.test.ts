import { expect, test } from 'vitest';
import { AssistantSettings } from '#contract/assistants/settings.ts';
import { foldPhrase } from '#server/assistants/turns/phrase-rules.ts';
import { coincidingPhrases } from './settings-rules.ts';

const withPhrases = (startPhrases: string[], stopPhrases: string[]) =>
  AssistantSettings.parse({ plugins: { human_handoff: { startPhrases, stopPhrases } } });

test('a phrase is the same in any case, with any punctuation and with ё or е', () => {
  expect(foldPhrase(' Позовите  ЧЕЛОВЕКА! ')).toBe('позовите человека');
  expect(foldPhrase('Всё, спасибо')).toBe(foldPhrase('все спасибо'));
});

test('phrases that start and stop the assistant may not be the same', () => {
  expect(coincidingPhrases(withPhrases(['продолжай'], ['Стоп, бот', 'Продолжай.']))).toEqual(['Продолжай.']);
  expect(coincidingPhrases(withPhrases(['продолжай'], ['стоп бот']))).toEqual([]);
  expect(coincidingPhrases(AssistantSettings.parse({}))).toEqual([]);
});
