import { type TemplateStatus, templateStatusOf } from '#web/channels/template-status.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import { DECISION_RULES } from '#contract/delivery/rules.ts';
import { VISIT_STATUSES } from '#contract/visits/values.ts';
import type { VisitStatus } from '#contract/visits/calls.ts';
import { instantIn, wordIn, wordsIn } from '#web/lib/api/known.ts';

/** Why one channel was not used, by the server's names. */
export const BLOCKERS = ['no_phone', 'not_there', 'blocked', 'unreachable', 'opted_out', 'closed'] as const;
export type Blocker = (typeof BLOCKERS)[number];

/** Changed parts of a visit. */
const VISIT_PARTS = ['master', 'services', 'contact', 'branch'] as const;
export type VisitPart = (typeof VISIT_PARTS)[number];

const INSTANTS = [
  'wantedAt',
  'knownAt',
  'startsAt',
  'from',
  'to',
  'until',
  'heldUntil',
  'useBy',
  'readUntil',
  'otherAt',
] as const;
const TEXTS = ['sender', 'channel', 'branch', 'services', 'master', 'localTime', 'template'] as const;
const COUNTS = ['sent', 'limit', 'transactional'] as const;

/** One value a rule looked at, by what it is; values only engineers understand have none. */
export type Fact =
  | { name: (typeof INSTANTS)[number]; kind: 'instant'; at: string }
  | { name: (typeof TEXTS)[number]; kind: 'text'; text: string }
  | { name: (typeof COUNTS)[number]; kind: 'count'; count: number }
  | { name: 'before' | 'after' | 'shift' | 'minShift' | 'days'; kind: 'span'; minutes: number }
  | { name: 'status' | 'wanted'; kind: 'statuses'; statuses: VisitStatus[] }
  | { name: 'quiet' | 'window'; kind: 'hours'; from: number; to: number }
  | { name: 'changed'; kind: 'parts'; parts: VisitPart[] }
  | { name: 'waitedFor'; kind: 'rule'; rule: DecisionRule }
  | { name: 'templateStatus'; kind: 'template'; status: TemplateStatus }
  | { name: 'tried'; kind: 'tried'; channels: { title: string; blocker: Blocker }[] };

const DAY_MINUTES = 1_440;
const MINUTE_MS = 60_000;

/**
 * Compared values as facts, in the order of reading.
 *
 * @param visitStartsAt a start that is the visit's own is left out: it is said above the story; `no_visit`: it is about
 *   an order, a cart, a birthday, whose own moment is no beginning of a visit
 */
export function factsOf(values: Readonly<Record<string, unknown>>, visitStartsAt: string | 'no_visit' | null): Fact[] {
  return [
    ...INSTANTS.flatMap((name) => instantFact(name, values, visitStartsAt)),
    ...spanFacts(values),
    ...hoursFact('quiet', values['quietFromHour'], values['quietToHour']),
    ...hoursFact('window', values['startHour'], values['endHour']),
    ...TEXTS.flatMap((name): Fact[] => {
      const text = values[name];
      return typeof text === 'string' && text !== '' ? [{ name, kind: 'text', text }] : [];
    }),
    ...statusesFact('status', values['status']),
    ...statusesFact('wanted', values['wanted']),
    ...COUNTS.flatMap((name): Fact[] => {
      const count = values[name];
      return typeof count === 'number' ? [{ name, kind: 'count', count }] : [];
    }),
    ...partsFact(values['changed']),
    ...partsFact(values['alsoChanged']),
    ...triedFact(values['tried']),
    ...ruleFact(values['waitedFor']),
    ...templateFact(values['templateStatus']),
  ];
}

function instantFact(
  name: (typeof INSTANTS)[number],
  values: Readonly<Record<string, unknown>>,
  visitStartsAt: string | 'no_visit' | null,
): Fact[] {
  const at = instantIn(values[name]);
  if (at === undefined) return [];
  // NOTE: beside the moment that is wanted stands the start of what the decision is about
  if (name === 'startsAt' && visitStartsAt === 'no_visit' && 'wantedAt' in values) return [];
  if (name === 'startsAt' && visitStartsAt !== null && isSame(at, visitStartsAt)) return [];
  // NOTE: what waits for its own moment, or for the moment it was decided in, waits for nothing else
  if (name === 'until' && typeof values['wantedAt'] === 'string' && isSame(at, values['wantedAt'])) return [];
  return [{ name, kind: 'instant', at }];
}

function spanFacts({ delayMinutes, shiftMinutes, minShiftMinutes, days }: Readonly<Record<string, unknown>>): Fact[] {
  const facts: Fact[] = [];
  if (typeof delayMinutes === 'number' && delayMinutes !== 0) {
    facts.push({ name: delayMinutes < 0 ? 'before' : 'after', kind: 'span', minutes: Math.abs(delayMinutes) });
  }
  if (typeof shiftMinutes === 'number') facts.push({ name: 'shift', kind: 'span', minutes: shiftMinutes });
  if (typeof minShiftMinutes === 'number') facts.push({ name: 'minShift', kind: 'span', minutes: minShiftMinutes });
  if (typeof days === 'number') facts.push({ name: 'days', kind: 'span', minutes: days * DAY_MINUTES });
  return facts;
}

function hoursFact(name: 'quiet' | 'window', from: unknown, to: unknown): Fact[] {
  return typeof from === 'number' && typeof to === 'number' ? [{ name, kind: 'hours', from, to }] : [];
}

function statusesFact(name: 'status' | 'wanted', value: unknown): Fact[] {
  const statuses = wordsIn(VISIT_STATUSES, String(value ?? '').split(', '));
  return statuses.length > 0 ? [{ name, kind: 'statuses', statuses }] : [];
}

function partsFact(value: unknown): Fact[] {
  const parts = wordsIn(VISIT_PARTS, value);
  return parts.length > 0 ? [{ name: 'changed', kind: 'parts', parts }] : [];
}

/** `WhatsApp: no_phone, Bot: not_there`; a title may have commas and colons of its own. */
function triedFact(value: unknown): Fact[] {
  if (typeof value !== 'string') return [];
  const each = new RegExp(`(.+?): (${BLOCKERS.join('|')})(?:, |$)`, 'gu');
  const channels = [...value.matchAll(each)].flatMap(([, title, code]) => {
    const blocker = BLOCKERS.find((one) => one === code);
    return title && blocker ? [{ title, blocker }] : [];
  });
  return channels.length > 0 ? [{ name: 'tried', kind: 'tried', channels }] : [];
}

function ruleFact(value: unknown): Fact[] {
  const rule = wordIn(DECISION_RULES, value);
  return rule ? [{ name: 'waitedFor', kind: 'rule', rule }] : [];
}

function templateFact(value: unknown): Fact[] {
  return typeof value === 'string'
    ? [{ name: 'templateStatus', kind: 'template', status: templateStatusOf(value) }]
    : [];
}

/** To the minute, as it is read. */
function isSame(one: string, other: string): boolean {
  return Math.abs(new Date(one).getTime() - new Date(other).getTime()) < MINUTE_MS;
}
