import type { MessageStatus } from '#contract/delivery/calls.ts';
import { hasNoteTaker } from '#server/deals/note-reads.ts';
import { addNotes } from '#server/deals/writing-actions.ts';
import { readMessageChanges } from '#server/delivery/ledger/feed-actions.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import type { EventOf } from '#server/platform/events/events.ts';
import { getTenant } from '#server/tenants/actions.ts';
import type { writeReceivedJob } from './jobs.ts';
import { findReceivedMessage, listSentMessages, type NotedMessage } from './queries.ts';
import { noteText } from './text-rules.ts';

/** Writes the messages that were sent since the last run as notes to the CRMs that know their contacts. */
export async function writeSent(ctx: Context, signal: AbortSignal): Promise<void> {
  await readMessageChanges(
    ctx,
    'notes.sent',
    async (scope, changes) => {
      const left = changes.filter(({ about, status, formerStatus }) => {
        return about.kind === 'message' && hasLeft(status) && !hasLeft(formerStatus);
      });
      if (left.length === 0 || !(await hasNoteTaker(scope))) return;
      const ids = [...new Set(left.map(({ about }) => about.id))];
      await write({ ...ctx, ...scope }, 'sent', await listSentMessages(scope, ids));
    },
    signal,
  );
}

/** Writes a message that a contact sent as a note. */
export async function writeReceived(
  scope: ActionScope,
  { facts }: EventOf<(typeof writeReceivedJob.on)[number]>,
): Promise<void> {
  const message = await findReceivedMessage(scope, facts.inboundId);
  if (message) await write(scope, 'received', [message]);
}

async function write(
  scope: ActionScope,
  direction: 'sent' | 'received',
  messages: readonly NotedMessage[],
): Promise<void> {
  const { customerLanguage } = await getTenant(scope);
  await addNotes(
    scope,
    messages.map((message) => ({
      key: message.id,
      contactId: message.contactId,
      at: message.at,
      text: noteText(direction, message, customerLanguage),
    })),
  );
}

const LEFT: ReadonlySet<MessageStatus> = new Set(['accepted', 'sent', 'delivered', 'read']);
const hasLeft = (status: MessageStatus | null): boolean => status !== null && LEFT.has(status);
