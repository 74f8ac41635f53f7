import { z } from 'zod';
import { ChannelId } from '#contract/channels/calls.ts';
import { ConnectionId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { branchSwitched } from '#server/connections/jobs.ts';
import {
  conversationClosed,
  conversationReopened,
  messageReceived,
  noteAdded,
  ownWritten,
  personNeeded,
} from '#server/conversations/jobs.ts';
import { defineSubscriber } from '#server/platform/events/events.ts';
import { defineJob } from '#server/platform/jobs.ts';
import { hasDesk } from './inbox-queries.ts';

/** Has a desk show what the contact or a person of the business wrote. */
export const showWrittenJob = defineSubscriber({
  name: 'desk.show-written',
  on: [messageReceived, ownWritten, noteAdded],
  isConcerned: hasDesk,
});

/** Opens the talk of a conversation for people: a bot handed it over, or a member opened it again. */
export const openTalkJob = defineSubscriber({
  name: 'desk.open-talk',
  on: [personNeeded, conversationReopened],
  isConcerned: hasDesk,
});

/** Resolves the talks of a conversation that was closed. */
export const resolveTalkJob = defineSubscriber({
  name: 'desk.resolve-talk',
  on: [conversationClosed],
  isConcerned: hasDesk,
});

/** Stops what goes through a desk that was disconnected, and starts it again with the desk. */
export const deskSwitchedJob = defineSubscriber({ name: 'desk.switched', on: [branchSwitched], isConcerned: hasDesk });

const Connection = z.object({ tenantId: TenantId, connectionId: ConnectionId });

/** Writes the messages of a contact on a channel to a desk that shows it, one after another. */
export const showLinesJob = defineJob({
  name: 'desk.show-lines',
  payload: Connection.extend({ channelId: ChannelId, contactId: ContactId }),
  queue: ({ connectionId, contactId }) => `desk:${connectionId}:${contactId}`,
  key: ({ connectionId, channelId, contactId }) => `desk-lines:${connectionId}:${channelId}:${contactId}`,
});

/** Reads the messages of a talk that a poll found changed. */
export const readTalkJob = defineJob({
  name: 'desk.read-talk',
  payload: Connection.extend({ talkId: z.string() }),
  queue: ({ connectionId, talkId }) => `desk-read:${connectionId}:${talkId}`,
  key: ({ connectionId, talkId }) => `desk-read:${connectionId}:${talkId}`,
});

/** Gives the channels of inboxes the secrets of their connection, where those have changed. */
export const renewChannelsJob = defineJob({
  name: 'desk.renew-channels',
  payload: Connection,
  key: ({ connectionId }) => `desk-renew:${connectionId}`,
  maxAttempts: 3,
});

/** Sends the answer of a person, with files of the desk, to the contact. */
export const sendAnswerJob = defineJob({
  name: 'desk.send-answer',
  payload: Connection.extend({ externalId: z.string() }),
  key: ({ connectionId, externalId }) => `desk-answer:${connectionId}:${externalId}`,
});

/** Writes back what became of answers. */
export const reportAnswersJob = defineJob({
  name: 'desk.report-answers',
  payload: z.object({ tenantId: TenantId, messageIds: z.array(z.uuid()) }),
});
