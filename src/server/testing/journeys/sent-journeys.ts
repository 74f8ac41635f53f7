import { afterEach, expect, test } from 'vitest';
import type { ConnectionKind } from '#contract/connections/calls.ts';
import type { LogEntry, TraceStep } from '#contract/delivery/calls.ts';
import type { Flow } from '#contract/flows/calls.ts';
import { aFlow, bothWrite, logOf, rehearse, removeFlows, traceOf, untilSent } from './flows.ts';
import { type CustomerKind, kindsOf, SENT } from './sent-table.ts';
import type { Person } from './place.ts';
import { journeyWorld } from './world.ts';

/**
 * Declares a journey for each kind a source supports: the message is sent live, redirected in test mode, shown in the log, and rehearsed.
 */
export async function sentJourneysFrom(source: ConnectionKind): Promise<void> {
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
      const words = await SENT[kind].act(journey, person);
      await untilSent(journey, live, person);

      const [sent, ...more] = await messagesOf(live, person);
      expect([sent?.status, sent?.isTest, more]).toEqual([ARRIVED, false, []]);
      expect((await journey.shows(person.phone)).filter(isAbout(person))).toEqual([sent?.body]);
      expect(missing([person.name, ...words], sent)).toEqual([]);

      const [toOwner, ...toOthers] = await messagesOf(tried, person);
      expect([toOwner?.status, toOwner?.isTest, toOthers]).toEqual([ARRIVED, true, []]);
      expect((await journey.shows(journey.ownersPhone)).filter(isAbout(person))).toEqual([toOwner?.body]);
      expect(missing([person.name, ...words], toOwner)).toEqual([]);

      const { trigger } = SENT[kind];
      const steps = [...(trigger ? [trigger] : []), 'planned due', 'send'];
      expect(await traceStepsOf(kind, sent)).toEqual(steps);
      expect(await traceStepsOf(kind, toOwner)).toEqual(steps);

      const rehearsed = await rehearse(journey, live, person);
      expect(rehearsed.map(({ body }) => body)).toEqual([sent?.body]);
      expect(minutesApart(rehearsed[0]?.at, sent?.at)).toBeLessThanOrEqual(1);
    },
  );

  const messagesOf = async (flow: Flow, person: Person) =>
    (await logOf(journey, flow, person)).filter(({ kind }) => kind === 'message');

  /** The steps of a trace from the triggering event on, without the messenger's statuses. */
  async function traceStepsOf(kind: CustomerKind, entry: LogEntry | undefined): Promise<string[]> {
    const steps = entry ? await traceOf(journey, entry) : [];
    const { trigger } = SENT[kind];
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
