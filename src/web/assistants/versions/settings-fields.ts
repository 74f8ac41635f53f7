import type { AssistantSettings, HandoffNotice } from '#contract/assistants/settings.ts';

/** A save of an assistant. */
export type Saved = { title: string; settings: AssistantSettings };

/** Fields as people know them, by the keys of their names in the texts. */
export type FieldName =
  | 'title'
  | 'language'
  | 'instruction'
  | 'model'
  | 'temperature'
  | 'days'
  | 'inside_answers'
  | 'inside_instruction'
  | 'outside_answers'
  | 'outside_instruction'
  | 'channels'
  | 'branches'
  | 'quiet'
  | 'booking'
  | 'books'
  | 'moves'
  | 'cancels'
  | 'handoff'
  | 'when'
  | 'to'
  | 'answer'
  | 'notice'
  | 'stops'
  | 'stop_phrases'
  | 'start_phrases'
  | 'pause'
  | 'file'
  | 'follow_up'
  | 'other';

/**
 * A value of a field. `ids`: of a choice in which none means all · `hidden`: its words are not known, only whether it is the
 * same.
 */
export type FieldValue =
  | { kind: 'text'; text: string }
  | { kind: 'flag'; isOn: boolean }
  | { kind: 'number'; number: number }
  | { kind: 'language'; language: AssistantSettings['language'] }
  | { kind: 'model'; model: AssistantSettings['model'] }
  | { kind: 'days'; days: AssistantSettings['workHours']['days'] }
  | { kind: 'ids'; ids: readonly string[] }
  | { kind: 'reminder'; minutes: number; text: string }
  | { kind: 'hidden'; value: unknown };

/** @property number of elements of lists, from 1 · @property system of fields of a booking system */
export type Field = { name: FieldName; number?: number; system?: string; value: FieldValue };

const text = (words: string): FieldValue => ({ kind: 'text', text: words });
const flag = (isOn: boolean): FieldValue => ({ kind: 'flag', isOn });
const number = (amount: number): FieldValue => ({ kind: 'number', number: amount });

/** Everything that is published together, in the order of the form. */
export function fieldsOf({ title, settings }: Saved): Field[] {
  const { workHours, plugins } = settings;
  const { human_handoff, yclients_salon, altegio_salon, send_file, follow_up, ...others } = plugins;
  return [
    { name: 'title', value: text(title) },
    { name: 'language', value: { kind: 'language', language: settings.language } },
    { name: 'instruction', value: text(settings.instruction) },
    { name: 'model', value: { kind: 'model', model: settings.model } },
    { name: 'temperature', value: number(settings.temperature) },
    { name: 'days', value: { kind: 'days', days: workHours.days } },
    { name: 'inside_answers', value: flag(workHours.inside.isAnswering) },
    { name: 'inside_instruction', value: text(workHours.inside.instruction) },
    { name: 'outside_answers', value: flag(workHours.outside.isAnswering) },
    { name: 'outside_instruction', value: text(workHours.outside.instruction) },
    { name: 'channels', value: { kind: 'ids', ids: settings.channelIds } },
    { name: 'branches', value: { kind: 'ids', ids: settings.branchIds } },
    { name: 'quiet', value: number(settings.quietSeconds) },
    ...bookingFields('YCLIENTS', yclients_salon),
    ...bookingFields('Altegio', altegio_salon),
    ...handoffFields(human_handoff),
    ...(send_file?.files ?? []).map(({ title: name, when }, index): Field => ({
      name: 'file',
      number: index + 1,
      value: text(`${name}: ${when}`),
    })),
    ...(follow_up?.steps ?? []).map(({ afterMinutes, text: words }, index): Field => ({
      name: 'follow_up',
      number: index + 1,
      value: { kind: 'reminder', minutes: afterMinutes, text: words },
    })),
    { name: 'other', value: { kind: 'hidden', value: others } },
  ];
}

function bookingFields(system: string, plugin: AssistantSettings['plugins']['yclients_salon']): Field[] {
  return [
    { name: 'booking', system, value: flag(plugin !== null) },
    ...(plugin
      ? [
          { name: 'books' as const, system, value: flag(plugin.books) },
          { name: 'moves' as const, system, value: flag(plugin.moves) },
          { name: 'cancels' as const, system, value: flag(plugin.cancels) },
        ]
      : []),
  ];
}

function handoffFields(plugin: AssistantSettings['plugins']['human_handoff']): Field[] {
  if (!plugin) return [{ name: 'handoff', value: flag(false) }];
  const { notices, stopPhrases, startPhrases, pauseMinutes } = plugin;
  return [
    { name: 'handoff', value: flag(true) },
    ...notices.flatMap(({ when, to, answer, notice, stopsDialogue }, index): Field[] => [
      { name: 'when', number: index + 1, value: text(when) },
      { name: 'to', number: index + 1, value: text(addressOf(to)) },
      { name: 'answer', number: index + 1, value: text(answer) },
      { name: 'notice', number: index + 1, value: text(notice) },
      { name: 'stops', number: index + 1, value: flag(stopsDialogue) },
    ]),
    { name: 'stop_phrases', value: text(stopPhrases.join(', ')) },
    { name: 'start_phrases', value: text(startPhrases.join(', ')) },
    { name: 'pause', value: number(pauseMinutes) },
  ];
}

function addressOf(to: HandoffNotice['to']): string {
  if (to === null) return '';
  return to.type === 'phone' ? to.phone : to.email;
}

/** A field that differs; null: it is in the other save alone. */
export type Difference = Pick<Field, 'name' | 'number' | 'system'> & {
  before: FieldValue | null;
  after: FieldValue | null;
};

/** The differences of two saves, in the order of the form. */
export function differencesOf(before: Saved, after: Saved): Difference[] {
  const [old, now] = [byKey(before), byKey(after)];
  return [...new Map([...now, ...old])].flatMap(([key, { name, number: place, system }]): Difference[] => {
    const [one, other] = [old.get(key)?.value ?? null, now.get(key)?.value ?? null];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    return [
      {
        name,
        ...(place !== undefined && { number: place }),
        ...(system !== undefined && { system }),
        before: one,
        after: other,
      },
    ];
  });
}

const byKey = (saved: Saved): Map<string, Field> =>
  new Map(fieldsOf(saved).map((field) => [`${field.name} ${field.system ?? ''} ${field.number ?? ''}`, field]));
