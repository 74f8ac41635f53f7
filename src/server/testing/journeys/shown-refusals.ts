import { expect } from 'vitest';
import { type ContactId, listContacts } from '#contract/contacts/calls.ts';
import { type DecisionRule, type LogEntry, listMessageLog, type TraceStep } from '#contract/delivery/calls.ts';
import { UNCONCERNED_RULES } from '#contract/delivery/rules.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { Flow, FlowKind } from '#contract/flows/calls.ts';
import {
  explainContact,
  listSkipped,
  listTimeline,
  type Skipped,
  type TimelineItem,
} from '#contract/insights/calls.ts';
import { logOf, traceOf } from './flows.ts';
import type { Refusal } from './refusal-table.ts';
import type { Person } from './place.ts';
import type { JourneyWorld } from './world.ts';

/** The answers of the product about a contact who did not get a flow's message. */
export type Shown = {
  /** Log entries of the flow, newest first; of all contacts where the subject has no contact. */
  lines: LogEntry[];
  /** The trace of the entry with the reason. */
  steps: TraceStep[];
  /** Counts of the flow's skipped messages by reason. */
  skips: Skipped[];
  /** Rules on the contact's page: in its timeline, and in the answer to why they got nothing. */
  page: { timeline: string[]; answers: string[] } | null;
};

/** Reads as an owner does; shared answers of one person are read once. */
export function readerOf(
  journey: JourneyWorld,
  since: Temporal.Instant,
): (refusal: Refusal, flow: Flow, person: Person) => Promise<Shown> {
  const { server, owner } = journey;
  const { token } = owner;
  const linesOf = once((person: Person) => allLines(journey, person));
  const contactOf = once(async ({ phone }: Person) => {
    const query = { search: phone.slice(1) };
    const [found] = (await server.call(listContacts, { token, query })).body.items;
    return found?.id ?? null;
  });
  const timelineOf = once((contactId: ContactId) => wholeHistory(journey, contactId));

  return async ({ kind, expected: rule, hasNoContact }, flow, person) => {
    const all = hasNoContact ? await logOf(journey, flow) : await linesOf(person);
    const lines = all.filter(({ senderId }) => senderId === flow.id);
    const shown = lines.find((line) => line.rule === rule);
    const steps = shown ? await traceOf(journey, shown) : [];
    const query = { senderId: flow.id, rule, from: dayOf(since), to: dayOf(journey.now()), limit: 100 };
    const skips = (await server.call(listSkipped, { token, query })).body.items;
    const contactId = shown?.contactId ?? (!hasNoContact && isUnconcerned(rule) ? await contactOf(person) : null);
    if (!contactId) return { lines, steps, skips, page: null };
    const timeline = (await timelineOf(contactId)).filter((item) => item.senderId === flow.id).map((item) => item.rule);
    if (!isAnswered(kind, rule) && !isUnconcerned(rule))
      return { lines, steps, skips, page: { timeline, answers: [] } };
    const { body } = await server.call(explainContact, { token, params: { contactId, flowId: flow.id } });
    return { lines, steps, skips, page: { timeline, answers: body.explanations.flatMap((one) => one.rule ?? []) } };
  };
}

/** The zone is unknown, so the range is a day longer at both ends. */
const dayOf = (at: Temporal.Instant) => at.toString().slice(0, 10);

function once<Argument, Answer>(
  load: (argument: Argument) => Promise<Answer>,
): (argument: Argument) => Promise<Answer> {
  const answers = new Map<Argument, Promise<Answer>>();
  return (argument) => {
    const answer = answers.get(argument) ?? load(argument);
    answers.set(argument, answer);
    return answer;
  };
}

async function allLines({ server, owner }: JourneyWorld, { phone }: Person): Promise<LogEntry[]> {
  return everyPage((page) =>
    server.call(listMessageLog, { token: owner.token, query: { search: phone.slice(1), ...page } }),
  );
}

async function wholeHistory(
  { server, owner }: JourneyWorld,
  contactId: ContactId,
): Promise<{ senderId: string; rule: string }[]> {
  const pages = ['message', 'verdict'].map((type) =>
    everyPage<TimelineItem>((page) =>
      server.call(listTimeline, { token: owner.token, params: { contactId }, query: { type, ...page } }),
    ),
  );
  return (await Promise.all(pages))
    .flat()
    .flatMap((item) => ('senderId' in item && item.rule ? [{ senderId: item.senderId, rule: item.rule }] : []));
}

type Page<Item> = { status: number; body: { items: Item[]; nextCursor: string | null } };

async function everyPage<Item>(
  load: (page: { limit: number; cursor?: string }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const { status, body }: Page<Item> = await load({ limit: 100, ...(cursor && { cursor }) });
    if (status !== 200) throw new Error(`A list was not read: ${status} ${JSON.stringify(body)}`);
    items.push(...body.items);
    cursor = body.nextCursor;
  } while (cursor);
  return items;
}

/** Expects the reason wherever an owner looks for it, and no sent message. */
export function expectShown(
  { kind, expected: rule, together, hasNoContact }: Refusal,
  { lines, steps, skips, page }: Shown,
): void {
  if (isUnconcerned(rule) && !lines.some((line) => line.rule === rule)) {
    expect(skips).toEqual([]);
    if (!hasNoContact) expect(page?.answers).toContain(rule);
    return;
  }
  expect(lines.map((line) => line.rule)).toContain(rule);
  const shown = lines.filter((line) => line.rule === rule);
  expect(shown.map(({ status }) => status)).not.toContain(ARRIVED);
  const left = lines.filter(({ status }) => status !== 'cancelled' && status !== 'skipped');
  if (!hasNoContact && rule !== 'written_lately') expect(left).toEqual([]);
  expect(steps.map((step) => step.rule)).toContain(rule);
  const none = steps.flatMap(({ compared }) => compared['none'] ?? []);
  if (together) expect(none).toContain(together.join(', '));
  if (rule !== 'visit_moved') expect(skips.length).toBeGreaterThan(0);
  if (hasNoContact) return;
  expect(page?.timeline).toContain(rule);
  if (isAnswered(kind, rule)) expect(page?.answers).toContain(rule);
}

/** Stored only where it stopped a message. */
const isUnconcerned = (rule: DecisionRule) => UNCONCERNED_RULES.some((one) => one === rule);

/** The contact's page explains existing flows about visits, by the latest decision. */
const isAnswered = (kind: FlowKind, rule: DecisionRule) =>
  flowKind(kind).subject === 'visit' && !['flow_deleted', 'visit_moved', 'control_group'].includes(rule);

const ARRIVED = expect.stringMatching(/^(sent|delivered|read)$/);
