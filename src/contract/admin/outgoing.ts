import { z } from 'zod';
import { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import { CHANNEL_PROVIDERS } from '#contract/channels/channel-providers.ts';
import { DecisionRule, MessageId, MessageStatus } from '#contract/delivery/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { LEAVING_STATES, PAUSE_AIMS } from './values.ts';

export const ChannelProviderName = z.enum(CHANNEL_PROVIDERS);

/** Figures of sending; those of waiting messages are as old as `countedAt`. */
const SendingFigures = z.object({
  /** Due within the next hour, or already. */
  waiting: z.int(),
  /** Due for more than a minute. */
  late: z.int(),
  oldestDueAt: Instant.nullable(),
  sentLast5Minutes: z.int(),
  sentLastHour: z.int(),
  failedLastHour: z.int(),
  /** Without an answer of the provider, and not resolved yet. */
  undecided: z.int(),
});
export type SendingFigures = z.infer<typeof SendingFigures>;

export const KindFigures = SendingFigures.extend({
  kind: ChannelKind,
  provider: ChannelProviderName,
  /** 99 of 100 messages of the last hour left within so many seconds after they were due; null: none left, or more than an hour. */
  latenessP99Seconds: z.int().nullable(),
});
export type KindFigures = z.infer<typeof KindFigures>;

/** Jobs of one name that are due and wait for a worker. */
export const QueueFigures = z.object({
  job: z.string(),
  waiting: z.int(),
  /** Failed at least once, and to be tried again. */
  failing: z.int(),
  latenessP99Seconds: z.number(),
  oldestSeconds: z.number(),
});
export type QueueFigures = z.infer<typeof QueueFigures>;

export const getOutgoing = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Outgoing',
  access: 'admin',
  summary: 'What leaves now, by kind of channel, and how late the queues are.',
  reply: z.object({
    /** Null: nothing was counted yet. */
    countedAt: Instant.nullable(),
    kinds: z.array(KindFigures),
    queues: z.array(QueueFigures),
  }),
});

export const CabinetFigures = SendingFigures.extend({ tenantId: TenantId, name: z.string() });
export type CabinetFigures = z.infer<typeof CabinetFigures>;

export const listOutgoingCabinets = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Outgoing/Cabinets',
  access: 'admin',
  summary: 'Cabinets with messages on their way, those with most late ones first.',
  query: PageQuery,
  reply: pageOf(CabinetFigures),
});

/** The outcome of a send. No text of the message. */
export const LeavingMessage = z.object({
  id: MessageId,
  at: Instant,
  tenantId: TenantId,
  cabinet: z.string(),
  channelId: ChannelId,
  channel: z.string(),
  kind: ChannelKind,
  status: MessageStatus,
  rule: DecisionRule.nullable(),
  dueAt: Instant,
});
export type LeavingMessage = z.infer<typeof LeavingMessage>;

export const listLeavingMessages = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Outgoing/Messages',
  access: 'admin',
  summary: 'Outcomes of sends of the last three days, newest first.',
  query: PageQuery.extend({
    state: z.enum(LEAVING_STATES).optional(),
    kind: ChannelKind.optional(),
    tenantId: TenantId.optional(),
  }),
  reply: pageOf(LeavingMessage),
});

export const PauseId = z.uuid().brand<'PauseId'>();
export type PauseId = z.infer<typeof PauseId>;

export const PauseAim = z.enum(PAUSE_AIMS);

export const SendingPause = z.object({
  id: PauseId,
  aim: PauseAim,
  /** The kind or the provider; null for a cabinet and for everything. */
  name: z.string().nullable(),
  cabinet: z.object({ tenantId: TenantId, name: z.string() }).nullable(),
  reason: z.string(),
  pausedBy: z.object({ id: MemberId, email: z.string() }),
  pausedAt: Instant,
  /** Null: until it is lifted. */
  endsAt: Instant.nullable(),
  lifted: z.object({ at: Instant, by: z.object({ id: MemberId, email: z.string() }), reason: z.string() }).nullable(),
  isOpen: z.boolean(),
});
export type SendingPause = z.infer<typeof SendingPause>;

/** One of the fields beside `aim` is required by it: `kind`, `provider`, `tenantId`; none by `all`. */
const Aimed = {
  aim: PauseAim,
  kind: ChannelKind.optional(),
  provider: ChannelProviderName.optional(),
  tenantId: TenantId.optional(),
};

export const listSendingPauses = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Outgoing/Pauses',
  access: 'admin',
  summary: 'Pauses of sending, newest first.',
  query: PageQuery.extend({ isOpen: z.enum(['true']).optional() }),
  reply: pageOf(SendingPause),
});

export const previewSendingPause = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Outgoing/PausePreview',
  access: 'admin',
  summary: 'What a pause would stop: messages due within a day, counted up to a bound.',
  query: z.object(Aimed),
  reply: z.object({
    /** Channels that send. */
    channels: z.int(),
    /** Due now or within 24 hours. */
    messages: z.int(),
    /** Part of the messages: those that are of no use any more after 24 hours. */
    expiring: z.int(),
    /** Whether there are more than were counted. */
    isMore: z.boolean(),
  }),
  problems: ['pause.cabinet_not_found'],
});

const Reason = z.string().trim().min(3, { error: 'required' }).max(500, { error: 'too_long' });

export const pauseSending = endpoint({
  method: 'POST',
  path: '/api/v1/Admin/Outgoing/Pauses',
  access: 'admin',
  summary: 'Pauses sending: what is due waits, and is checked again when the pause ends.',
  takesIdempotencyKey: true,
  body: z.object({ ...Aimed, reason: Reason, endsAt: Instant.nullable() }),
  reply: SendingPause,
  problems: ['pause.cabinet_not_found', 'pause.open_already'],
});

export const liftSendingPause = endpoint({
  method: 'POST',
  path: '/api/v1/Admin/Outgoing/Pauses/:pauseId/Lift',
  access: 'admin',
  summary: 'Ends a pause now; one that has ended stays as it is.',
  params: z.object({ pauseId: PauseId }),
  body: z.object({ reason: Reason }),
  reply: SendingPause,
  problems: ['pause.not_found'],
});
