import type { ContactPolicy } from '#contract/policy/calls.ts';
import { type FlowEvent, type SubjectToDecide, NO_HISTORY } from '#server/subjects/rules.ts';
import { ChannelId } from '#contract/channels/calls.ts';
import { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import type { FlowCondition } from '#contract/audiences/calls.ts';
import { FlowId, type FlowKind, type FlowSettings } from '#contract/flows/calls.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import type { ChannelToChoose } from '#server/contacts/book/channel-choice-rules.ts';
import type { AddressState } from '#server/contacts/book/rules.ts';
import type { CustomerToDecide, FlowFacts, FlowToDecide, Verdict } from '#server/flows/deciding/decision.ts';
import { decide } from '#server/flows/deciding/rules.ts';

/** A policy without quiet hours and without a frequency cap. */
export const OPEN_POLICY: ContactPolicy = {
  quietFromHour: 0,
  quietToHour: 0,
  marketingLimit: 100,
  marketingDays: 1,
  senderOrder: [],
};

export const anId = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const WHATSAPP: ChannelToChoose = {
  id: ChannelId.parse(anId(1)),
  title: 'WhatsApp',
  state: 'Authorized',
  traits: { windowHours: 24, reachesPhones: true },
};
export const TELEGRAM: ChannelToChoose = {
  id: ChannelId.parse(anId(2)),
  title: 'Telegram',
  state: 'Authorized',
  traits: { windowHours: null, reachesPhones: false },
};
/** Reaches any phone at any time, so that a test need not set up channels. */
export const SMS: ChannelToChoose = {
  id: ChannelId.parse(anId(3)),
  title: 'SMS',
  state: 'Authorized',
  traits: { windowHours: null, reachesPhones: true },
};

/** A flow as decisions read it: live and working by default. `timing` may be given in part. */
export function aDecidedFlow(
  kind: FlowKind = 'visit_reminder',
  change: Partial<FlowToDecide> & { timing?: Partial<FlowSettings['timing']> } = {},
): FlowToDecide {
  const { timing, ...rest } = change;
  const settings = rest.settings ?? defaultSettings(kind, 'ru');
  return {
    id: FlowId.parse(anId(10)),
    kind,
    status: 'working',
    mode: 'combat',
    version: 1,
    isDeleted: false,
    lastStartedAt: null,
    ...rest,
    settings: { ...settings, timing: { ...settings.timing, ...timing } },
  };
}

export function aDecidedVisit(change: Partial<SubjectToDecide> = {}): SubjectToDecide {
  return {
    kind: 'visit',
    id: VisitId.parse(anId(20)),
    branchId: BranchId.parse(anId(21)),
    branchTitle: 'Salon',
    isBranchActive: true,
    timeZone: 'Europe/Moscow',
    masterId: null,
    masterName: null,
    serviceIds: [],
    serviceTitles: [],
    serviceCategories: [],
    source: 'yclients',
    status: 'waiting',
    total: 1_500,
    isFirst: false,
    isOnline: false,
    deliveryKind: null,
    eventName: null,
    startsAt: Temporal.Instant.from('2026-03-02T15:30:00Z'),
    durationMinutes: 60,
    timeVersion: 1,
    ...change,
  };
}

export function aDecidedCustomer(change: Partial<CustomerToDecide> = {}): CustomerToDecide {
  return {
    id: ContactId.parse(anId(30)),
    phone: '+79161234567',
    timeZone: null,
    refusesMailings: false,
    addresses: [],
    optOuts: [],
    history: NO_HISTORY,
    recent: [],
    ...change,
  };
}

export function theFacts(change: Partial<FlowFacts> = {}): FlowFacts {
  return {
    subject: aDecidedVisit(),
    customer: aDecidedCustomer(),
    event: null,
    channels: [SMS],
    cabinetTimeZone: 'Europe/Moscow',
    barredTemplates: [],
    testRecipients: [],
    hasPlannedMessage: false,
    nearby: [],
    noticeHoldSeconds: 0,
    ...change,
  };
}

/** 18:30 in Moscow on a Monday. */
export const VISIT_AT = Temporal.Instant.from('2026-03-02T15:30:00Z');
/** Noon in Moscow on the day before. */
export const NOW = Temporal.Instant.from('2026-03-01T09:00:00Z');
export const NIGHT: ContactPolicy = { ...OPEN_POLICY, quietFromHour: 22, quietToHour: 8 };
/** The owner's own numbers. */
export const OWNERS = [
  { phone: '+79990000001', addresses: [] },
  { phone: '+79990000002', addresses: [] },
];

export const at = (text: string) => Temporal.Instant.from(text);

export function happened(name: string, change: Partial<FlowEvent> = {}): FlowEvent {
  const nothing = { from: null, to: null, statusTo: null, changes: [], version: null };
  return { id: anId(90), name, occurredAt: NOW, ...nothing, ...change };
}

export function moved(from: string): FlowEvent {
  return happened('visit.moved', { from: at(from), to: VISIT_AT, changes: ['time'] });
}

/** The first verdict. */
export function decideOne(facts: Partial<FlowFacts>, flow: FlowToDecide, now = NOW, policy = OPEN_POLICY): Verdict {
  const [verdict] = decide(theFacts(facts), flow, now, policy);
  if (!verdict) throw new Error('Nothing was decided');
  return verdict;
}

/** A flow whose conditions must all be met. */
export function conditioned(kind: FlowKind, ...conditions: FlowCondition[]): FlowToDecide {
  const settings = defaultSettings(kind, 'ru');
  const groups = [{ match: 'all' as const, conditions }];
  return aDecidedFlow(kind, { settings: { ...settings, conditions: { match: 'all', groups } } });
}

export function reminder(hours: number, change: Parameters<typeof aDecidedFlow>[1] = {}): FlowToDecide {
  return aDecidedFlow('visit_reminder', { ...change, timing: { delayMinutes: -60 * hours, ...change.timing } });
}

/** A person's address on a channel. */
export function there(channel: ChannelToChoose, state: AddressState = 'reachable', windowUntil?: string) {
  return { channelId: channel.id, state, windowUntil: windowUntil ? at(windowUntil) : null };
}
