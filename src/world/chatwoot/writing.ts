import type { Sim } from '../sim/sim.ts';
import { found } from '../values/control-error.ts';
import { emitConversation, emitMessage } from './delivery.ts';
import {
  type Account,
  type Contact,
  type Conversation,
  type File,
  chatwootState,
  type Message,
  newId,
  type Status,
} from './state.ts';

export type NewMessage = Pick<Message, 'kind' | 'content' | 'sender'> & Partial<Message>;

/** Adds a message to a conversation and posts it. A contact's message opens a resolved conversation again. */
export function addMessage(sim: Sim, account: Account, conversation: Conversation, message: NewMessage): Message {
  const now = sim.clock.now();
  const stored: Message = {
    isPrivate: false,
    sourceId: null,
    status: 'sent',
    externalError: null,
    contentType: 'text',
    contentAttributes: {},
    fileIds: [],
    createdAt: now,
    ...message,
    id: newId(sim, 'message'),
    conversationId: conversation.id,
  };
  account.messages.push(stored);
  conversation.lastActivityAt = now;
  conversation.updatedAt = now;
  sim.changed('chatwoot');
  emitMessage(sim, account, 'message_created', stored);
  if (stored.kind === 'incoming' && conversation.status === 'resolved')
    setStatus(sim, account, conversation, hasBot(account, conversation.inboxId) ? 'pending' : 'open');
  return stored;
}

export function setStatus(sim: Sim, account: Account, conversation: Conversation, status: Status): void {
  if (conversation.status === status) return;
  const changed = { status: { previous_value: conversation.status, current_value: status } };
  conversation.status = status;
  conversation.updatedAt = sim.clock.now();
  sim.changed('chatwoot');
  emitConversation(sim, account, conversation, { event: 'conversation_updated', changed });
  emitConversation(sim, account, conversation, { event: 'conversation_status_changed', changed });
  if (status === 'open') emitConversation(sim, account, conversation, { event: 'conversation_opened' });
  if (status === 'resolved') emitConversation(sim, account, conversation, { event: 'conversation_resolved' });
  addMessage(sim, account, conversation, {
    kind: 'activity',
    content: `Conversation was marked ${status}`,
    sender: null,
  });
}

const hasBot = (account: Account, inboxId: number) =>
  account.inboxes.some(({ id, botId }) => id === inboxId && botId !== null);

/** A conversation in an inbox with a bot waits for the bot. */
export function createConversation(
  sim: Sim,
  account: Account,
  wanted: Pick<Conversation, 'inboxId' | 'contactId' | 'sourceId'> & { status?: Status | undefined },
): Conversation {
  const now = sim.clock.now();
  const conversation: Conversation = {
    inboxId: wanted.inboxId,
    contactId: wanted.contactId,
    sourceId: wanted.sourceId,
    status: wanted.status ?? (hasBot(account, wanted.inboxId) ? 'pending' : 'open'),
    id: Math.max(0, ...account.conversations.map(({ id }) => id)) + 1,
    assigneeId: null,
    createdAt: now,
    lastActivityAt: now,
    updatedAt: now,
  };
  account.conversations.push(conversation);
  sim.changed('chatwoot');
  emitConversation(sim, account, conversation, { event: 'conversation_created' });
  return conversation;
}

export function createContact(
  sim: Sim,
  account: Account,
  contact: Pick<Contact, 'name' | 'phone' | 'email' | 'identifier'>,
): Contact {
  const stored: Contact = { ...contact, id: newId(sim, 'contact'), inboxes: [] };
  account.contacts.push(stored);
  sim.changed('chatwoot');
  return stored;
}

export function addToInbox(sim: Sim, contact: Contact, inboxId: number, sourceId?: string): string {
  const known = contact.inboxes.find((one) => one.inboxId === inboxId);
  if (known) return known.sourceId;
  const made = sourceId ?? sim.ids.hex('chatwoot.source', 32);
  contact.inboxes.push({ inboxId, sourceId: made });
  sim.changed('chatwoot');
  return made;
}

type Option = { title: string; value: string };

/** The options of a message that are shown to the contact. */
export const optionsOf = ({ contentType, contentAttributes }: Message): Option[] =>
  contentType === 'input_select' ? ((contentAttributes as { items?: Option[] }).items ?? []) : [];

/** The last message of a conversation whose options the contact can press. */
export const lastWithOptions = (account: Account, conversation: Conversation): Message | undefined =>
  account.messages.findLast((one) => one.conversationId === conversation.id && optionsOf(one).length > 0);

/**
 * The contact presses an option. A website writes it down on the message itself; messengers send its title as words of
 * the contact.
 */
export function pressOption(sim: Sim, account: Account, conversation: Conversation, title: string): Message {
  const message = found(lastWithOptions(account, conversation), 'message with options');
  const option = found(
    optionsOf(message).find((one) => one.title === title),
    'option',
  );
  const inbox = account.inboxes.find(({ id }) => id === conversation.inboxId);
  if (inbox?.channelType !== 'Channel::WebWidget') {
    const sender = { type: 'contact' as const, id: conversation.contactId };
    return addMessage(sim, account, conversation, { kind: 'incoming', content: option.title, sender });
  }
  const { title: chosen, value } = option;
  const submitted = [{ title: chosen, value }];
  message.contentAttributes = { ...(message.contentAttributes as object), submitted_values: submitted };
  conversation.lastActivityAt = sim.clock.now();
  conversation.updatedAt = sim.clock.now();
  sim.changed('chatwoot');
  emitMessage(sim, account, 'message_updated', message);
  return message;
}

export function keepFile(sim: Sim, file: Omit<File, 'id'>): string {
  const id = sim.ids.token('chatwoot.file', 24);
  chatwootState(sim).files[id] = { ...file, id };
  return id;
}

/** A person writes in an inbox: into their last conversation there, or a new one. */
export function writeAsPerson(
  sim: Sim,
  account: Account,
  order: {
    inboxId: number;
    name: string;
    phone: string | null;
    text: string;
    fileIds?: string[];
    status?: Status | undefined;
  },
): Message {
  const { inboxId, name, phone, text, fileIds = [], status } = order;
  const contact =
    account.contacts.find((one) => (phone === null ? one.name === name : one.phone === phone)) ??
    createContact(sim, account, { name, phone, email: null, identifier: null });
  const sourceId = addToInbox(sim, contact, inboxId);
  const conversation =
    account.conversations.findLast((one) => one.inboxId === inboxId && one.contactId === contact.id) ??
    createConversation(sim, account, { inboxId, contactId: contact.id, sourceId, status });
  return addMessage(sim, account, conversation, {
    kind: 'incoming',
    content: text,
    sender: { type: 'contact', id: contact.id },
    fileIds,
  });
}
