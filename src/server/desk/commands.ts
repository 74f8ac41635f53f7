import { z } from 'zod';
import { ChannelId } from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { defineCommand, type OpenSystem } from '#server/connections/command-port.ts';
import type { TalkCapability } from '#server/connections/talk-port.ts';
import { getCapability } from '#server/connections/storage/opening-actions.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { showLinesJob } from './jobs.ts';
import { setLine } from './line-queries.ts';
import { setTalkState } from './talk-queries.ts';

/** A message that is shown later is of no use to the people of a desk. */
const USEFUL_HOURS = 72;

/** The id of a talk names its account too. */
const InTalk = z.object({ talkId: z.string() });

const talksOf = ({ provider }: OpenSystem): TalkCapability => getCapability(provider, 'talks');

const Answer = z.object({ messageId: z.string() });

/** Writes a message of a conversation of ours to a talk. */
export const addMessageCommand = defineCommand({
  name: 'desk.add_message',
  payload: InTalk.extend({
    direction: z.enum(['incoming', 'outgoing']),
    isPrivate: z.boolean(),
    text: z.string(),
    files: z.array(z.object({ url: z.string(), mime: z.string(), name: z.string() })),
    /** The titles of answers that the contact may choose from. */
    options: z.array(z.string()).default([]),
    /** The item of the conversation. */
    reference: z.uuid(),
    channelId: ChannelId,
    contactId: ContactId,
  }),
  usefulHours: USEFUL_HOURS,
  run: (_ctx, system, { payload: { channelId: _channel, contactId: _contact, options, ...message } }) =>
    talksOf(system).addMessage(system.caller, {
      ...message,
      options: options.map((title) => ({ title, value: title })),
    }),
  async find(_ctx, system, { payload: { talkId, reference } }) {
    const found = await talksOf(system).findMessage(system.caller, talkId, reference);
    return found && { isDone: found.messageId !== null, answer: found };
  },
  async finish(scope, { connectionId, payload: { reference, channelId, contactId } }, outcome) {
    const answer = outcome.kind === 'done' ? Answer.safeParse(outcome.answer).data : undefined;
    const state = outcome.kind === 'done' ? 'shown' : 'failed';
    await setLine(scope, { connectionId, itemId: reference }, { state, externalId: answer?.messageId ?? null });
    await enqueue(scope, showLinesJob, { tenantId: scope.tenantId, connectionId, channelId, contactId });
  },
});

/** Writes back what became of an answer of a desk's person. */
export const setStatusCommand = defineCommand({
  name: 'desk.set_status',
  payload: InTalk.extend({
    messageId: z.string(),
    status: z.enum(['sent', 'delivered', 'read', 'failed']),
    error: z.string().nullable(),
  }),
  usefulHours: USEFUL_HOURS,
  run: (_ctx, system, { payload: { talkId, messageId, ...to } }) =>
    talksOf(system).setMessageStatus(system.caller, talkId, messageId, to),
  // Setting a status again has no further effect.
  find: async () => ({ isDone: false }),
});

/** Gives a talk another state: it waits for people, or is resolved. */
export const setStateCommand = defineCommand({
  name: 'desk.set_state',
  payload: InTalk.extend({ state: z.enum(['open', 'pending', 'resolved']) }),
  usefulHours: 24,
  run: (_ctx, system, { payload: { talkId, state } }) => talksOf(system).setTalkState(system.caller, talkId, state),
  find: async () => ({ isDone: false }),
  async finish(scope, { connectionId, createdAt: changedAt, payload: { talkId, state } }, outcome) {
    // States that the desk reported earlier are older than this one.
    if (outcome.kind === 'done') await setTalkState(scope, { connectionId, talkId }, { state, changedAt });
  },
});
