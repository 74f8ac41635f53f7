import type { ReplyWidgetSettings } from '#contract/replies/settings.ts';
import type { Language } from '#contract/primitives.ts';
import { text } from '#server/replies/storage/texts.ts';

/** Settings of a new widget: templates for high stars without a text, a model for the rest, and a person below four stars. */
export function newSettings(language: Language): ReplyWidgetSettings {
  const templates = (['first', 'second', 'third'] as const).map((key) => text(language, `templates.${key}`));
  return {
    sources: ['own', 'yandex', '2gis', 'google', 'other'],
    rules: [
      { id: 'stars', source: null, starsFrom: 4, starsTo: 5, text: 'without', way: 'templates', templates },
      { id: 'rest', source: null, starsFrom: 1, starsTo: 5, text: 'any', way: 'model', templates: [] },
    ],
    instruction: '',
    tone: 'friendly',
    signature: '',
    delayMinutes: 60,
    approvalBelow: 4,
  };
}
