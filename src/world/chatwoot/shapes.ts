import type { Sim } from '../sim/sim.ts';
import {
  type Account,
  type Bot,
  chatwootState,
  type Contact,
  type Conversation,
  type Inbox,
  type Message,
} from './state.ts';

const NUMBERS = { incoming: 0, outgoing: 1, activity: 2, template: 3 };
const seconds = (at: number) => Math.floor(at / 1_000);

export const toContact = (account: Account, contact: Contact) => ({
  id: contact.id,
  name: contact.name,
  email: contact.email,
  phone_number: contact.phone,
  identifier: contact.identifier,
  thumbnail: '',
  custom_attributes: {},
  additional_attributes: {},
  contact_inboxes: contact.inboxes.map(({ inboxId, sourceId }) => ({
    source_id: sourceId,
    inbox: { id: inboxId, name: account.inboxes.find(({ id }) => id === inboxId)?.name ?? '' },
  })),
});

/** @param seesSecrets administrators alone */
export const toInbox = ({ id, name, channelType, webhookUrl, secret, identifier }: Inbox, seesSecrets: boolean) => ({
  id,
  name,
  channel_type: channelType,
  avatar_url: '',
  ...(channelType === 'Channel::Api' && {
    webhook_url: webhookUrl,
    inbox_identifier: identifier,
    ...(seesSecrets && { hmac_token: `hmac-${id}`, ...(secret !== null && { secret }) }),
  }),
});

export const toBot = ({ id, name, outgoingUrl, token, secret }: Bot) => ({
  id,
  name,
  description: '',
  outgoing_url: outgoingUrl,
  bot_type: 'webhook',
  access_token: token,
  ...(secret !== null && { secret }),
});

export function toSender(sim: Sim, account: Account, { sender }: Pick<Message, 'sender'>) {
  if (!sender) return null;
  const { type, id } = sender;
  if (type === 'user') return { id, name: userName(sim, id), type: 'user' };
  if (type === 'agent_bot') return { id, name: account.bots.find((bot) => bot.id === id)?.name ?? '', type };
  const contact = account.contacts.find((one) => one.id === id);
  return { id, name: contact?.name ?? '', phone_number: contact?.phone, identifier: contact?.identifier, type };
}

export const userName = (sim: Sim, userId: number) =>
  chatwootState(sim).users.find(({ id }) => id === userId)?.name ?? '';

/** A message as the API shows it: numbers for its type and its time. */
export function toMessage(sim: Sim, account: Account, message: Message) {
  const conversation = account.conversations.find(({ id }) => id === message.conversationId);
  return {
    id: message.id,
    content: message.content,
    account_id: account.id,
    inbox_id: conversation?.inboxId,
    conversation_id: message.conversationId,
    message_type: NUMBERS[message.kind],
    created_at: seconds(message.createdAt),
    updated_at: new Date(message.createdAt).toISOString(),
    private: message.isPrivate,
    status: message.status,
    source_id: message.sourceId,
    content_type: message.contentType,
    content_attributes: {
      ...(message.contentAttributes as object),
      ...(message.externalError !== null && { external_error: message.externalError }),
    },
    sender: toSender(sim, account, message),
    ...filesOf(sim, message),
  };
}

function filesOf(sim: Sim, message: Message) {
  if (message.fileIds.length === 0) return {};
  const attachments = message.fileIds.flatMap((fileId, index) => {
    const file = chatwootState(sim).files[fileId];
    if (!file) return [];
    const url = `${sim.url}/chatwoot/files/${fileId}/${encodeURIComponent(file.name)}`;
    const type = ['image', 'audio', 'video'].find((one) => file.mime.startsWith(`${one}/`)) ?? 'file';
    return [
      {
        id: message.id * 10 + index,
        message_id: message.id,
        file_type: type,
        extension: null,
        data_url: url,
        thumb_url: '',
      },
    ];
  });
  return { attachments };
}

export function toConversation(sim: Sim, account: Account, conversation: Conversation) {
  const contact = account.contacts.find(({ id }) => id === conversation.contactId);
  const messages = account.messages.filter((one) => one.conversationId === conversation.id);
  const last = messages.at(-1);
  const lastSpoken = messages.findLast(({ kind }) => kind !== 'activity');
  const inbox = account.inboxes.find(({ id }) => id === conversation.inboxId);
  return {
    id: conversation.id,
    account_id: account.id,
    inbox_id: conversation.inboxId,
    status: conversation.status,
    can_reply: true,
    meta: {
      sender: contact ? toContact(account, contact) : null,
      channel: inbox?.channelType,
      assignee:
        conversation.assigneeId === null
          ? null
          : { id: conversation.assigneeId, name: userName(sim, conversation.assigneeId) },
    },
    messages: last ? [toMessage(sim, account, last)] : [],
    last_non_activity_message: lastSpoken ? toMessage(sim, account, lastSpoken) : null,
    additional_attributes: {},
    custom_attributes: {},
    labels: [],
    unread_count: 0,
    created_at: seconds(conversation.createdAt),
    timestamp: seconds(conversation.lastActivityAt),
    last_activity_at: seconds(conversation.lastActivityAt),
    updated_at: conversation.updatedAt / 1_000,
  };
}

/** The conversation within a payload. */
export function toPayloadConversation(sim: Sim, account: Account, conversation: Conversation) {
  const inbox = account.inboxes.find(({ id }) => id === conversation.inboxId);
  return {
    ...toConversation(sim, account, conversation),
    channel: inbox?.channelType,
    contact_inbox: {
      id: conversation.id,
      contact_id: conversation.contactId,
      inbox_id: conversation.inboxId,
      source_id: conversation.sourceId,
    },
  };
}

/** A message as payloads show it: names for its type, ISO 8601 for its time. */
export function toPayloadMessage(sim: Sim, account: Account, message: Message, conversation: Conversation) {
  const { attachments, sender, content, content_type, content_attributes, source_id } = {
    attachments: undefined,
    ...toMessage(sim, account, message),
  };
  const inbox = account.inboxes.find(({ id }) => id === conversation.inboxId);
  return {
    id: message.id,
    content,
    content_type,
    content_attributes,
    source_id,
    created_at: new Date(message.createdAt).toISOString(),
    message_type: message.kind,
    private: message.isPrivate,
    sender,
    ...(attachments && { attachments }),
    inbox: { id: conversation.inboxId, name: inbox?.name },
    account: { id: account.id, name: account.name },
    conversation: toPayloadConversation(sim, account, conversation),
  };
}
