import type { ConnectionKind } from '#contract/connections.ts';
import type { DecisionRule } from '#contract/delivery.ts';
import type { FlowCondition } from '#contract/audiences.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { ConditionField } from '#contract/flow-kind-entry.ts';
import { deleteFlow, type Flow, type FlowSettings, pauseFlow, switchFlowMode } from '#contract/flows.ts';
import { type Change, untilSent } from './journeys.ts';
import type { Reason } from './reasons.ts';
import { booked, type CustomerKind, SCENARIOS } from './scenarios.ts';
import type { JourneyWorld } from './world.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

export const timed =
  (timing: Partial<FlowSettings['timing']>): Change =>
  (settings) => ({ ...settings, timing: { ...settings.timing, ...timing } });

export const conditionedBy =
  (...conditions: FlowCondition[]): Change =>
  (settings) => {
    const group = { match: 'any' as const, conditions };
    return { ...settings, conditions: { ...settings.conditions, groups: [...settings.conditions.groups, group] } };
  };

/** A longer delay than the scenario's, so that the message waits for a while. */
export const later = (kind: CustomerKind, minutes = HOUR): Change =>
  timed({ delayMinutes: SCENARIOS[kind].delayMinutes + minutes });

/** Settings that exclude the customer of a kind's scenario. Each has a flow of its own; the customer is the same. */
export function settingReasons(kind: CustomerKind, source: ConnectionKind): Reason[] {
  const { isMarketing, conditions, sources } = FLOW_CATALOGUE[kind];
  const unmetConditions = conditions.map((field) => ({ ...unmet(source)[field] }));
  const waiting = SCENARIOS[kind].delayMinutes === 0 ? later(kind) : timed({});
  return [
    // NOTE: the first of these flows has the highest priority; the others yield to it.
    { kind, rule: 'template_missing', change: later(kind, isMarketing ? 6 * HOUR : HOUR) },
    ...(isMarketing ? [{ kind, rule: 'gave_way' } as const] : []),
    // Each condition alone in one source of the kind; in the other sources all of them together.
    ...unmetConditions
      .filter((_, nth) => sources[nth % sources.length] === source)
      .map(({ condition, rule }) => ({ kind, rule, change: conditionedBy(condition) })),
    {
      kind,
      rule: 'conditions_differ',
      change: conditionedBy(...unmetConditions.map(({ condition }) => condition)),
      together: unmetConditions.map(({ rule }) => rule),
    },
    { kind, rule: 'no_test_phone', mode: 'test' },
    { kind, rule: 'no_channel', change: (settings, { telegram }) => ({ ...settings, channelIds: [telegram.id] }) },
    { kind, rule: 'flow_ended', ...lastDayBefore(kind) },
    { kind, rule: 'flow_paused', change: waiting, meanwhile: byOwner(pauseFlow) },
    { kind, rule: 'flow_deleted', change: waiting, meanwhile: byOwner(deleteFlow) },
    { kind, rule: 'flow_stopped', change: waiting, meanwhile: byOwner(switchFlowMode, { mode: 'test' }) },
  ];
}

/** Another message uses up the frequency cap before this one is due. */
export function budgetReasons(kind: CustomerKind): Reason[] {
  if (!FLOW_CATALOGUE[kind].isMarketing) return [];
  return [
    {
      kind,
      rule: 'marketing_budget',
      otherFlow: (settings) => settings,
      change: later(kind),
      async happen(journey, person, { otherFlow }) {
        await SCENARIOS[kind].happen(journey, person);
        if (otherFlow) await untilSent(journey, otherFlow, person);
      },
    },
  ];
}

/** The branch is switched off while the message waits; a subject without a branch is not affected. */
export function closingReason(kind: CustomerKind, source: ConnectionKind): Reason[] {
  const { subject } = FLOW_CATALOGUE[kind];
  if (source === 'api' || (subject !== 'visit' && subject !== 'order')) return [];
  const isLong = FLOW_CATALOGUE[kind].delay.min >= 30 * DAY;
  return [{ kind, rule: 'branch_inactive', change: isLong ? timed({}) : later(kind, 6 * HOUR) }];
}

/** For each field a condition that no customer of a scenario meets. */
function unmet(
  source: ConnectionKind,
): Readonly<Record<ConditionField, { condition: FlowCondition; rule: DecisionRule }>> {
  const noneOf = <Field extends ListField>(field: Field, ...values: string[]) =>
    ({ field, isNot: false, values }) as const;
  const another = source === 'api' ? 'yclients' : 'api';
  return {
    branch: { condition: noneOf('branch', 'another'), rule: 'branch_differs' },
    service: { condition: noneOf('service', 'another'), rule: 'service_differs' },
    service_category: { condition: noneOf('service_category', 'Другая'), rule: 'service_category_differs' },
    master: { condition: noneOf('master', 'another'), rule: 'master_differs' },
    visit_status: { condition: noneOf('visit_status', 'no_show'), rule: 'status_differs' },
    visit_number: { condition: { field: 'visit_number', value: 'repeated' }, rule: 'repeated_visit_only' },
    weekday: {
      condition: { field: 'weekday', isNot: true, values: ['1', '2', '3', '4', '5', '6', '7'] },
      rule: 'visit_weekday_differs',
    },
    hour: { condition: { field: 'hour', from: 2, to: 3 }, rule: 'hour_differs' },
    total: { condition: { field: 'total', from: 1, to: 2 }, rule: 'total_differs' },
    booking_way: { condition: { field: 'booking_way', value: 'online' }, rule: 'booking_way_differs' },
    visits_count: { condition: { field: 'visits_count', from: 50, to: 60 }, rule: 'visits_count_differs' },
    spent: { condition: { field: 'spent', from: 900_000, to: 990_000 }, rule: 'spent_differs' },
    customer_category: { condition: noneOf('customer_category', 'Никто'), rule: 'customer_category_differs' },
    source: { condition: noneOf('source', another), rule: 'source_differs' },
    change: { condition: noneOf('change', 'master'), rule: 'change_differs' },
    shift_minutes: { condition: { field: 'shift_minutes', from: 300, to: 600 }, rule: 'shift_too_small' },
    days_since_visit: {
      condition: { field: 'days_since_visit', from: 300, to: 400 },
      rule: 'days_since_visit_differs',
    },
    order_status: { condition: noneOf('order_status', 'Closed'), rule: 'order_status_differs' },
    delivery_kind: { condition: noneOf('delivery_kind', 'DeliveryByClient'), rule: 'delivery_kind_differs' },
    event_name: { condition: noneOf('event_name', 'other'), rule: 'event_name_differs' },
  };
}

type ListField = Extract<FlowCondition, { values: string[] }>['field'];

/** The flow's last day is over when its message would be sent, though the flow has planned it. */
function lastDayBefore(kind: CustomerKind): Pick<Reason, 'change' | 'happen'> {
  const { delay } = FLOW_CATALOGUE[kind];
  if (kind === 'visit_reminder')
    return {
      change: ending(1, timed({ delayMinutes: -HOUR })),
      happen: (journey, person) => booked(journey, person, 72),
    };
  if (kind === 'birthday') return { change: ending(2, timed({})) };
  if (delay.min >= 30 * DAY) return { change: ending(29, timed({})) };
  return { change: ending(1, timed({ delayMinutes: 40 * HOUR })) };
}

export const ending =
  (days: number, change: Change): Change =>
  (settings, journey) => {
    const today = journey.now().toZonedDateTimeISO(journey.place.timeZone).toPlainDate();
    return timed({ endsOn: String(today.add({ days })) })(change(settings, journey), journey);
  };

type OwnersCall = typeof pauseFlow | typeof deleteFlow | typeof switchFlowMode;

export const byOwner =
  (call: OwnersCall, body?: object): NonNullable<Reason['meanwhile']> =>
  async ({ server, owner }: JourneyWorld, { id }: Flow) => {
    const done = await server.call(call, { token: owner.token, params: { flowId: id }, ...(body && { body }) });
    if (done.status !== 200) throw new Error(`Not done: ${JSON.stringify(done.body)}`);
  };
