import { z } from 'zod';
import { ChannelId } from './channels.ts';
import { endpoint } from './endpoint.ts';
import { FlowConditions } from './audiences.ts';
import { FlowCounts } from './flow-counts.ts';
import { FlowToFill } from './flow-to-fill.ts';
import { Day, Instant, Phone, WebAddress } from './primitives.ts';
import { ServiceId } from './visits.ts';
import { SenderId } from './senders.ts';
import { FLOW_ERRORS, FLOW_KIND_NAMES, FLOW_STATUSES, FLOW_VARIABLES, LONGEST_TEXT } from './values.ts';

/** The sender of a flow's messages has the id of the flow. */
export const FlowId = SenderId.brand<'FlowId'>();
export type FlowId = z.infer<typeof FlowId>;
export const FileId = z.uuid().brand<'FileId'>();
export type FileId = z.infer<typeof FileId>;

/** `none` waits in the queue; `unavailable` is not in the tenant's tariff. */
export const FlowStatus = z.enum(FLOW_STATUSES);
export type FlowStatus = z.infer<typeof FlowStatus>;

/** Why a flow is in error, in a word of ours. */
export const FlowErrorCode = z.enum(FLOW_ERRORS);
export type FlowErrorCode = z.infer<typeof FlowErrorCode>;

/** `test` sends only to the owner's own numbers; `combat` to customers. */
export const FlowMode = z.enum(['test', 'combat']);
export type FlowMode = z.infer<typeof FlowMode>;

/** What a flow is about and what starts it: see `FLOW_CATALOGUE`. */
export const FlowKind = z.enum(FLOW_KIND_NAMES);
export type FlowKind = z.infer<typeof FlowKind>;

/** Names of variables in texts, written `{clientName}`. */
export const FlowVariable = z.enum(FLOW_VARIABLES);
export type FlowVariable = z.infer<typeof FlowVariable>;

const ButtonTitle = z.string().trim().min(1, { error: 'required' }).max(20, { error: 'too_long' });

/** At most 3 buttons and one of each type (the specification, section 5). */
export const FlowButton = z.discriminatedUnion('type', [
  /**
   * An answer the product understands. `visit` asks whether she comes: `title` confirms and `declineTitle`, when
   * given, is drawn as a second choice that cancels; both are one button of the flow. `opt_out` stops messages.
   */
  z.object({
    type: z.literal('answer'),
    title: ButtonTitle,
    action: z.enum(['visit', 'opt_out', 'reply']),
    declineTitle: ButtonTitle.nullable().default(null),
  }),
  z.object({ type: z.literal('url'), title: ButtonTitle, url: WebAddress.max(2000) }),
  z.object({ type: z.literal('call'), title: ButtonTitle, phone: Phone }),
]);
export type FlowButton = z.infer<typeof FlowButton>;

/** Whole hours of the customer's day, end excluded; 0–24 is always. */
export const SendWindow = z
  .object({ startHour: z.int().min(0).max(23), endHour: z.int().min(1).max(24) })
  .refine((window) => window.startHour < window.endHour, { path: ['endHour'], error: 'range' });
export type SendWindow = z.infer<typeof SendWindow>;

/** The provider's template to use where free text is not allowed (WhatsApp outside its 24 hours). */
export const FlowTemplate = z.object({
  channelId: ChannelId,
  name: z.string().max(512),
  language: z.string().max(20),
  /** What fills {{1}}, {{2}}, …, in our variables, e.g. `{recordDate} {recordTime}`. */
  parameters: z.array(z.string().trim().min(1, { error: 'required' }).max(300)).max(20),
});
export type FlowTemplate = z.infer<typeof FlowTemplate>;

export const FlowContent = z
  .object({
    /** Of the customer's language; `default` serves the rest. Variables in braces. */
    texts: z
      .object({ default: z.string().trim().min(1, { error: 'required' }).max(LONGEST_TEXT, { error: 'too_long' }) })
      .catchall(z.string().max(LONGEST_TEXT, { error: 'too_long' })),
    buttons: z.array(FlowButton).max(3, { error: 'too_many_buttons' }).default([]),
    /** The picture or document above the text: one or none, and no buttons with it. */
    imageId: FileId.nullable().default(null),
    templates: z.array(FlowTemplate).max(40).default([]),
  })
  .superRefine((content, issues) => {
    const types = content.buttons.map((button) => button.type);
    const isRepeated = new Set(types).size < types.length;
    if (isRepeated) issues.addIssue({ code: 'custom', path: ['buttons'], message: 'button_type_repeated' });
    if (content.imageId && content.buttons.length > 0)
      issues.addIssue({ code: 'custom', path: ['buttons'], message: 'buttons_with_image' });
  });
export type FlowContent = z.infer<typeof FlowContent>;

export const FlowTiming = z.object({
  /** From the visit's start or from the event: see the catalogue. Negative: before it. */
  delayMinutes: z.int().min(-43_200).max(2_628_000),
  window: SendWindow,
  /** ISO weekdays the message may leave on, 1 Monday … 7 Sunday; empty means any. */
  weekdays: z.array(z.int().min(1).max(7)).max(7).default([]),
  /** Of flows that come long after a visit: whether those whose moment passed before the flow began get it too. */
  firstSend: z.boolean().default(false),
  /** A customer hears from the flow no more often; 0: as often as it applies. */
  intervalMinutes: z.int().min(0).max(525_600).default(0),
  /** The last day it works, in the cabinet's zone; null: until it is stopped. */
  endsOn: Day.nullable().default(null),
});
export type FlowTiming = z.infer<typeof FlowTiming>;

/** What single kinds of flows ask beside conditions; kinds that do not ask leave them at their defaults. */
export const FlowOptions = z.object({
  /** Of `cross_selling`: what is offered; who has one of them is not asked. */
  offerServiceIds: z.array(ServiceId).max(100).default([]),
  /** Of `threshold`: the visit or the sum (whole units of the currency) that is celebrated; -1: not by this. */
  threshold: z
    .object({ visits: z.int().min(-1).max(10_000), spent: z.int().min(-1).max(1_000_000_000) })
    .default({ visits: -1, spent: -1 }),
  /** Of flows that follow a visit: how many days after it a status may be set and still start them. */
  lateDays: z.int().min(1).max(60).default(3),
  /** So many of a hundred customers are left out, to see what the flow brings. */
  controlPercent: z.union([z.literal(0), z.literal(5), z.literal(10)]).default(0),
  /** Of reports: where they go, E.164; empty: the owner's own phone, else the cabinet's test numbers. */
  reportPhones: z.array(Phone).max(10).default([]),
  /** Where customers leave a review: what `{reviewForm}` says. */
  reviewUrl: WebAddress.max(2000, { error: 'too_long' }).nullable().default(null),
});
export type FlowOptions = z.infer<typeof FlowOptions>;

/** What an owner sets, saved as one version. */
export const FlowSettings = z.object({
  conditions: FlowConditions,
  timing: FlowTiming,
  options: FlowOptions.prefault({}),
  content: FlowContent,
  /** In the order they are tried: the first where the customer exists; empty: the cabinet's order. */
  channelIds: z.array(ChannelId).max(20).default([]),
});
export type FlowSettings = z.infer<typeof FlowSettings>;

/** An automation that messages a contact when something happens to a visit. */
export const Flow = z.object({
  id: FlowId,
  kind: FlowKind,
  title: z.string(),
  status: FlowStatus,
  errorCode: FlowErrorCode.nullable(),
  /** The provider's own words, or the names of what the code is about. */
  errorReason: z.string().nullable(),
  mode: FlowMode,
  /** E.164; empty: the cabinet's own test numbers. */
  testPhones: z.array(Phone),
  version: z.int(),
  settings: FlowSettings,
  /** What the owner must choose before it can write to customers; filled only for flows from another cabinet. */
  toFill: z.array(FlowToFill),
  counts: FlowCounts,
  /** When the next planned message leaves; null when none waits. */
  nextMessageAt: Instant.nullable(),
  /** Null until the flow first runs. */
  lastStartedAt: Instant.nullable(),
  updatedAt: Instant,
});
export type Flow = z.infer<typeof Flow>;

const Title = z.string().trim().min(1, { error: 'required' }).max(120, { error: 'too_long' });
/** Several numbers separated by commas, as typed; the server normalises them. */
export const TypedPhones = z.string().trim().max(400);
const FlowParams = z.object({ flowId: FlowId });

export const listFlows = endpoint({
  method: 'GET',
  path: '/api/v1/flows',
  access: 'member',
  summary: 'Flows of the cabinet.',
  query: z.object({
    status: FlowStatus.optional(),
    kind: FlowKind.optional(),
    mode: FlowMode.optional(),
    search: z.string().trim().max(100).optional(),
  }),
  reply: z.object({
    flows: z.array(Flow),
    /** Counts beside filters: of all flows, whatever is filtered. */
    countByStatus: z.record(z.string(), z.int()),
  }),
});

export const getFlow = endpoint({
  method: 'GET',
  path: '/api/v1/flows/:flowId',
  access: 'member',
  summary: 'One flow.',
  params: FlowParams,
  reply: Flow,
  problems: ['flow.not_found'],
});

/** Starts in test mode, working. Left-out settings are the kind's defaults in the cabinet's customer language. */
export const createFlow = endpoint({
  method: 'POST',
  path: '/api/v1/flows',
  access: 'member',
  summary: 'Creates a flow in test mode.',
  body: z.object({
    kind: FlowKind,
    title: Title.optional(),
    /** Of reminders; the default is 24 hours before. */
    delayMinutes: z.int().min(-43_200).max(2_628_000).optional(),
    settings: FlowSettings.optional(),
  }),
  reply: Flow,
});

export const saveFlow = endpoint({
  method: 'PUT',
  path: '/api/v1/flows/:flowId',
  access: 'member',
  summary: 'Saves a new version; messages already planned keep theirs until they are moved.',
  params: FlowParams,
  body: z.object({
    title: Title,
    settings: FlowSettings,
    testPhones: TypedPhones,
    /** Of `toFill`: what stays unchosen, because the owner says so. What she chose is settled by itself. */
    settled: z.array(FlowToFill).max(20).default([]),
    /** The version the editor began with; another one means somebody saved meanwhile. */
    baseVersion: z.int(),
  }),
  reply: Flow,
  problems: ['flow.not_found', 'flow.changed_meanwhile'],
});

export const pauseFlow = endpoint({
  method: 'POST',
  path: '/api/v1/flows/:flowId/pause',
  access: 'member',
  summary: 'Stops a flow from sending; visits that happen meanwhile are not caught up later.',
  params: FlowParams,
  reply: Flow,
  problems: ['flow.not_found', 'flow.wrong_status'],
});

export const continueFlow = endpoint({
  method: 'POST',
  path: '/api/v1/flows/:flowId/continue',
  access: 'member',
  summary: 'Lets a paused or failed flow work again, and plans what lies ahead.',
  params: FlowParams,
  reply: Flow,
  problems: ['flow.not_found', 'flow.wrong_status', 'flow.incomplete'],
});

/** `combat` sends to customers from now on; `flow.incomplete` names what is missing in `details.missing`. */
export const switchFlowMode = endpoint({
  method: 'POST',
  path: '/api/v1/flows/:flowId/mode',
  access: 'member',
  summary: 'Switches between test and combat.',
  params: FlowParams,
  body: z.object({ mode: FlowMode }),
  reply: Flow,
  problems: ['flow.not_found', 'flow.wrong_status', 'flow.incomplete'],
});

export const duplicateFlow = endpoint({
  method: 'POST',
  path: '/api/v1/flows/:flowId/duplicate',
  access: 'member',
  summary: 'Copies a flow, in test mode and paused.',
  params: FlowParams,
  reply: Flow,
  problems: ['flow.not_found'],
});

export const deleteFlow = endpoint({
  method: 'DELETE',
  path: '/api/v1/flows/:flowId',
  access: 'member',
  summary: 'Deletes a flow; its planned messages are cancelled, its history stays.',
  params: FlowParams,
  problems: ['flow.not_found'],
});

/** For Undo. */
export const restoreFlow = endpoint({
  method: 'POST',
  path: '/api/v1/flows/:flowId/restore',
  access: 'member',
  summary: 'Takes a deletion back and plans again.',
  params: FlowParams,
  reply: Flow,
  problems: ['flow.not_found'],
});
