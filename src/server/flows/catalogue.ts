import type { FlowContent, FlowKind, FlowSettings, FlowTiming, FlowVariable } from '#contract/flows.ts';
import { Language } from '#contract/primitives.ts';
import { FLOW_VARIABLES } from '#contract/values.ts';
import type { VisitStatus } from '#contract/visits.ts';
import { ANSWER_TITLES, DEFAULT_TEXTS } from './default-texts.ts';

/** What happens in a booking system, by the names of the events of `visits/jobs.ts`. */
export type VisitTrigger = 'visit.created' | 'visit.moved' | 'visit.cancelled';

/**
 * Everything the product knows of a kind of flow; to add a kind is to add an entry, its texts and its tests.
 */
export type FlowKindEntry = {
  /** The event that starts it; null when it follows the visit's start, whatever happened to the visit. */
  trigger: VisitTrigger | null;
  /** Whether each new time of the visit is a new occasion to send, or the visit is one occasion in all. */
  occursPer: 'visit' | 'time';
  /** Statuses of a visit the message makes sense for; in any other it is not sent. */
  statuses: readonly VisitStatus[];
  /** Variables that can have a value, in the order the editor offers them. */
  variables: readonly FlowVariable[];
  /** When a new flow sends. */
  timing: FlowTiming;
  /** Whether a new flow asks the customer if she comes. */
  asksVisit: boolean;
};

/** What only a moved visit has. */
const MOVED_VARIABLES: readonly FlowVariable[] = ['oldRecordDate', 'oldRecordTime'];
const VISIT_VARIABLES = FLOW_VARIABLES.filter((variable) => !MOVED_VARIABLES.includes(variable));

const AHEAD: readonly VisitStatus[] = ['waiting', 'confirmed', 'unknown'];
const ALWAYS = { window: { startHour: 0, endHour: 24 }, weekdays: [] };

export const FLOW_KINDS: Record<FlowKind, FlowKindEntry> = {
  visit_created: {
    trigger: 'visit.created',
    occursPer: 'visit',
    statuses: AHEAD,
    variables: VISIT_VARIABLES,
    timing: { ...ALWAYS, delayMinutes: 0 },
    asksVisit: false,
  },
  visit_moved: {
    trigger: 'visit.moved',
    occursPer: 'time',
    statuses: AHEAD,
    variables: [...VISIT_VARIABLES, ...MOVED_VARIABLES],
    timing: { ...ALWAYS, delayMinutes: 0 },
    asksVisit: false,
  },
  visit_cancelled: {
    trigger: 'visit.cancelled',
    occursPer: 'visit',
    statuses: ['cancelled'],
    variables: VISIT_VARIABLES,
    timing: { ...ALWAYS, delayMinutes: 0 },
    asksVisit: false,
  },
  visit_reminder: {
    trigger: null,
    occursPer: 'time',
    statuses: AHEAD,
    variables: VISIT_VARIABLES,
    timing: { ...ALWAYS, delayMinutes: -1440 },
    asksVisit: true,
  },
};

/** What a new flow of a kind is set to: texts in every language, the cabinet's own serving the rest. */
export function defaultSettings(kind: FlowKind, language: Language, delayMinutes?: number): FlowSettings {
  const { timing } = FLOW_KINDS[kind];
  return {
    conditions: {
      branchIds: [],
      serviceIds: [],
      masterIds: [],
      statuses: [],
      firstVisit: 'any',
      minShiftMinutes: 0,
    },
    timing: { ...timing, delayMinutes: delayMinutes ?? timing.delayMinutes },
    content: defaultContent(kind, language),
    channelIds: [],
  };
}

function defaultContent(kind: FlowKind, language: Language): FlowContent {
  const texts = DEFAULT_TEXTS[kind];
  const others = Language.options.filter((other) => other !== language).map((other) => [other, texts[other]]);
  const { confirm, decline } = ANSWER_TITLES[language];
  return {
    texts: { default: texts[language], ...Object.fromEntries(others) },
    buttons: FLOW_KINDS[kind].asksVisit
      ? [{ type: 'answer', title: confirm, action: 'visit', declineTitle: decline }]
      : [],
    imageId: null,
    templates: [],
  };
}
