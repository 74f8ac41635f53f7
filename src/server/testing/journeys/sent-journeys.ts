import { afterEach, expect, test } from 'vitest';
import type { ConnectionKind } from '#contract/connections.ts';
import type { LogEntry, TraceStep } from '#contract/delivery.ts';
import type { Flow, FlowKind } from '#contract/flows.ts';
import { aFlow, bothWrite, logOf, rehearse, removeFlows, traceOf, untilSent } from './journeys.ts';
import { kindsOf, SCENARIOS } from './scenarios.ts';
import { journeyWorld, type Person } from './world.ts';

/**
 * Declares a journey for each kind a source supports: the message is sent live, redirected in test mode, shown in the log, and rehearsed.
 */
export async function journeysFrom(source: ConnectionKind): Promise<void> {
  const journey = await journeyWorld(source);
  let flows: Flow[] = [];
  afterEach(async () => {
    await removeFlows(journey, flows);
    flows = [];
  });

  test.each(kindsOf(source))(
    '%s: sent to the contact, to the owner in test mode, shown in the log, and rehearsed',
    async (kind) => {
      await journey.untilMorning();
      const person = journey.aPerson();
      await bothWrite(journey, person);
      const live = await aFlow(journey, kind, 'combat');
      const tried = await aFlow(journey, kind, 'test');
      flows = [live, tried];
      const words = await SCENARIOS[kind].happen(journey, person);
      await untilSent(journey, live, person);

      const [sent, ...more] = await messagesOf(live, person);
      expect([sent?.status, sent?.isTest, more]).toEqual([ARRIVED, false, []]);
      expect((await journey.shows(person.phone)).filter(isAbout(person))).toEqual([sent?.body]);
      expect(missing([person.name, ...words], sent)).toEqual([]);

      const [toOwner, ...toOthers] = await messagesOf(tried, person);
      expect([toOwner?.status, toOwner?.isTest, toOthers]).toEqual([ARRIVED, true, []]);
      expect((await journey.shows(journey.ownersPhone)).filter(isAbout(person))).toEqual([toOwner?.body]);
      expect(missing([person.name, ...words], toOwner)).toEqual([]);

      expect(await traceStepsOf(kind, sent)).toEqual([...triggerOf(kind), 'planned due', 'send']);
      expect(await traceStepsOf(kind, toOwner)).toEqual([...triggerOf(kind), 'planned due', 'send']);

      const rehearsed = await rehearse(journey, live, person);
      expect(rehearsed.map(({ body }) => body)).toEqual([sent?.body]);
      expect(minutesApart(rehearsed[0]?.at, sent?.at)).toBeLessThanOrEqual(1);
    },
  );

  const messagesOf = async (flow: Flow, person: Person) =>
    (await logOf(journey, flow, person)).filter(({ kind }) => kind === 'message');

  /** The steps of a trace from the triggering event on, without the messenger's statuses. */
  async function traceStepsOf(kind: FlowKind, entry: LogEntry | undefined): Promise<string[]> {
    const steps = entry ? await traceOf(journey, entry) : [];
    const [trigger] = triggerOf(kind);
    const first = trigger ? steps.findLastIndex((step) => wordOf(step) === trigger) : 0;
    return steps.slice(Math.max(0, first)).flatMap((step) => {
      const isAside = EVENT_STEPS.has(step.kind) && wordOf(step) !== trigger;
      return isAside ? [] : (wordOf(step) ?? []);
    });
  }
}

/** The simulated people read after different times. */
const ARRIVED = expect.stringMatching(/^(sent|delivered|read)$/);

/** Names are unique in a journey. */
const isAbout = (person: Person) => (text: string) => text.startsWith(person.name);

const missing = (words: readonly string[], entry: LogEntry | undefined) =>
  words.filter((word) => !entry?.body.includes(word));

/** The event that triggers a flow of a kind, as its trace names it. */
function triggerOf(kind: FlowKind): string[] {
  return kind in TRIGGERS ? [TRIGGERS[kind] ?? ''] : [];
}

/** Kinds triggered by the clock have none. */
const TRIGGERS: Partial<Record<FlowKind, string>> = {
  visit_created: 'visit.created',
  visit_changed: 'visit.moved',
  visit_cancelled: 'visit.cancelled',
  review_request: 'arrived',
  first_visit: 'arrived',
  cross_selling: 'arrived',
  threshold: 'arrived',
  order_status: 'OnWay',
  abandoned_cart: 'cart.updated',
  api_event: 'api.event',
};

function wordOf({ kind, name, rule }: TraceStep): string | null {
  if (kind === 'verdict') return `${name} ${rule}`;
  if (EVENT_STEPS.has(kind)) return name;
  return kind === 'send' ? 'send' : null;
}

const EVENT_STEPS: ReadonlySet<TraceStep['kind']> = new Set(['event', 'visit', 'order']);

function minutesApart(one: string | undefined, other: string | undefined): number {
  if (!one || !other) return Number.POSITIVE_INFINITY;
  return Math.abs(Temporal.Instant.from(one).until(other).total('minutes'));
}
