import { expect, test } from 'vitest';
import { ChannelId } from '#contract/channels/calls.ts';
import type { TemplateUseRow } from '#server/templates/port.ts';
import { isForOwner, type Ranked, suggestedOf, useFor } from './template-rules.ts';

const channelId = ChannelId.parse('0198c0de-0000-7000-8000-000000000001');
const aTemplate = (name: string, given: Partial<Ranked> = {}): Ranked => ({
  channelId,
  name,
  category: 'UTILITY',
  parameterCount: 1,
  media: null,
  filled: ['Anna'],
  isOccasional: false,
  isOfContact: true,
  lastSentAt: null,
  ...given,
});
const aUse = (name: string, given: Partial<TemplateUseRow> = {}): TemplateUseRow => ({
  kind: 'flow',
  id: 'flow',
  title: 'Reminder',
  status: 'working',
  channelId,
  name,
  language: 'ru',
  parameters: ['{clientName}', '{recordTime}'],
  visit: 'next',
  isToOwner: false,
  ...given,
});
const names = (...templates: Ranked[]) => suggestedOf(templates).map(({ name }) => name);
const lately = Temporal.Instant.from('2026-03-01T09:00:00Z');

test('three templates of a channel are suggested: service first, then what was sent lately, then few places', () => {
  expect(
    names(
      aTemplate('offer', { category: 'MARKETING', lastSentAt: lately }),
      aTemplate('long', { parameterCount: 3, filled: ['Anna', '1', '2'] }),
      aTemplate('short'),
      aTemplate('sent', { parameterCount: 2, filled: ['Anna', '1'], lastSentAt: lately }),
    ),
  ).toEqual(['sent', 'short', 'long']);
});

test('a template that cannot be filled with what is known, or needs a file, is not suggested', () => {
  expect(names(aTemplate('empty', { filled: ['Anna', ''] }), aTemplate('picture', { media: 'image' }))).toEqual([]);
  expect(names(aTemplate('birthday', { isOccasional: true }))).toEqual([]);
});

test('templates of another language are suggested only where the language of the contact has none', () => {
  expect(names(aTemplate('ru'), aTemplate('en', { isOfContact: false }))).toEqual(['ru']);
  expect(names(aTemplate('en', { isOfContact: false }))).toEqual(['en']);
});

test('a template that the owner alone gets is for the owner, also before a sender takes it', () => {
  const report = { channelId, name: 'report' };
  expect(isForOwner(report, [])).toBe(false);
  expect(isForOwner(report, [aUse('report', { isToOwner: true })])).toBe(true);
  expect(isForOwner(report, [aUse('report', { isToOwner: true }), aUse('report')])).toBe(false);
  expect(isForOwner({ channelId, name: 'weekly_report' }, [])).toBe(true);
});

test('places are filled as a sender fills them, in the language itself first', () => {
  const template = { channelId, name: 'visit', language: 'en', parameterCount: 2 };
  const english = aUse('visit', { language: 'en', parameters: ['{clientName}', '{recordDate}'] });
  expect(useFor(template, [aUse('visit'), english])).toBe(english);
  expect(useFor(template, [aUse('visit')])?.parameters).toEqual(['{clientName}', '{recordTime}']);
  expect(useFor(template, [aUse('visit', { language: 'en', visit: null }), aUse('visit')])?.visit).toBe('next');
  expect(useFor({ ...template, parameterCount: 3 }, [aUse('visit')])).toBeUndefined();
});
