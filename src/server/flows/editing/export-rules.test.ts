import { expect, test } from 'vitest';
import { stillToFill } from '#contract/flows/filled.ts';
import { optionsOf } from '#contract/flows/options.ts';
import { type FlowKind, FlowSettings } from '#contract/flows/calls.ts';
import { exportFlow } from './export-rules.ts';

const ID = '01890000-0000-7000-8000-00000000000a';

function aFlow(change: Record<string, unknown> = {}, kind: FlowKind = 'visit_created') {
  const settings = FlowSettings.parse({
    conditions: {},
    timing: { delayMinutes: 0, window: { startHour: 9, endHour: 21 }, weekdays: [1] },
    content: { texts: { default: 'Ждём вас', en: 'See you' } },
    options: optionsOf(kind),
    ...change,
  });
  return { kind, title: 'Запись', settings };
}

test('a flow without references is exported unchanged', () => {
  const flow = aFlow();
  expect(exportFlow(flow, null)).toEqual({ ...flow, toFill: [], image: null });
});

test('channels and templates are removed and named', () => {
  const content = {
    texts: { default: 'А' },
    templates: [{ channelId: ID, name: 'visit', language: 'ru', parameters: [] }],
  };
  const exported = exportFlow(aFlow({ channelIds: [ID], content }), null);
  expect(exported.toFill.toSorted()).toEqual(['channels', 'templates']);
  expect(JSON.stringify(exported)).not.toContain(ID);
});

test('an image without its file is named', () => {
  const exported = exportFlow(aFlow({ content: { texts: { default: 'А' }, imageId: ID } }), null);
  expect(exported).toMatchObject({ toFill: ['image'], settings: { content: { imageId: null } } });
});

test("buttons that lead to the sender's pages or phone are removed and named", () => {
  const buttons = [
    { type: 'answer', title: 'Спасибо', action: 'reply' },
    { type: 'url', title: 'Записаться', url: 'https://lokon.example/' },
    { type: 'call', title: 'Позвонить', phone: '+74950000000' },
  ];
  const exported = exportFlow(aFlow({ content: { texts: { default: 'А' }, buttons } }), null);
  expect(exported).toMatchObject({ toFill: ['buttons'], settings: { content: { buttons: [{ type: 'answer' }] } } });
  const { content } = exported.settings;
  const chosen = { ...content, buttons: [{ type: 'call' as const, title: 'Звонок', phone: '+74951111111' }] };
  expect(stillToFill({ ...exported.settings, content: chosen }, exported.toFill)).toEqual([]);
});

test('phones of reports and the review address are removed', () => {
  const report = aFlow({ options: optionsOf('daily_report', { reportPhones: ['+79160000001'] }) }, 'daily_report');
  expect(exportFlow(report, null)).toMatchObject({ toFill: [], settings: { options: { reportPhones: [] } } });
  const flow = aFlow({ options: optionsOf('visit_created', { reviewUrl: 'https://a.example/' }) });
  expect(exportFlow(flow, null)).toMatchObject({ toFill: [], settings: { options: { reviewUrl: null } } });
});
