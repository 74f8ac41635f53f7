import { z } from 'zod';
import { ChannelKind, ChannelState, ChannelTrouble } from '#contract/channels/calls.ts';
import { ConnectionKind, ConnectionTrouble, CrmRight } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { DecisionRule, LogEntry, MessageTrace } from '#contract/delivery/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf, TimeZone } from '#contract/primitives.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { UserParams } from './calls.ts';
import { ERROR_SOURCES, FINDING_CODES, FINDING_SECTIONS, FINDING_TONES, LOST_AS } from './diagnostics-values.ts';

/** One line of the diagnostics. Fields that its sentence does not need are null or empty. */
export const Finding = z.object({
  section: z.enum(FINDING_SECTIONS),
  code: z.enum(FINDING_CODES),
  tone: z.enum(FINDING_TONES),
  /** The channel, branch, flow, job or member it is about. */
  name: z.string().nullable(),
  /** Id of the flow, where it is about one. */
  id: z.uuid().nullable(),
  count: z.int().nullable(),
  at: Instant.nullable(),
  /** The reason of a decision, and what became of its messages. */
  rule: DecisionRule.nullable(),
  lostAs: z.enum(LOST_AS).nullable(),
  /** Titles of flows, or templates with their statuses. */
  names: z.array(z.string()),
  rights: z.array(CrmRight),
  connectionKind: ConnectionKind.nullable(),
  connectionTrouble: ConnectionTrouble.nullable(),
  channelKind: ChannelKind.nullable(),
  channelState: ChannelState.nullable(),
  channelTrouble: ChannelTrouble.nullable(),
  /** Words of an outside service or of an error. */
  text: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;

export const CabinetError = z.object({
  at: Instant,
  source: z.enum(ERROR_SOURCES),
  /** The channel of a message, the provider of a webhook, the kind of a notice. */
  name: z.string(),
  text: z.string(),
  /** The message in the log. */
  entryId: z.uuid().nullable(),
});
export type CabinetError = z.infer<typeof CabinetError>;

export const SignInSeen = z.object({
  email: z.string(),
  at: Instant,
  browser: z.string().nullable(),
  system: z.string().nullable(),
  network: z.string().nullable(),
});

export const Diagnosis = z.object({
  tenantId: TenantId,
  cabinetName: z.string(),
  email: z.string(),
  timeZone: TimeZone,
  checkedAt: Instant,
  /** The address of the cabinet's domain, for links to its owner. */
  origin: z.string(),
  findings: z.array(Finding),
  /** The latest first. */
  errors: z.array(CabinetError),
  signIns: z.array(SignInSeen),
});
export type Diagnosis = z.infer<typeof Diagnosis>;

export const getDiagnosis = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Users/:userId/Diagnostics',
  access: 'admin',
  summary: "What is wrong in a person's cabinet: money, connections, channels, today's messages, jobs, errors, flows.",
  params: UserParams,
  reply: Diagnosis,
  problems: ['member.not_found'],
});

/** A customer of the cabinet whom the search found. */
export const TracedContact = z.object({
  id: ContactId,
  name: z.string(),
  phone: z.string().nullable(),
  refusesMailings: z.boolean(),
  /** They are on the ignore list, or unsubscribed from all messages. */
  isOptedOut: z.boolean(),
  /** Their visits that begin within the traced days before now, or later. */
  visitsCount: z.int(),
});
export type TracedContact = z.infer<typeof TracedContact>;

export const listUserMessages = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Users/:userId/Messages',
  access: 'admin',
  summary: "What was sent or decided against in a person's cabinet in the last 14 days, newest first.",
  params: UserParams,
  query: PageQuery.extend({
    /** Digits of a customer's phone, or a part of the name. */
    search: z.string().trim().max(100).optional(),
    rule: DecisionRule.optional(),
  }),
  /** `contacts`: with a search, the first five that match it. */
  reply: pageOf(LogEntry).extend({ contacts: z.array(TracedContact) }),
  problems: ['member.not_found'],
});

export const getUserMessageTrace = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Users/:userId/Messages/:entryId',
  access: 'admin',
  summary: 'The whole story of one entry of the log: occasion, decision with its values, send, statuses.',
  params: UserParams.extend({ entryId: z.uuid() }),
  reply: MessageTrace,
  problems: ['member.not_found', 'message.not_found'],
});
