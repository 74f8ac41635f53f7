import { RELEVANCE_FLOOR, relevanceOf } from '../lexicon/relevance.ts';
import {
  type JsonSchema,
  allowsNull,
  branchesOf,
  descriptionOf,
  enumOf,
  itemsOf,
  propertiesOf,
  typesOf,
} from '../protocol/json-schema.ts';
import { emptyValue, fitValue } from '../talk/deciding/arguments.ts';
import { understand } from '../talk/understanding/understand.ts';
import { reviewReply } from './reviews.ts';
import { searchStrings } from './search-strings.ts';
import { summarize } from './summaries.ts';
import type { Task } from './task.ts';
import { type Item, type Verdict, judge, readItems } from './verdicts.ts';

/** @property item the item of a checklist that the present object is about */
type Place = { task: Task; name: string; item: Item | null };

/** A value for a schema: every property is filled by its name, its description and the task. */
export function fillSchema(schema: JsonSchema, place: Place): unknown {
  const allowed = enumOf(schema);
  if (allowed) return chooseOption(allowed, schema, place);
  const types = typesOf(schema);
  if (types.includes('object') || propertiesOf(schema).length > 0) return fillObject(schema, place);
  if (types.includes('array')) return fillArray(schema, place);
  if (types.includes('boolean')) return fillBoolean(schema, place);
  if (types.includes('number') || types.includes('integer')) return fillNumber(schema, place);
  return types.includes('string') || types.length === 0 ? fillString(schema, place) : emptyValue(schema);
}

function fillObject(schema: JsonSchema, place: Place): Record<string, unknown> {
  const branch = branchesOf(schema).find((one) => propertiesOf(one).length > 0);
  const properties = propertiesOf(schema).length > 0 ? propertiesOf(schema) : propertiesOf(branch ?? {});
  return Object.fromEntries(properties.map(([name, property]) => [name, fillSchema(property, { ...place, name })]));
}

/** Strings for a search, or one element for each item of the checklist. */
function fillArray(schema: JsonSchema, { task, name, item }: Place): unknown[] {
  const items =
    branchesOf(schema)
      .map(itemsOf)
      .find((one) => Object.keys(one).length > 0) ?? itemsOf(schema);
  const types = typesOf(items);
  if (types.includes('string') && !enumOf(items)) {
    if (task.kind === 'search' || /quer|search|string|question/iu.test(name))
      return searchStrings(task).slice(0, Number(schema['maxItems'] ?? 3));
    if (/quote|evidence/iu.test(name)) return [verdictOf({ task, name, item }).quote];
    return [];
  }
  if (/^lines?$/iu.test(name)) return [verdictOf({ task, name, item }).line];
  const listed = itemsOfTask(task);
  if (types.includes('object') && task.kind === 'verdict')
    return listed.map((one) => fillSchema(items, { task, name, item: one }));
  return Number(schema['minItems'] ?? 0) > 0 ? [fillSchema(items, { task, name, item })] : [];
}

/** The checklist stands in the instructions, else beside the talk. */
function itemsOfTask({ instructions, data }: Task): Item[] {
  const items = readItems(instructions);
  return items.length > 0 ? items : readItems(data);
}

function verdictOf({ task, item }: Pick<Place, 'task' | 'item'> & { name: string }): Verdict {
  const [listed] = itemsOfTask(task);
  return judge(item ?? listed ?? { key: '', text: task.instructions }, task);
}

const VERDICT_WORDS: readonly (readonly [Verdict['answer'], RegExp])[] = [
  ['yes', /^(?:yes|pass(?:ed)?|true|ok|met|да)$/iu],
  ['no', /^(?:no|fail(?:ed)?|false|not_met|нет)$/iu],
  ['na', /^(?:na|n\/a|not_applicable|none|unknown|unsure)$/iu],
];

function chooseOption(options: readonly unknown[], schema: JsonSchema, place: Place): unknown {
  const { task, name } = place;
  const isVerdict = options.some((option) =>
    VERDICT_WORDS.some(([answer, pattern]) => answer === 'yes' && pattern.test(String(option))),
  );
  if (isVerdict) {
    const { answer } = verdictOf(place);
    const word = (wanted: Verdict['answer']) =>
      options.find((option) => VERDICT_WORDS.some(([one, pattern]) => one === wanted && pattern.test(String(option))));
    return word(answer) ?? word('no') ?? options.at(-1);
  }
  if (/lang/iu.test(name) && options.includes(task.language)) return task.language;
  const scored = options.map((option) => ({
    option,
    score: relevanceOf(task.data, `${String(option).replaceAll('_', ' ')} ${descriptionOf(schema)}`),
  }));
  const best = scored.toSorted((a, b) => b.score - a.score)[0];
  if (best && best.score >= RELEVANCE_FLOOR) return best.option;
  return options.includes(null) || allowsNull(schema)
    ? null
    : (options.find((option) => /other|unknown|none|neutral/iu.test(String(option))) ?? options[0]);
}

function fillBoolean(schema: JsonSchema, place: Place): boolean {
  const about = `${place.name} ${descriptionOf(schema)}`;
  const { intents } = understand(place.task.data, null);
  if (place.task.kind === 'verdict' || /pass|\byes\b|\bmet\b/iu.test(about)) return verdictOf(place).answer === 'yes';
  if (/angry|anger|complain|negativ/iu.test(about)) return intents.has('anger');
  if (/person|human|hand_?over|escalat/iu.test(about)) return intents.has('person') || intents.has('anger');
  return /inject|attack|instruct/iu.test(about) && intents.has('injection');
}

const CONFIDENCE = 0.8;

function fillNumber(schema: JsonSchema, place: Place): unknown {
  const { task, name } = place;
  if (/confiden|certain/iu.test(name))
    return Number(schema['maximum'] ?? 1) > 1 ? Math.round(Number(schema['maximum']) * CONFIDENCE) : CONFIDENCE;
  if (task.kind === 'verdict' && /line|position/iu.test(name)) return verdictOf(place).line;
  if (task.kind === 'verdict' && /item|number|index|id/iu.test(name)) return Number(place.item?.key) || 1;
  if (task.kind === 'verdict')
    return verdictOf(place).answer === 'yes' ? Number(schema['maximum'] ?? 1) : Number(schema['minimum'] ?? 0);
  const digits = /\d+/u.exec(task.data)?.[0];
  if (digits === undefined && allowsNull(schema)) return null;
  const found = Number(digits ?? 0);
  return fitValue(
    schema,
    Math.min(Number(schema['maximum'] ?? found), Math.max(Number(schema['minimum'] ?? 0), found)),
  );
}

function fillString(schema: JsonSchema, place: Place): string | null {
  const { task, name, item } = place;
  const about = `${name} ${descriptionOf(schema)}`;
  if (/quote|evidence/iu.test(name)) return verdictOf(place).quote || (allowsNull(schema) ? null : '');
  if (task.kind === 'verdict' && /reason|explan|comment|why|note/iu.test(name)) return verdictOf(place).reason;
  if (task.kind === 'verdict' && /^(?:item|key|id|criterion|name)/iu.test(name)) return item?.key ?? '';
  if (/lang/iu.test(name)) return task.language;
  if (task.kind === 'review') return reviewReply(task);
  if (task.kind === 'search' || /quer|search/iu.test(name)) return searchStrings(task)[0] ?? '';
  const { name: person, phone } = understand(task.data, null);
  if (/phone/iu.test(about)) return phone ?? (allowsNull(schema) ? null : '');
  if (/^(?:client_?|customer_?|first_?)?name$/iu.test(name)) return person ?? (allowsNull(schema) ? null : '');
  return /date|time|url|email/iu.test(name) && allowsNull(schema) ? null : summarize(task);
}
