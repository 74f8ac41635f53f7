import type { Account, ChatwootState, Inbox, User } from './state.ts';

const BUSINESSES = [
  ['romashka', 'Студия Ромашка'],
  ['lavanda', 'Студия Лаванда'],
  ['shafran', 'Чайхана Шафран'],
  ['klinika', 'Клиника «Здоровье»'],
  ['ember', 'Ember Studio'],
] as const;

/**
 * One account and one administrator per business. The first business also has an agent, one with a second factor, one
 * with too many sessions, and an administrator of two accounts.
 */
export function seedChatwoot(now: number): ChatwootState {
  const admins = BUSINESSES.map(([login, name], index) =>
    aUser(index + 1, login, { name: `${name}: admin`, accounts: [{ id: index + 1, role: 'administrator' }] }),
  );
  return {
    users: [
      ...admins,
      aUser(21, 'agent', { name: 'Ирина Белова', accounts: [{ id: 1, role: 'agent' }] }),
      aUser(22, 'mfa', { name: 'Олег Смирнов', accounts: [{ id: 1, role: 'administrator' }], hasMfa: true }),
      aUser(23, 'busy', { name: 'Нина Орлова', accounts: [{ id: 1, role: 'administrator' }], sessions: 25 }),
      aUser(24, 'network', {
        name: 'Павел Громов',
        accounts: [
          { id: 1, role: 'administrator' },
          { id: 2, role: 'administrator' },
        ],
      }),
    ],
    accounts: BUSINESSES.map(([, name], index) => anAccount(index + 1, name, now)),
    files: {},
    switches: { legacyUnsigned: false, losesWebhooks: false, losesNext: 0 },
  };
}

export function aUser(id: number, login: string, rest: Pick<User, 'name' | 'accounts'> & Partial<User>): User {
  return {
    id,
    email: `${login}@chatwoot.example`,
    password: `${login}-password`,
    token: `chatwoot-${login}-token`,
    hasMfa: false,
    sessions: 1,
    ...rest,
  };
}

function anAccount(id: number, name: string, now: number): Account {
  const site = anInbox(id * 10 + 1, {
    name: name === 'Ember Studio' ? 'Website' : 'Сайт',
    channelType: 'Channel::WebWidget',
  });
  const telegram = anInbox(id * 10 + 2, { name: 'Telegram', channelType: 'Channel::Telegram' });
  const at = now - 3_600_000;
  const isEnglish = name === 'Ember Studio';
  const contactId = id * 10;
  return {
    id,
    name,
    inboxes: [site, telegram],
    contacts: [
      {
        id: contactId,
        name: isEnglish ? 'Emma Hughes' : 'Анна Соколова',
        phone: isEnglish ? '+447700900001' : '+79160000001',
        email: null,
        identifier: null,
        inboxes: [{ inboxId: site.id, sourceId: `widget-${contactId}` }],
      },
    ],
    conversations: [
      {
        id: 1,
        inboxId: site.id,
        contactId,
        sourceId: `widget-${contactId}`,
        status: 'open',
        assigneeId: null,
        createdAt: at,
        lastActivityAt: at,
        updatedAt: at,
      },
    ],
    messages: [
      {
        id: id * 10,
        conversationId: 1,
        kind: 'incoming',
        content: isEnglish ? 'Hello! Are you open on Sunday?' : 'Здравствуйте! Вы работаете в воскресенье?',
        isPrivate: false,
        sourceId: null,
        sender: { type: 'contact', id: contactId },
        status: 'sent',
        externalError: null,
        contentType: 'text',
        contentAttributes: {},
        fileIds: [],
        createdAt: at,
      },
    ],
    bots: [],
    webhooks: [],
  };
}

export function anInbox(id: number, rest: Pick<Inbox, 'name' | 'channelType'>): Inbox {
  return { id, webhookUrl: null, secret: null, identifier: `inbox-${id}`, botId: null, ...rest };
}
