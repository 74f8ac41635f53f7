import { randomUUID } from 'node:crypto';
import type { personNeeded } from '#server/conversations/jobs.ts';
import { getThreadOwner } from '#server/conversations/inbound/actions.ts';
import { commandSystem } from '#server/connections/commands/command-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { EventOf } from '#server/platform/events/events.ts';
import { setStateCommand } from './commands.ts';
import { listPlacesOfChannel } from './inbox-queries.ts';
import { findAccount } from './opening-actions.ts';
import { listTalksOf } from './talk-queries.ts';

/** A bot handed a conversation to people: its talk in each desk is open to them. */
export async function openTalks(scope: ActionScope, { facts }: EventOf<typeof personNeeded>): Promise<void> {
  const { contactId, channelId } = await getThreadOwner(scope, facts.conversationId);
  const connectionIds = new Set(await listPlacesOfChannel(scope, channelId));
  for (const talk of await listTalksOf(scope, { contactId, channelId })) {
    if (!connectionIds.delete(talk.connectionId) || talk.state === 'open') continue;
    const { connectionId, talkId } = talk;
    const account = await findAccount(scope, connectionId);
    if (!account) continue;
    const payload = { account: account.externalId, talkId, state: 'open' as const };
    await commandSystem(scope, setStateCommand, { connectionId, key: `${talkId}:open:${randomUUID()}`, payload });
  }
}
