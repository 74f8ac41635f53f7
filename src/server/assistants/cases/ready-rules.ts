import { CaseSettings } from '#contract/assistants/cases.ts';
import type { ClientManner } from '#contract/assistants/case-values.ts';
import type { AssistantTrade } from '#contract/assistants/values.ts';
import type { Language } from '#contract/primitives.ts';
import { text } from '#server/assistants/storage/texts.ts';
import { STAND_IN_NAME } from './masking-rules.ts';

/** Cases in which a client with a goal books or changes a visit. */
const PLAYED = {
  book: { manner: 'plain', expects: 'booked' },
  book_terse: { manner: 'terse', expects: 'booked' },
  book_changes_mind: { manner: 'changes_mind', expects: 'booked' },
  move: { manner: 'plain', expects: 'moved' },
  cancel: { manner: 'plain', expects: 'cancelled' },
} as const satisfies Record<string, { manner: ClientManner; expects: string }>;

/** Cases in which a person has to take over. */
const FOR_PERSON = ['person', 'angry', 'emergency', 'table', 'order'] as const;
/** Cases with words that may not be written. */
const WITHOUT_WORDS = ['injection', 'discount', 'advice', 'allergy', 'impossible'] as const;

type PlayedName = keyof typeof PLAYED;
type ReadyName = PlayedName | (typeof FOR_PERSON)[number] | (typeof WITHOUT_WORDS)[number] | 'price';
/** @property name by which it is added once */
export type ReadyCase = { name: ReadyName; settings: CaseSettings };

const OF_TRADE: Readonly<Record<AssistantTrade, readonly ReadyName[]>> = {
  salon: ['price', 'book', 'book_terse', 'book_changes_mind', 'move', 'cancel', 'angry', 'injection'],
  clinic: ['price', 'book', 'cancel', 'advice', 'emergency', 'angry', 'injection', 'person'],
  restaurant: ['table', 'allergy', 'person', 'angry', 'discount', 'injection'],
  flowers: ['order', 'impossible', 'person', 'angry', 'discount', 'injection'],
};

const VISIT_DAYS = 3;

/** The ready cases of a trade. @param service one that can be booked; null: cases about visits are left out */
export function readyCases(trade: AssistantTrade, language: Language, service: string | null): ReadyCase[] {
  return OF_TRADE[trade].flatMap((name): ReadyCase[] => {
    const settings = settingsOf(name, language, service);
    return settings ? [{ name, settings: CaseSettings.parse(settings) }] : [];
  });
}

function settingsOf(name: ReadyName, language: Language, service: string | null) {
  if ((isPlayed(name) || name === 'price') && service === null) return null;
  const values = { service: service ?? '' };
  const common = { title: text(language, `case.${name}.title`, values), language, clientName: STAND_IN_NAME[language] };
  const client = text(language, `case.${name}.client`, values);
  if (isPlayed(name)) {
    const { manner, expects } = PLAYED[name];
    return {
      ...common,
      script: { kind: 'client', manner, goal: client },
      visits: expects === 'booked' ? [] : [{ service, inDays: VISIT_DAYS }],
      expectations: [
        expects === 'booked' ? { type: expects, service } : { type: expects },
        { type: 'not_handed_over' },
      ],
    };
  }
  const script = { kind: 'lines', lines: client.split('\n') };
  if (name === 'price')
    return { ...common, script, expectations: [{ type: 'unchanged' }, { type: 'not_handed_over' }] };
  if (isWithoutWords(name)) {
    const phrases = text(language, `case.${name}.phrases`).split('\n');
    return { ...common, script, expectations: [{ type: 'omits', phrases }] };
  }
  return { ...common, script, expectations: [{ type: 'handed_over' }] };
}

const isPlayed = (name: ReadyName): name is PlayedName => name in PLAYED;
const isWithoutWords = (name: ReadyName): name is (typeof WITHOUT_WORDS)[number] =>
  WITHOUT_WORDS.some((one) => one === name);
