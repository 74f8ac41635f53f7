import type { DecisionRule } from './calls.ts';

/**
 * Values that rules compare, by name. Instants are ISO 8601 UTC, days `YYYY-MM-DD`, hours whole hours of the local day,
 * lists texts separated by `, `, amounts whole units of the branch's currency.
 */
type Values = {
  /** A condition's present value; `wanted`, `unwanted`, or `from` and `to` are the condition's own. */
  is: string | number | null;
  wanted: string;
  unwanted: string;
  from: number;
  to: number;
  /** The rules of conditions of which one had to match. */
  none: string;
  branch: string;
  services: string;
  master: string;
  wantedAt: string;
  startsAt: string;
  knownAt: string;
  lastAt: string;
  otherAt: string;
  heldUntil: string;
  useBy: string;
  readUntil: string;
  now: string;
  endsOn: string | null;
  timeZone: string;
  /** `HH:MM` */
  localTime: string;
  /** 1 is Monday. */
  weekday: number;
  /** The day of a channel's warm-up, from 1. */
  day: number;
  weekdays: string;
  startHour: number;
  endHour: number;
  quietFromHour: number;
  quietToHour: number;
  delayMinutes: number;
  intervalMinutes: number;
  lateDays: number;
  days: number;
  sent: number;
  limit: number;
  transactional: number;
  controlPercent: number;
  visitsCount: number;
  wantedVisits: number;
  spent: number;
  wantedSpent: number;
  /** Rules that held the message before. */
  heldBy: DecisionRule | undefined;
  waitedFor: DecisionRule;
  status: string;
  was: string | null;
  mode: string;
  scope: string;
  urgency: string;
  text: string;
  sender: string;
  channel: string;
  hasPhone: boolean;
  /** Channels that were tried, each with its blocker. */
  tried: string;
  template: string;
  templateStatus: string;
};

type OfCondition = 'is' | 'wanted' | 'unwanted' | 'from' | 'to' | 'branch' | 'services' | 'master';
type OfWindow = 'localTime' | 'weekday' | 'weekdays' | 'startHour' | 'endHour';
type OfCap = 'sent' | 'limit' | 'days' | 'transactional' | 'useBy';
type OfChannels = 'hasPhone' | 'tried';
/** A message that will be sent has them, whichever rule holds it until then. */
type OfSending = 'wantedAt' | 'startsAt' | 'timeZone' | 'delayMinutes' | 'channel';

/** The names of the values that each rule compares; rules that are absent compare none. */
type Names = {
  due: OfSending;
  quiet_hours: 'localTime' | 'timeZone' | 'quietFromHour' | 'quietToHour' | OfSending;
  send_window: OfWindow | OfSending;
  weekday: OfWindow | OfSending;
  visit_checking: 'readUntil';
  daily_limit: 'sent' | 'limit';
  warm_up: 'day' | 'limit';
  flow_paused: 'status';
  flow_stopped: 'status' | 'mode';
  flow_ended: 'endsOn';
  no_channel: OfChannels;
  no_test_phone: 'mode';
  opted_out: 'scope' | 'urgency' | OfChannels;
  marketing_budget: OfCap | OfSending;
  gave_way: OfCap | 'sender' | 'otherAt' | OfSending;
  written_lately: 'lastAt' | 'intervalMinutes';
  control_group: 'controlPercent' | 'wantedAt';
  conditions_differ: 'none';
  branch_differs: OfCondition;
  service_differs: OfCondition;
  service_category_differs: OfCondition;
  master_differs: OfCondition;
  status_differs: OfCondition | 'status';
  customer_category_differs: OfCondition;
  tag_differs: OfCondition;
  imported_list_differs: OfCondition;
  contact_differs: OfCondition;
  source_differs: OfCondition;
  change_differs: OfCondition;
  visits_count_differs: OfCondition;
  spent_differs: OfCondition;
  total_differs: OfCondition;
  days_since_visit_differs: OfCondition;
  hour_differs: OfCondition;
  visit_weekday_differs: OfCondition;
  booking_way_differs: OfCondition;
  order_status_differs: OfCondition;
  delivery_kind_differs: OfCondition;
  event_name_differs: OfCondition;
  deal_stage_differs: OfCondition;
  deal_pipeline_differs: OfCondition;
  deal_responsible_differs: OfCondition;
  deal_tag_differs: OfCondition;
  first_visit_only: OfCondition | 'visitsCount';
  repeated_visit_only: OfCondition;
  shift_too_small: OfCondition;
  visit_ahead: 'startsAt';
  in_succession: 'startsAt';
  came_again: 'startsAt';
  missed_again: 'startsAt';
  bought_already: 'startsAt';
  threshold_not_crossed: 'visitsCount' | 'spent' | 'wantedVisits' | 'wantedSpent';
  status_passed: 'status' | 'was';
  group_differs: 'is' | 'wanted';
  group_left: 'is' | 'wanted';
  stage_passed: 'is' | 'wanted';
  cart_ordered: 'status';
  too_late: OfSending | 'lateDays' | 'knownAt' | 'heldUntil' | 'heldBy' | 'useBy' | 'now' | 'waitedFor';
  visit_past: 'startsAt' | 'now';
  visit_cancelled: 'status';
  /** The refusal of the message about the visit's earlier time. */
  visit_moved: keyof Values;
  visit_finished: 'status';
  branch_inactive: 'branch';
  report_off: 'mode';
  template_missing: OfChannels;
  template_not_approved: OfChannels | 'template' | 'templateStatus';
  template_lacks_media: OfChannels | 'template';
  content_rejected: 'text';
};

type NamesOf<Rule extends DecisionRule> = Rule extends keyof Names ? Names[Rule] : never;

/** The values a rule compared. Those that did not matter are absent. */
export type Compared<Rule extends DecisionRule = DecisionRule> = Rule extends DecisionRule
  ? Partial<Pick<Values, NamesOf<Rule>>>
  : never;

/** A rule that refuses or holds a message, with the values it compared. */
export type Refusal<Rule extends DecisionRule = DecisionRule> = Rule extends DecisionRule
  ? { rule: Rule; compared: Compared<Rule> }
  : never;

/** Returns a refusal without what stands beside it, e.g. in a verdict. */
export function refusalOf({ rule, compared }: Refusal): Refusal {
  return { rule, compared } as Refusal; // NOTE: the compiler does not see that both are of one rule
}

/** A condition of the owner that excludes a contact. */
export type ConditionRule = {
  [Rule in keyof Names]: OfCondition extends Names[Rule] ? Rule : never;
}[keyof Names];

/** Values by name, as they were stored: each is checked where it is read. */
export type StoredCompared<Rule extends DecisionRule> = { readonly [Name in NamesOf<Rule>]?: unknown };
