import { z } from 'zod';
import type { Sim } from '../sim/sim.ts';
import { notFound } from './errors.ts';
import { contactOf, conversationOf, inboxOf, type Serving } from './serving.ts';
import { toConversation } from './shapes.ts';
import { createConversation, setStatus } from './writing.ts';

const PAGE_SIZE = 25;

const Status = z.enum(['open', 'resolved', 'pending', 'snoozed']);
const NewConversation = z.strictObject({
  source_id: z.string(),
  inbox_id: z.int(),
  contact_id: z.int(),
  status: Status.optional(),
});
const Toggle = z.strictObject({ status: Status, snoozed_until: z.number().optional() });
const Assignment = z.strictObject({ assignee_id: z.int().nullish(), team_id: z.int().nullish() });
const Page = z.strictObject({
  status: Status.or(z.literal('all')).default('open'),
  assignee_type: z.enum(['me', 'unassigned', 'all', 'assigned']).optional(),
  sort_by: z.enum(['last_activity_at_desc', 'created_at_desc']).optional(),
  inbox_id: z.coerce.number().optional(),
  page: z.coerce.number().int().min(1).default(1),
});

/** Conversations of an account, the latest activity first. */
export function serveConversations(sim: Sim, { read, route }: Serving): void {
  route('GET', '/conversations', {}, ({ account, request }) => {
    const { status, page, inbox_id: inboxId } = read(request, Page, 'query');
    const own = account.conversations
      .filter((one) => (status === 'all' || one.status === status) && (!inboxId || one.inboxId === inboxId))
      .toSorted((a, b) => b.lastActivityAt - a.lastActivityAt || b.id - a.id);
    const shown = own.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    return {
      data: {
        meta: { mine_count: 0, unassigned_count: own.length, all_count: own.length },
        payload: shown.map((one) => toConversation(sim, account, one)),
      },
    };
  });
  route('POST', '/conversations', {}, ({ account, request }) => {
    const { source_id: sourceId, inbox_id, contact_id, status } = read(request, NewConversation, 'body');
    const inbox = inboxOf(account, inbox_id);
    const contact = contactOf(account, contact_id);
    if (!contact.inboxes.some((one) => one.inboxId === inbox.id && one.sourceId === sourceId)) throw notFound();
    const made = createConversation(sim, account, { inboxId: inbox.id, contactId: contact.id, sourceId, status });
    return toConversation(sim, account, made);
  });
  route('GET', '/conversations/:conversation', {}, ({ account, params }) =>
    toConversation(sim, account, conversationOf(account, params)),
  );
  route('POST', '/conversations/:conversation/toggle_status', { alsoBots: true }, ({ account, params, request }) => {
    const conversation = conversationOf(account, params);
    const { status } = read(request, Toggle, 'body');
    setStatus(sim, account, conversation, status);
    return {
      meta: {},
      payload: { success: true, current_status: conversation.status, conversation_id: conversation.id },
    };
  });
  route('POST', '/conversations/:conversation/assignments', { alsoBots: true }, ({ account, params, request }) => {
    const conversation = conversationOf(account, params);
    conversation.assigneeId = read(request, Assignment, 'body').assignee_id ?? null;
    conversation.updatedAt = sim.clock.now();
    sim.changed('chatwoot');
    return { id: conversation.assigneeId };
  });
}
