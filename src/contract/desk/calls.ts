import { z } from 'zod';
import { ChannelId, ChannelKind, ChannelState } from '#contract/channels/calls.ts';
import { BranchId, ConnectionId, ConnectionTrouble } from '#contract/connections/calls.ts';
import { endpoint } from '#contract/endpoint.ts';

/** Why the last switch or message of an inbox failed, with the desk's own text. */
const Failure = z.object({ trouble: ConnectionTrouble, text: z.string().nullable() }).nullable();

/** An inbox of the desk's own, which our bots may answer. */
export const DeskInbox = z.object({
  externalId: z.string(),
  /** The account of the desk. */
  branchId: BranchId,
  name: z.string(),
  /** As the desk names it, e.g. `web_widget`. */
  kind: z.string(),
  isOn: z.boolean(),
  /** The channel by which it is answered; null: it was never on. */
  channelId: ChannelId.nullable(),
  failure: Failure,
});
export type DeskInbox = z.infer<typeof DeskInbox>;

/** A channel of ours, which the desk may show. */
export const DeskChannel = z.object({
  channelId: ChannelId,
  kind: ChannelKind,
  title: z.string(),
  address: z.string(),
  state: ChannelState,
  isOn: z.boolean(),
  /** The account that shows it, or showed it last; null: none did. */
  branchId: BranchId.nullable(),
  failure: Failure,
  /** Messages that the desk does not have yet. */
  waitingCount: z.int(),
  /** Messages of the last 30 days that the desk did not take. */
  failedCount: z.int(),
});
export type DeskChannel = z.infer<typeof DeskChannel>;

const OfConnection = z.object({ connectionId: ConnectionId });

export const getDesk = endpoint({
  method: 'GET',
  path: '/api/v1/desk/:connectionId',
  access: 'member',
  summary: 'The inboxes of a desk of operators that our bots may answer, and our channels that it may show.',
  params: OfConnection,
  reply: z.object({
    /** The accounts that work. */
    accounts: z.array(z.object({ branchId: BranchId, title: z.string() })),
    inboxes: z.array(DeskInbox),
    /** Why the inboxes could not be read now; those that are on are listed all the same. */
    inboxesFailure: Failure,
    channels: z.array(DeskChannel),
  }),
  problems: ['connection.not_found'],
});

export const switchDeskInbox = endpoint({
  method: 'PUT',
  path: '/api/v1/desk/:connectionId/inboxes/:inboxId',
  access: 'owner',
  summary: 'Has our bots answer in an inbox of the desk, or not any more.',
  ratePerMinute: 30,
  params: OfConnection.extend({ inboxId: z.string().min(1).max(64) }),
  body: z.object({ isOn: z.boolean() }),
  reply: DeskInbox,
  problems: ['connection.not_found', 'desk_inbox.not_found', 'connection.check_failed', 'provider.unreachable'],
});

export const switchDeskChannel = endpoint({
  method: 'PUT',
  path: '/api/v1/desk/:connectionId/channels/:channelId',
  access: 'owner',
  summary: 'Shows the conversations of a channel in the desk, or not any more.',
  ratePerMinute: 30,
  params: OfConnection.extend({ channelId: ChannelId }),
  body: z.object({
    isOn: z.boolean(),
    /** The account that is to show it; left out: the one that showed it last, else the first. */
    branchId: BranchId.optional(),
  }),
  reply: DeskChannel,
  problems: ['connection.not_found', 'channel.not_found', 'connection.check_failed', 'provider.unreachable'],
});
