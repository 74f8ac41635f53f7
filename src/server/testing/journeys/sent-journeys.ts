import { afterEach, expect, test } from 'vitest';
import type { ConnectionKind } from '#contract/connections.ts';
import type { LogEntry, TraceStep } from '#contract/delivery.ts';
import type { Flow, FlowKind } from '#contract/flows.ts';
import { aFlow, bothWrite, logOf, rehearse, removeFlows, traceOf, untilSent } from './journeys.ts';
import { kindsOf, STORIES } from './stories.ts';
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

  test.each(kindsOf(source))('%s: sent to her, to the owner in test mode, told, and rehearsed', async (kind) => {
    await journey.untilMorning();
    const who = journey.aPerson();
    await bothWrite(journey, who);
    const live = await aFlow(journey, kind, 'combat');
    const tried = await aFlow(journey, kind, 'test');
    flows = [live, tried];
    const words = await STORIES[kind].happen(journey, who);
    await untilSent(journey, live, who);

    const [sent, ...more] = await messagesOf(live, who);
    expect([sent?.status, sent?.isTest, more]).toEqual([ARRIVED, false, []]);
    expect((await journey.shows(who.phone)).filter(isAbout(who))).toEqual([sent?.body]);
    expect(missing([who.name, ...words], sent)).toEqual([]);

    const [toOwner, ...toOthers] = await messagesOf(tried, who);
    expect([toOwner?.status, toOwner?.isTest, toOthers]).toEqual([ARRIVED, true, []]);
    expect((await journey.shows(journey.ownersPhone)).filter(isAbout(who))).toEqual([toOwner?.body]);
    expect(missing([who.name, ...words], toOwner)).toEqual([]);

    expect(await storyOf(kind, sent)).toEqual([...beginningOf(kind), 'planned due', 'send']);
    expect(await storyOf(kind, toOwner)).toEqual([...beginningOf(kind), 'planned due', 'send']);

    const rehearsed = await rehearse(journey, live, who);
    expect(rehearsed.map(({ body }) => body)).toEqual([sent?.body]);
    expect(minutesApart(rehearsed[0]?.at, sent?.at)).toBeLessThanOrEqual(1);
  });

  const messagesOf = async (flow: Flow, who: Person) =>
    (await logOf(journey, flow, who)).filter(({ kind }) => kind === 'message');

  /** The steps of a trace from the triggering event on, without the messenger's statuses. */
  async function storyOf(kind: FlowKind, entry: LogEntry | undefined): Promise<string[]> {
    const steps = entry ? await traceOf(journey, entry) : [];
    const [trigger] = beginningOf(kind);
    const first = trigger ? steps.findLastIndex((step) => wordOf(step) === trigger) : 0;
    return steps.slice(Math.max(0, first)).flatMap((step) => {
      const isAside = HAPPENINGS.has(step.kind) && wordOf(step) !== trigger;
      return isAside ? [] : (wordOf(step) ?? []);
    });
  }
}

/** The simulated people read after different times. */
const ARRIVED = expect.stringMatching(/^(sent|delivered|read)$/);

/** Names are unique in a journey. */
const isAbout = (who: Person) => (text: string) => text.startsWith(who.name);

const missing = (words: readonly string[], entry: LogEntry | undefined) =>
  words.filter((word) => !entry?.body.includes(word));

/** The event that triggers a flow of a kind, as its trace names it. */
function beginningOf(kind: FlowKind): string[] {
  return kind in BEGINNINGS ? [BEGINNINGS[kind] ?? ''] : [];
}

/** Kinds triggered by the clock have none. */
const BEGINNINGS: Partial<Record<FlowKind, string>> = {
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
  if (HAPPENINGS.has(kind)) return name;
  return kind === 'send' ? 'send' : null;
}

const HAPPENINGS: ReadonlySet<TraceStep['kind']> = new Set(['event', 'visit', 'order']);

function minutesApart(one: string | undefined, other: string | undefined): number {
  if (!one || !other) return Number.POSITIVE_INFINITY;
  return Math.abs(Temporal.Instant.from(one).until(other).total('minutes'));
}
