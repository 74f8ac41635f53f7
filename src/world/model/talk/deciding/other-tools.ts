import { isRecord } from '../../../values/fields.ts';
import { RELEVANCE_FLOOR, relevanceOf } from '../../lexicon/relevance.ts';
import { type JsonSchema, descriptionOf, enumOf, propertiesOf, typesOf } from '../../protocol/json-schema.ts';
import type { Tool } from '../../protocol/types.ts';
import type { Talk } from '../reading/talk.ts';
import type { Understanding } from '../understanding/understand.ts';
import { phrase } from '../wording/phrases.ts';
import { isRefused } from '../reading/results.ts';
import type { State } from './state.ts';
import { needDeed } from './needs.ts';
import { clientName } from './booking.ts';

/** Tools of the salon, which the talk calls by rules of their own. */
const OWN_TOOLS = [
  'list_services',
  'list_masters',
  'find_times',
  'book',
  'my_visits',
  'move_visit',
  'cancel_visit',
  'hand_over',
  'list_clinics',
  'list_specialities',
  'list_doctors',
  'find_doctor_times',
  'book_appointment',
  'my_appointments',
  'cancel_appointment',
  'delivery_times',
  'place_order',
  'order_status',
];
const MAX_ITEMS = 5;

/** Calls the tool whose description fits a message best, and words its result; null where none fits. */
export function answerByOtherTool(talk: Talk, state: State, message: Understanding): string[] | null {
  const called = talk.results.findLast(({ name }) => !OWN_TOOLS.includes(name));
  if (called) return wordResult(talk, called.name, called.result);
  const others = talk.tools.filter(({ name }) => !OWN_TOOLS.includes(name));
  const scored = others.map((tool) => ({ tool, score: relevanceOf(message.text, textOf(tool)) }));
  const best = scored.toSorted((a, b) => b.score - a.score)[0];
  if (!best || best.score < RELEVANCE_FLOOR) return null;
  const values = Object.fromEntries(
    propertiesOf(best.tool.parameters).map(([name, schema]) => [
      name,
      valueFor(name, schema, { talk, state, message }),
    ]),
  );
  const result = needDeed(talk, best.tool.name, values);
  return result && wordResult(talk, best.tool.name, result);
}

const textOf = ({ name, description, parameters }: Tool) =>
  [
    name.replaceAll('_', ' '),
    description,
    ...propertiesOf(parameters).map(
      ([property, schema]) => `${property.replaceAll('_', ' ')} ${descriptionOf(schema)}`,
    ),
  ].join(' ');

type Source = { talk: Talk; state: State; message: Understanding };

/** The value of a message for an argument, by its name and description; undefined leaves it to the schema. */
function valueFor(name: string, schema: JsonSchema, { talk, state, message }: Source): unknown {
  const about = `${name} ${descriptionOf(schema)}`.toLowerCase();
  const options = enumOf(schema);
  if (options) return bestOption(options, descriptionOf(schema), message.text);
  if (/phone|телефон|telefone/u.test(about)) return message.phone ?? state.phone ?? undefined;
  if (/date|day|дата|день|dia/u.test(about)) return message.when.day ?? state.day ?? undefined;
  if (/\btime|время|hora|час\b/u.test(about)) return message.when.time ?? undefined;
  if (/name|имя|nome|ім/u.test(about) && !/item|product|товар|produto/u.test(about))
    return state.name ?? clientName(talk) ?? undefined;
  if (typesOf(schema).some((type) => type === 'integer' || type === 'number')) return numberIn(message.text);
  const code = /(?<![\p{L}\d])[#№]?\s?([A-Za-zА-Яа-я]{0,4}-?\d[\w-]*)/u.exec(message.text)?.[1];
  if (/id|number|code|номер|код|código|numero|número/u.test(about)) return code;
  if (typesOf(schema).includes('boolean')) return message.isYes;
  return message.text;
}

/** The option whose words, or whose line in the description, fit best. */
function bestOption(options: readonly unknown[], description: string, text: string): unknown {
  const lines = description.split(/[\n;]/u);
  const scored = options.map((option) => {
    const about = [String(option).replaceAll('_', ' '), ...lines.filter((line) => line.includes(String(option)))].join(
      ' ',
    );
    return { option, score: relevanceOf(text, about) };
  });
  return scored.toSorted((a, b) => b.score - a.score)[0]?.option;
}

const numberIn = (text: string) => {
  const digits = /\d+(?:[.,]\d+)?/u.exec(text)?.[0];
  return digits === undefined ? undefined : Number(digits.replace(',', '.'));
};

function wordResult(talk: Talk, name: string, result: Record<string, unknown>): string[] {
  if (isRefused(result)) return [phrase(talk, 'failed')];
  if (name === 'send_file') return [phrase(talk, 'file_sent', { name: String(result['name'] ?? '') })];
  const items = itemsIn(result['data'] ?? result);
  return items.length === 0
    ? [phrase(talk, 'nothing_found')]
    : [phrase(talk, 'found'), ...items.slice(0, MAX_ITEMS).map((item) => `• ${item}`)];
}

/** Lines for a list of records or for one record; ids, addresses and signs of success are left out. */
function itemsIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.map((item) => itemsIn(item).join(', ')).filter(Boolean);
  if (!isRecord(value)) return [];
  const nested = Object.values(value).find((one) => Array.isArray(one) && one.some(isRecord));
  if (nested) return itemsIn(nested);
  return Object.entries(value)
    .filter(
      ([key, one]) =>
        !/id$|^ok$|status|url|link/iu.test(key) && (typeof one === 'string' || typeof one === 'number') && one !== '',
    )
    .map(([, one]) => String(one));
}
