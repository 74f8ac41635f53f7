import type { FlowCondition } from '#contract/audiences/calls.ts';
import { NO_CHANNEL } from '#contract/audiences/values.ts';
import { CHANNEL_KIND_NAMES } from '#contract/channels/kinds.ts';
import { LANGUAGES } from '#contract/languages.ts';
import type { ConnectionKind } from '#contract/connections/calls.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import type { ConditionField } from '#contract/audiences/values.ts';
import { deleteFlow, type Flow, type FlowSettings, pauseFlow, switchFlowMode } from '#contract/flows/calls.ts';
import { withOptions } from '#server/testing/rows/flow-options.ts';
import type { JourneyWorld } from './world.ts';

/** A change of a flow's settings; gets the journey to know the cabinet. */
export type Change = (settings: FlowSettings, journey: JourneyWorld) => FlowSettings;

export const asUsual: Change = (settings) => settings;

export const timed =
  (timing: Partial<FlowSettings['timing']>): Change =>
  (settings) => ({ ...settings, timing: { ...settings.timing, ...timing } });

/** A longer delay, so that the message waits for a while. */
export const later =
  (minutes = 60): Change =>
  (settings, journey) =>
    timed({ delayMinutes: settings.timing.delayMinutes + minutes })(settings, journey);

/** A delay, so that the message waits for a while. */
export const delayed: Change = (settings, journey) =>
  settings.timing.delayMinutes === 0 ? later()(settings, journey) : settings;

/** The flow's last day is so many days from now. */
export const ending =
  (days: number, change: Change = asUsual): Change =>
  (settings, journey) => {
    const today = journey.now().toZonedDateTimeISO(journey.place.timeZone).toPlainDate();
    return timed({ endsOn: String(today.add({ days })) })(change(settings, journey), journey);
  };

export const inControlGroup: Change = (settings) => withOptions(settings, { controlPercent: 10 });

/** Only moves to a group that no journey leads to. */
export const aboutOtherGroups: Change = (settings) =>
  withOptions(settings, { groupMove: { dashboardId: null, fromGroups: [], toGroups: ['champions'] } });

/** Sends by the bot to which nobody has written. */
export const byTelegram: Change = (settings, { telegram }) => ({ ...settings, channelIds: [telegram.id] });

export const conditionedBy =
  (...conditions: FlowCondition[]): Change =>
  (settings, journey) => {
    const possible = conditions.map((condition) => possibleFor(condition, settings, journey));
    const groups = [...settings.conditions.groups, { match: 'any' as const, conditions: possible }];
    return { ...settings, conditions: { ...settings.conditions, groups } };
  };

/** A condition that the flow could meet at another time, as settings that are never met are refused. */
function possibleFor(condition: FlowCondition, { timing }: FlowSettings, { now, place }: JourneyWorld): FlowCondition {
  if (condition.field === 'days_since_visit' && 'from' in condition)
    return { ...condition, from: Math.floor(timing.delayMinutes / 1_440) + 1 };
  if (condition.field !== 'weekday' || !('values' in condition)) return condition;
  // NOTE: visits of a journey begin today, within two days, or whole weeks apart.
  const { dayOfWeek } = now().toZonedDateTimeISO(place.timeZone).add({ days: 4 });
  return { ...condition, values: condition.values.filter((day) => day !== String(dayOfWeek)) };
}

/** For each field a condition that no contact of a journey meets, and the rule that is shown for it. */
export function unmetConditions(
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
    visit_status: { condition: noneOf('visit_status', 'confirmed'), rule: 'status_differs' },
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
    tag: { condition: noneOf('tag', 'Никто'), rule: 'tag_differs' },
    imported_list: { condition: noneOf('imported_list', 'another'), rule: 'imported_list_differs' },
    source: { condition: noneOf('source', another), rule: 'source_differs' },
    change: { condition: noneOf('change', 'master'), rule: 'change_differs' },
    shift_minutes: { condition: { field: 'shift_minutes', from: 300, to: 600 }, rule: 'shift_too_small' },
    days_since_visit: {
      condition: { field: 'days_since_visit', from: 300, to: 400 },
      rule: 'days_since_visit_differs',
    },
    order_status: { condition: noneOf('order_status', 'Delivered'), rule: 'order_status_differs' },
    delivery_kind: { condition: noneOf('delivery_kind', 'DeliveryByClient'), rule: 'delivery_kind_differs' },
    deal_stage: { condition: noneOf('deal_stage', 'another'), rule: 'deal_stage_differs' },
    deal_pipeline: { condition: noneOf('deal_pipeline', 'another'), rule: 'deal_pipeline_differs' },
    deal_responsible: { condition: noneOf('deal_responsible', 'Никто'), rule: 'deal_responsible_differs' },
    deal_tag: { condition: noneOf('deal_tag', 'никто'), rule: 'deal_tag_differs' },
    event_name: { condition: noneOf('event_name', 'other'), rule: 'event_name_differs' },
    segment: { condition: noneOf('segment', 'another'), rule: 'contact_differs' },
    rfm_group: { condition: noneOf('rfm_group', 'another'), rule: 'contact_differs' },
    language: { condition: { field: 'language', isNot: true, values: [...LANGUAGES] }, rule: 'contact_differs' },
    reached_by: {
      condition: { field: 'reached_by', isNot: true, values: [...CHANNEL_KIND_NAMES, NO_CHANNEL] },
      rule: 'contact_differs',
    },
    consent: { condition: noneOf('consent', 'given'), rule: 'contact_differs' },
    birth_month: { condition: noneOf('birth_month', '2'), rule: 'contact_differs' },
    days_to_visit: { condition: { field: 'days_to_visit', from: 300, to: 400 }, rule: 'contact_differs' },
    no_shows: { condition: { field: 'no_shows', from: 50, to: 60 }, rule: 'contact_differs' },
    orders_count: { condition: { field: 'orders_count', from: 50, to: 60 }, rule: 'contact_differs' },
    orders_sum: { condition: { field: 'orders_sum', from: 900_000, to: 990_000 }, rule: 'contact_differs' },
    days_since_order: { condition: { field: 'days_since_order', from: 300, to: 400 }, rule: 'contact_differs' },
    days_to_birthday: { condition: { field: 'days_to_birthday', from: 400, to: 500 }, rule: 'contact_differs' },
    days_since_birthday: { condition: { field: 'days_since_birthday', from: 400, to: 500 }, rule: 'contact_differs' },
    days_since_answer: { condition: { field: 'days_since_answer', from: 300, to: 400 }, rule: 'contact_differs' },
    days_subscribed: { condition: { field: 'days_subscribed', from: 300, to: 400 }, rule: 'contact_differs' },
    next_visit: { condition: { field: 'next_visit', value: 'booked' }, rule: 'contact_differs' },
    answered: { condition: { field: 'answered', value: 'ever' }, rule: 'contact_differs' },
  };
}

type ListField = Extract<FlowCondition, { values: string[] }>['field'];

type OwnersCall = typeof pauseFlow | typeof deleteFlow | typeof switchFlowMode;

/** An action of the owner on a flow while its message waits. */
export type Meanwhile = (journey: JourneyWorld, flow: Flow) => Promise<unknown>;

const byOwner =
  (call: OwnersCall, body?: object): Meanwhile =>
  async ({ server, owner }, { id }) => {
    const done = await server.call(call, { token: owner.token, params: { flowId: id }, ...(body && { body }) });
    if (done.status !== 200) throw new Error(`Not done: ${JSON.stringify(done.body)}`);
  };

/** Changes of a flow by its owner, by the rule that is then shown for a message that waits. */
export const STOPS = {
  flow_paused: byOwner(pauseFlow),
  flow_deleted: byOwner(deleteFlow),
  flow_stopped: byOwner(switchFlowMode, { mode: 'test' }),
} satisfies Partial<Record<DecisionRule, Meanwhile>>;
