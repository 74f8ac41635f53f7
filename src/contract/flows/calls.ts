import { z } from 'zod';
import { OwnPassOn } from '#contract/channels/cascade.ts';
import { ChannelId } from '#contract/channels/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { FlowConditions } from '#contract/audiences/calls.ts';
import { FlowCounts } from './counts.ts';
import { FlowToFill } from './to-fill.ts';
import { Day, Instant, Phone } from '#contract/primitives.ts';
import { SenderId } from '#contract/senders/calls.ts';
import { FLOW_KIND_NAMES } from './kinds.ts';
import { FlowOptions, GivenFlowOptions } from './options.ts';
import { MENDABLE_RULES } from './reach-values.ts';
import { FLOW_ERRORS, FLOW_STATUSES } from './values.ts';
import { TextContent } from '#contract/texts/calls.ts';

/** The sender of a flow's messages has the id of the flow. */
export const FlowId = SenderId.brand<'FlowId'>();
export type FlowId = z.infer<typeof FlowId>;
/** `none` waits in the queue; `unavailable` is not in the tenant's tariff. */
export const FlowStatus = z.enum(FLOW_STATUSES);
export type FlowStatus = z.infer<typeof FlowStatus>;

/** Why a flow is in error, as our code. */
export const FlowErrorCode = z.enum(FLOW_ERRORS);
export type FlowErrorCode = z.infer<typeof FlowErrorCode>;

/** Why a live flow reaches nobody: the rule by which its latest messages were not sent. */
export const FlowAttention = z.object({ rule: z.enum(MENDABLE_RULES), since: Instant });
export type FlowAttention = z.infer<typeof FlowAttention>;

/** `test` sends only to the owner's own numbers; `combat` to contacts. */
export const FlowMode = z.enum(['test', 'combat']);
export type FlowMode = z.infer<typeof FlowMode>;

/** The subject and the trigger of a flow: see `FLOW_KINDS`. */
export const FlowKind = z.enum(FLOW_KIND_NAMES);
export type FlowKind = z.infer<typeof FlowKind>;

/** Whole hours of the contact's day, end excluded; 0–24 is always. */
export const SendWindow = z
  .object({ startHour: z.int().min(0).max(23), endHour: z.int().min(1).max(24) })
  .refine((window) => window.startHour < window.endHour, { path: ['endHour'], error: 'range' });
export type SendWindow = z.infer<typeof SendWindow>;

export const FlowTiming = z.object({
  /** From the visit's start or from the event: see the catalogue. Negative: before it. */
  delayMinutes: z.int().min(-43_200).max(2_628_000),
  window: SendWindow,
  /** ISO weekdays on which the message may be sent, 1 Monday … 7 Sunday; empty means any. */
  weekdays: z.array(z.int().min(1).max(7)).max(7).default([]),
  /**
   * For flows long after a visit: whether contacts whose planned time passed before the flow started get the message
   * too.
   */
  firstSend: z.boolean().default(false),
  /** Least minutes between two messages of the flow to one contact; 0: no limit. */
  intervalMinutes: z.int().min(0).max(525_600).default(0),
  /** The last day it works, in the cabinet's zone; null: until it is stopped. */
  endsOn: Day.nullable().default(null),
});
export type FlowTiming = z.infer<typeof FlowTiming>;

const settingsWith = <Options extends z.ZodType>(options: Options) =>
  z.object({
    conditions: FlowConditions,
    timing: FlowTiming,
    options,
    content: TextContent,
    /** Order of channels: the first that reaches the contact is used; empty: the cabinet's order. */
    channelIds: z.array(ChannelId).max(20).default([]),
    passOnMinutes: OwnPassOn,
  });

/** Settings of a flow, saved as one version. */
export const FlowSettings = settingsWith(FlowOptions);
export type FlowSettings = z.infer<typeof FlowSettings>;

/** Settings in a request; `settings.options.<name>` is refused as `not_offered` where the flow's kind has no such option. */
export const GivenFlowSettings = settingsWith(GivenFlowOptions.prefault({}));
export type GivenFlowSettings = z.infer<typeof GivenFlowSettings>;

/** An automation that messages a contact when something happens to a visit. */
export const Flow = z.object({
  id: FlowId,
  kind: FlowKind,
  title: z.string(),
  status: FlowStatus,
  errorCode: FlowErrorCode.nullable(),
  /** The provider's text, or the names of the objects the code is about. */
  errorReason: z.string().nullable(),
  mode: FlowMode,
  /** Null: it reaches someone, or has not tried. */
  attention: FlowAttention.nullable(),
  /** E.164; empty: the cabinet's own test numbers. */
  testPhones: z.array(Phone),
  version: z.int(),
  settings: FlowSettings,
  /**
   * Settings the owner must choose before the flow can message contacts; filled only for flows from another cabinet.
   */
  toFill: z.array(FlowToFill),
  counts: FlowCounts,
  /** When the next planned message is sent; null when there is none. */
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
    /** Counts of all flows, regardless of filters. */
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

/** The flow starts in test mode, working. Absent settings are the kind's defaults in the cabinet's contact language. */
export const createFlow = endpoint({
  method: 'POST',
  path: '/api/v1/flows',
  access: 'member',
  summary: 'Creates a flow in test mode.',
  takesIdempotencyKey: true,
  body: z.object({
    kind: FlowKind,
    title: Title.optional(),
    /** For reminders; the default is 24 hours before. */
    delayMinutes: z.int().min(-43_200).max(2_628_000).optional(),
    settings: GivenFlowSettings.optional(),
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
    settings: GivenFlowSettings,
    testPhones: TypedPhones,
    /** For `toFill`: settings that the owner confirms to leave empty. Chosen ones are removed automatically. */
    settled: z.array(FlowToFill).max(20).default([]),
    /** The version the editor loaded; another one means that another member saved meanwhile. */
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

/** `combat` sends to contacts from now on; `flow.incomplete` names the missing settings in `details.missing`. */
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
  takesIdempotencyKey: true,
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
