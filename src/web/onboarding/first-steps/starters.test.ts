import { expect, test } from 'vitest';
import type { FlowTemplateCard } from '#contract/gallery/calls.ts';
import { starters } from './starters.ts';

const card = (type: FlowTemplateCard['type'], hasTemplate: boolean): FlowTemplateCard => ({
  type,
  kind: 'visit_reminder',
  goal: 'no_shows',
  trades: [],
  sources: ['yclients'],
  title: type,
  example: { text: '', buttons: [], template: hasTemplate ? { name: type, text: '', buttons: [] } : null },
  made: [],
});

test('a flow whose first message cannot be sent is offered after those that can, where a channel has a window', () => {
  const templates = [
    card('review_request', false),
    card('reminder_2', true),
    card('visit_created', true),
    card('reminder_24', true),
  ];
  const shown = (hasWindow: boolean) =>
    starters({ templates, connectedKinds: ['yclients'], hasWindow }).map(({ type }) => type);
  expect(shown(true)).toEqual(['reminder_24', 'visit_created', 'reminder_2']);
  expect(shown(false)).toEqual(['reminder_24', 'visit_created', 'review_request']);
});
