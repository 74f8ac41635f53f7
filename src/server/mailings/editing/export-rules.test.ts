import { expect, test } from 'vitest';
import { ImportId } from '#contract/imports/calls.ts';
import { MailingSettings } from '#contract/mailings/calls.ts';
import { exportMailing, importMailingSettings } from './export-rules.ts';

const ID = '01890000-0000-7000-8000-00000000000a';
const UNCHOSEN = ImportId.parse('01890000-0000-7000-8000-00000000000b');
const ALL_CONTACTS = { type: 'conditions', conditions: {} };

function aMailing(change: Record<string, unknown> = {}) {
  const settings = MailingSettings.parse({
    audience: ALL_CONTACTS,
    content: { texts: { default: 'Ждём вас', en: 'See you' } },
    timing: {},
    ...change,
  });
  return { title: 'Весна', settings };
}

const conditions = (field: string, values: string[]) => ({
  type: 'conditions',
  conditions: { groups: [{ conditions: [{ field, values }] }] },
});

test('a mailing without references is exported unchanged, except for its moments', () => {
  const mailing = aMailing({ timing: { startsAt: '2026-04-01T09:00:00Z', useBy: '2026-04-02T09:00:00Z' } });
  const { settings } = mailing;
  const timing = { ...settings.timing, startsAt: null, useBy: null };
  expect(exportMailing(mailing, null)).toEqual({
    title: 'Весна',
    settings: { ...settings, timing },
    toFill: [],
    image: null,
  });
});

test.each([
  ['an imported list', { type: 'list', importId: ID }],
  ['an earlier mailing', { type: 'mailing', mailingId: ID, outcome: 'replied' }],
  ['a segment', conditions('segment', [ID])],
  ['a service', conditions('service', [ID])],
])('an audience bound to %s must be chosen again, and never becomes all contacts', (_what, audience) => {
  const exported = exportMailing(aMailing({ audience }), null);
  expect(exported.toFill).toEqual(['audience']);
  expect(JSON.stringify(exported)).not.toContain(ID);
  const imported = importMailingSettings(exported, { imageId: null, unchosen: UNCHOSEN });
  expect(imported.audience).toEqual({ type: 'list', importId: UNCHOSEN });
});

test('channels, templates, buttons that lead to the sender and a lost image are removed and named', () => {
  const content = {
    texts: { default: 'А' },
    buttons: [{ type: 'url', title: 'Записаться', url: 'https://lokon.example/' }],
    templates: [{ channelId: ID, name: 'spring', language: 'ru', parameters: [] }],
  };
  const exported = exportMailing(aMailing({ channelIds: [ID], content }), null);
  expect(exported.toFill.toSorted()).toEqual(['buttons', 'channels', 'templates']);
  expect(exported.settings).toMatchObject({ audience: ALL_CONTACTS, channelIds: [], content: { buttons: [] } });
  const image = exportMailing(aMailing({ content: { texts: { default: 'А' }, imageId: ID } }), null);
  expect(image).toMatchObject({ toFill: ['image'], settings: { content: { imageId: null } } });
});
