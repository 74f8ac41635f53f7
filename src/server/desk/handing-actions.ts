import type { conversationClosed, conversationReopened, personNeeded } from '#server/conversations/jobs.ts';
import { lockConversation } from '#server/conversations/inbound/actions.ts';
import { commandSystem } from '#server/connections/commands/command-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { EventOf } from '#server/platform/events/events.ts';
import { setStateCommand } from './commands.ts';
import { listPlacesOfChannel } from './inbox-queries.ts';
import { type DeskTalk, listTalksOf } from './talk-queries.ts';

type Handed = EventOf<typeof personNeeded | typeof conversationReopened>;

/** A conversation waits for people, or was opened again: its talk in each desk is open to them. */
export async function openTalks(scope: ActionScope, { id, facts }: Handed): Promise<void> {
  const { state, contactId, channelId } = await lockConversation(scope, facts.conversationId);
  // It was ended meanwhile.
  if (state === 'closed') return;
  const connectionIds = new Set(await listPlacesOfChannel(scope, channelId));
  for (const talk of await listTalksOf(scope, { contactId, channelId }))
    if (connectionIds.delete(talk.connectionId) && talk.state !== 'open') await setState(scope, id, talk, 'open');
}

/** A conversation was closed: its talks in each desk are resolved, on every channel. */
export async function resolveTalks(
  scope: ActionScope,
  { id, facts }: EventOf<typeof conversationClosed>,
): Promise<void> {
  const { state, contactId } = await lockConversation(scope, facts.conversationId);
  if (state !== 'closed') return;
  for (const talk of await listTalksOf(scope, { contactId })) {
    const places = await listPlacesOfChannel(scope, talk.channelId);
    if (places.includes(talk.connectionId) && talk.state !== 'resolved') await setState(scope, id, talk, 'resolved');
  }
}

async function setState(
  scope: ActionScope,
  eventId: string,
  { connectionId, talkId }: DeskTalk,
  state: 'open' | 'resolved',
): Promise<void> {
  await commandSystem(scope, setStateCommand, {
    connectionId,
    key: `${talkId}:${eventId}`,
    payload: { talkId, state },
  });
}
