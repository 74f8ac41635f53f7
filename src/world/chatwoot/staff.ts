import { ControlError } from '../values/control-error.ts';
import type { StaffAction, StaffField, StaffTable, Words } from '../sim/service.ts';
import type { Sim } from '../sim/sim.ts';
import { accountOf, conversationOf, writeAsStaff } from './control.ts';
import { type Account, chatwootState, type Conversation, type Status } from './state.ts';
import { PIXEL } from '../values/pixel.ts';
import { keepFile, lastWithOptions, optionsOf, pressOption, writeAsPerson, setStatus } from './writing.ts';

const words = (en: string, ru: string, pt_br: string, uk: string): Words => ({ en, ru, pt_br, uk });

const TEXT = words('Text', 'Текст', 'Texto', 'Текст');
const STATUS: Record<Status, string> = { open: 'open', pending: 'pending', resolved: 'resolved', snoozed: 'snoozed' };

/** Ids of rows are `account:conversation`. */
function placeOf(sim: Sim, rowId: string | null): { account: Account; conversation: Conversation } {
  const [accountId, conversationId] = (rowId ?? '').split(':').map(Number);
  const account = accountOf(sim, accountId ?? 0);
  return { account, conversation: conversationOf(account, conversationId ?? 0) };
}

function textOf({ text = '' }: Readonly<Record<string, string>>): string {
  if (text.trim() === '') throw new ControlError(400, 'text is empty');
  return text;
}

/** The smallest document that has a page. */
const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

/** Files that an operator can add to a reply. */
const FILES = {
  photo: { name: 'photo.png', mime: 'image/png', base64: PIXEL },
  prices: { name: 'prices.pdf', mime: 'application/pdf', base64: btoa(PDF) },
} as const;

const FILE_FIELD: StaffField = {
  name: 'file',
  label: words('Attachment', 'Вложение', 'Anexo', 'Вкладення'),
  kind: 'choice',
  options: [{ value: '', label: '—' }, ...Object.entries(FILES).map(([value, { name }]) => ({ value, label: name }))],
  value: '',
};

function speaking(id: string, title: Words, isPrivate: boolean): StaffAction {
  const text: StaffField = { name: 'text', label: TEXT, kind: 'long_text', options: null, value: '' };
  return {
    id,
    title,
    fields: () => (isPrivate ? [text] : [text, FILE_FIELD]),
    run(sim, rowId, values) {
      const { account, conversation } = placeOf(sim, rowId);
      const file = Object.entries(FILES).find(([name]) => name === values['file'])?.[1];
      const content = file ? (values['text'] ?? '') : textOf(values);
      const fileIds = file ? [keepFile(sim, file)] : [];
      writeAsStaff(sim, account, conversation, { text: content, isPrivate, fileIds });
    },
  };
}

function setting(id: string, title: Words, status: Status): StaffAction {
  return {
    id,
    title,
    fields: () => [],
    run(sim, rowId) {
      const { account, conversation } = placeOf(sim, rowId);
      setStatus(sim, account, conversation, status);
    },
  };
}

/** A visitor presses an option of the last message that has some. */
const VISITOR_PRESSES: StaffAction = {
  id: 'visitor-presses',
  title: words(
    'The client presses a button',
    'Клиент нажимает кнопку',
    'O cliente toca em um botão',
    'Клієнт натискає кнопку',
  ),
  fields(sim, rowId) {
    const { account, conversation } = placeOf(sim, rowId);
    const message = lastWithOptions(account, conversation);
    const options = (message ? optionsOf(message) : []).map(({ title }) => ({ value: title, label: title }));
    return [
      {
        name: 'option',
        label: words('Button', 'Кнопка', 'Botão', 'Кнопка'),
        kind: 'choice',
        options,
        value: options[0]?.value ?? '',
      },
    ];
  },
  run(sim, rowId, values) {
    const { account, conversation } = placeOf(sim, rowId);
    pressOption(sim, account, conversation, values['option'] ?? '');
  },
};

/** Visitors write in inboxes of websites. */
const VISITOR_WRITES: StaffAction = {
  id: 'visitor-writes',
  title: words(
    'A visitor writes on the website',
    'Посетитель пишет на сайте',
    'Um visitante escreve no site',
    'Відвідувач пише на сайті',
  ),
  isNew: true,
  fields: (sim) => {
    const options = chatwootState(sim).accounts.flatMap((account) =>
      account.inboxes
        .filter(({ channelType }) => channelType === 'Channel::WebWidget')
        .map(({ id, name }) => ({ value: `${account.id}:${id}`, label: `${account.name}: ${name}` })),
    );
    return [
      {
        name: 'inbox',
        label: words('Website', 'Сайт', 'Site', 'Сайт'),
        kind: 'choice',
        options,
        value: options[0]?.value ?? '',
      },
      {
        name: 'name',
        label: words('Name', 'Имя', 'Nome', "Ім'я"),
        kind: 'text',
        options: null,
        value: 'Анна Соколова',
      },
      { name: 'text', label: TEXT, kind: 'long_text', options: null, value: '' },
    ];
  },
  run(sim, _rowId, values) {
    const [accountId, inboxId] = (values['inbox'] ?? '').split(':').map(Number);
    const account = accountOf(sim, accountId ?? 0);
    if (!account.inboxes.some(({ id }) => id === inboxId)) throw new ControlError(400, 'inbox is unknown');
    const name = values['name']?.trim() || 'Visitor';
    writeAsPerson(sim, account, { inboxId: inboxId ?? 0, name, phone: null, text: textOf(values) });
  },
};

/** Conversations as operators see them. */
export const CONVERSATIONS: StaffTable = {
  id: 'chatwoot-conversations',
  title: words('Chatwoot: conversations', 'Chatwoot: диалоги', 'Chatwoot: conversas', 'Chatwoot: діалоги'),
  columns: [
    words('Account', 'Аккаунт', 'Conta', 'Акаунт'),
    words('Inbox', 'Источник', 'Caixa de entrada', 'Джерело'),
    words('Contact', 'Клиент', 'Cliente', 'Клієнт'),
    words('Status', 'Статус', 'Status', 'Статус'),
    words('Last message', 'Последнее сообщение', 'Última mensagem', 'Останнє повідомлення'),
  ],
  rows: (sim) =>
    chatwootState(sim)
      .accounts.flatMap((account) => account.conversations.map((conversation) => ({ account, conversation })))
      .toSorted((a, b) => b.conversation.lastActivityAt - a.conversation.lastActivityAt)
      .map(({ account, conversation }) => ({
        id: `${account.id}:${conversation.id}`,
        cells: [
          account.name,
          account.inboxes.find(({ id }) => id === conversation.inboxId)?.name ?? '',
          account.contacts.find(({ id }) => id === conversation.contactId)?.name ?? '',
          STATUS[conversation.status],
          account.messages.findLast((one) => one.conversationId === conversation.id)?.content ?? '',
        ],
      })),
  actions: [
    speaking('reply', words('Reply', 'Ответить', 'Responder', 'Відповісти'), false),
    speaking('note', words('Private note', 'Внутренняя заметка', 'Nota privada', 'Внутрішня нотатка'), true),
    setting('resolve', words('Resolve', 'Закрыть', 'Resolver', 'Закрити'), 'resolved'),
    setting('pending', words('Give to the bot', 'Передать боту', 'Passar ao robô', 'Передати боту'), 'pending'),
    setting('open', words('Open', 'Открыть', 'Abrir', 'Відкрити'), 'open'),
    VISITOR_PRESSES,
    VISITOR_WRITES,
  ],
};
