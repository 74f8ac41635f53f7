import { expect, test } from 'vitest';
import { changeSettings } from '#contract/auth/calls.ts';
import type { ConnectionKind } from '#contract/connections/calls.ts';
import type { DecisionRule, LogEntry } from '#contract/delivery/calls.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import { setTestPhones } from '#contract/flows/trials.ts';
import { createFlow, deleteFlow, type Flow, FlowKind } from '#contract/flows/calls.ts';
import { listSkipped } from '#contract/insights/calls.ts';
import { asUsual, byTelegram, ending, type Meanwhile, STOPS, timed } from './changes.ts';
import { attend, order } from './events.ts';
import { flowsLike, logOf, traceOf, type WantedFlow } from './flows.ts';
import { type JourneyWorld, journeyWorld } from './world.ts';

/** Kinds that report to the owner. */
const REPORT_KINDS = FlowKind.options.filter((kind) => flowKind(kind).recipient === 'owner');

type Row = Partial<WantedFlow> & { meanwhile?: Meanwhile };

/** Why the owner does not get the report of Sunday, or of the week that ends with it; none concerns a contact. */
const REFUSALS: Partial<Record<DecisionRule, Row>> = {
  template_missing: {},
  no_test_phone: { mode: 'test' },
  no_channel: { change: byTelegram },
  flow_ended: { change: ending(1) },
  flow_paused: { meanwhile: STOPS.flow_paused },
  flow_deleted: { meanwhile: STOPS.flow_deleted },
  flow_stopped: { meanwhile: STOPS.flow_stopped },
};

/** Declares tests for each kind of report a source supports: the report arrives, and each reason against it is shown. */
export async function reportJourneysFrom(source: ConnectionKind): Promise<void> {
  const kinds = REPORT_KINDS.filter((kind) => flowKind(kind).sources.includes(source));
  const journey = await journeyWorld(source);
  const { server, owner } = journey;
  const { token } = owner;
  await server.call(setTestPhones, { token, body: { testPhones: '' } });

  await untilSaturday(journey);
  await somethingHappens(journey);
  const flowsOf = new Map<FlowKind, Map<string, Flow>>();
  for (const kind of kinds) flowsOf.set(kind, await liveFlows(journey, kind));
  const flowOf = (kind: FlowKind, rule: string) => flowsOf.get(kind)?.get(rule) as Flow;
  await journey.pass({ seconds: 5 });
  for (const kind of kinds)
    for (const [rule, { meanwhile }] of Object.entries(REFUSALS)) await meanwhile?.(journey, flowOf(kind, rule));
  await overSunday(journey);

  await untilSaturday(journey);
  await somethingHappens(journey);
  await overSunday(journey, () => journey.writes(journey.ownersPhone));
  const sent = new Map<FlowKind, LogEntry[]>();
  for (const kind of kinds) sent.set(kind, (await logOf(journey, flowOf(kind, WANTED))).filter(hasLeft));

  const body = { notSendWeeklyYclientsReports: true, notSendWeeklyIikoReports: true };
  await server.call(changeSettings, { token, body });
  await untilSaturday(journey);
  await overSunday(journey, () => journey.writes(journey.ownersPhone));

  test.each(kinds.flatMap((kind) => Object.keys(REFUSALS).map((rule) => [kind, rule] as const)))(
    '%s: %s is shown in the log, in the trace and among the skips, and no report is sent',
    async (kind, rule) => {
      await expectShown(journey, flowOf(kind, rule), rule);
    },
  );

  test.each(kinds)('%s: arrives at the owner, and is shown to the owner alone', async (kind) => {
    const [latest] = sent.get(kind) ?? [];
    expect(latest).toMatchObject({ isToOwner: true, isTest: false, phone: journey.ownersPhone, contactName: '' });
    expect(await journey.shows(journey.ownersPhone)).toContain(latest?.body);
    const steps = latest ? await traceOf(journey, latest) : [];
    expect(steps.map((step) => step.rule)).toContain('due');
  });

  test('a weekly report that its owner disabled is not sent, and the reason is shown', async () => {
    const flow = flowOf('weekly_report', WANTED);
    await expectShown(journey, flow, 'report_off');
    expect((await logOf(journey, flow)).filter(hasLeft)).toEqual(sent.get('weekly_report'));
  });
}

/** The flow that lacks only an open window; once the owner writes, its report is sent. */
const WANTED = 'template_missing';

const hasLeft = ({ status }: LogEntry) => status !== 'cancelled' && status !== 'skipped' && status !== 'planned';

async function expectShown(journey: JourneyWorld, flow: Flow, rule: string): Promise<void> {
  const { server, owner } = journey;
  const lines = await logOf(journey, flow);
  const shown = lines.find((line) => line.rule === rule);
  expect(lines.map((line) => line.rule)).toContain(rule);
  expect(shown?.isToOwner).toBe(true);
  const steps = shown ? await traceOf(journey, shown) : [];
  expect(steps.map((step) => step.rule)).toContain(rule);
  const { body } = await server.call(listSkipped, { token: owner.token, query: { senderId: flow.id } });
  expect(body.items.map((one) => one.rule)).toContain(rule);
}

async function liveFlows(journey: JourneyWorld, kind: FlowKind): Promise<Map<string, Flow>> {
  const { server, owner } = journey;
  const made = (await server.call(createFlow, { token: owner.token, body: { kind } })).body;
  const { settings, id } = made;
  const like = timed({ delayMinutes: DUE_MINUTES[kind] ?? 0 })(settings, journey);
  const content = { ...settings.content, templates: [] };
  const wanted = Object.values(REFUSALS).map(({ mode = 'combat', change = asUsual }) => ({ mode, change }));
  const flows = await flowsLike(journey, { kind, settings: { ...like, content } }, wanted);
  await server.call(deleteFlow, { token: owner.token, params: { flowId: id } });
  return new Map(Object.keys(REFUSALS).map((rule, nth) => [rule, flows[nth] as Flow]));
}

/** Different times, so that one report does not wait for the pause after the other. */
const DUE_MINUTES: Partial<Record<FlowKind, number>> = { daily_report: 540, weekly_report: 570 };

/** Advances to Saturday: two days before Monday, when the report of Sunday is sent. */
async function untilSaturday(journey: JourneyWorld): Promise<void> {
  const wall = journey.now().toZonedDateTimeISO(journey.place.timeZone);
  await passUntil(journey, wall.add({ days: 7 - ((wall.dayOfWeek + 1) % 7) }).with({ hour: 10, minute: 0 }));
}

/** Advances from Saturday noon to Monday noon, through both mornings. */
async function overSunday(journey: JourneyWorld, atEight = async () => {}): Promise<void> {
  const saturday = journey.now().toZonedDateTimeISO(journey.place.timeZone);
  for (const days of [1, 2]) {
    await passUntil(journey, saturday.add({ days }).with({ hour: 8, minute: 0 }));
    await atEight();
    for (const minutes of [58, 10, 30]) await journey.pass({ minutes });
  }
}

async function passUntil(journey: JourneyWorld, moment: Temporal.ZonedDateTime): Promise<void> {
  await journey.pass({ seconds: Math.round(journey.now().until(moment.toInstant()).total('seconds')) });
}

async function somethingHappens(journey: JourneyWorld): Promise<void> {
  const { place } = journey;
  const person = journey.aPerson();
  if (place.hasVisits) await attend(journey, person, 'arrived');
  else await order(journey, person, 'Closed');
}
