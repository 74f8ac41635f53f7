import { Menu, TextInput } from '@mantine/core';
import { IconArrowLeft, IconBan, IconDotsVertical } from '@tabler/icons-react';
import { act } from '../api.ts';
import { useTexts } from '../texts.tsx';
import type { Person, TelegramState, TgChat } from '../types.ts';
import { Avatar } from './Avatar.tsx';
import { Composer } from './Composer.tsx';
import { PhoneFrame } from './PhoneFrame.tsx';
import { useFormat } from '../zone.tsx';
import classes from './Telegram.module.css';
import { ofBusiness } from './of-business.ts';
import { TelegramBubble } from './TelegramBubble.tsx';
import { useScrollToEnd } from './use-scroll-to-end.ts';

type Bot = TelegramState['bots'][number];
type Props = {
  person: Person;
  state: TelegramState;
  /** The branch whose journal is open: who has no chat yet finds its bot. */
  company: string;
  payload: string;
  onPayload(payload: string): void;
};

/** Telegram on a client's phone, in the chat with the bot. */
export function TelegramPhone({ person, state, company, payload, onPayload }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const chats = state.chats.filter((one) => one.chatId === person.chatId);
  const chat = chats.toSorted((a, b) => (b.messages.at(-1)?.at ?? '').localeCompare(a.messages.at(-1)?.at ?? ''))[0];
  const bot = state.bots.find((one) => one.id === chat?.botId) ?? ofBusiness(state.bots, company);
  const messages = chat?.messages ?? [];
  const end = useScrollToEnd(String(messages.at(-1)?.id ?? ''));
  if (!bot) return null;
  const post = (path: string, body: Record<string, unknown> = {}) =>
    void act('POST', `/_sim/tg/${path}`, { bot: bot.id, from: person.chatId, ...body });
  const answer = freshAnswer(state, chat, messages.at(-1)?.at);

  return (
    <PhoneFrame skin="telegram" label={`Telegram, ${person.name}`}>
      <Header bot={bot} isBlocked={chat?.blocked ?? false} onBlock={() => post(chat?.blocked ? 'unblock' : 'block')} />
      <div className={classes.chat}>
        {messages.length === 0 && (
          <div className={classes.about}>
            <b>{t('whatCanBot')}</b>
            {t('botAbout')}
          </div>
        )}
        {messages.map((message, index) => (
          <div key={message.id} className={classes.row}>
            {!format.isSameDay(message.at, messages[index - 1]?.at) && (
              <p className={classes.dayMark}>{format.day(message.at)}</p>
            )}
            <TelegramBubble
              message={message}
              onTap={(data) => post('callback', { data, messageId: message.id })}
              onBotLink={(start) => post('inbound', { start })}
            />
          </div>
        ))}
        {!bot.webhook && messages.at(-1)?.direction === 'in' && <p className={classes.dayMark}>{t('noBotReceiver')}</p>}
        {answer && <p className={classes.toast}>{answer}</p>}
        <div ref={end} />
      </div>
      <Foot chat={chat} payload={payload} onPayload={onPayload} post={post} />
    </PhoneFrame>
  );
}

function Header({ bot, isBlocked, onBlock }: { bot: Bot; isBlocked: boolean; onBlock(): void }) {
  const { t } = useTexts();
  return (
    <header className={classes.header}>
      <IconArrowLeft size={20} aria-hidden />
      <Avatar name={bot.name} size={34} />
      <div className={classes.title}>
        <b>{bot.name}</b>
        <small>{t('bot')}</small>
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <button type="button" className={classes.menu} aria-label={isBlocked ? t('unblock') : t('blockBot')}>
            <IconDotsVertical size={18} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconBan size={16} />} color={isBlocked ? undefined : 'red'} onClick={onBlock}>
            {isBlocked ? t('unblock') : t('blockBot')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </header>
  );
}

type FootProps = Pick<Props, 'payload' | 'onPayload'> & {
  chat: TgChat | undefined;
  post(path: string, body?: Record<string, unknown>): void;
};

/** The line below a chat: Start, Unblock, or the text field. */
function Foot({ chat, payload, onPayload, post }: FootProps) {
  const { t } = useTexts();
  if (chat?.blocked) {
    return (
      <button type="button" className={classes.big} onClick={() => post('unblock')}>
        {t('unblock')}
      </button>
    );
  }
  if (!chat?.started || payload !== '') {
    const start = () => {
      post('inbound', { start: payload });
      onPayload('');
    };
    return (
      <div className={classes.startBox}>
        <TextInput
          size="xs"
          aria-label={t('startPayload')}
          placeholder={t('startPayloadHint')}
          value={payload}
          maxLength={64}
          onChange={(event) => onPayload(event.currentTarget.value.replaceAll(/[^\w-]/g, ''))}
        />
        <button type="button" className={classes.big} onClick={start}>
          {t('start')}
        </button>
      </div>
    );
  }
  const keyboard = chat.messages.findLast((message) => message.keyboard !== null)?.keyboard ?? [];
  return (
    <>
      <Composer
        onText={(text) => post('inbound', { text })}
        onPicture={({ mime, base64 }) => post('inbound', { photo: { mime, base64 } })}
      />
      {keyboard.length > 0 && (
        <div className={classes.keyboard}>
          {keyboard.map((row, index) => (
            <div key={index}>
              {row.map(({ text, requestContact }) => (
                <button
                  key={text}
                  type="button"
                  onClick={() => post('inbound', requestContact ? { contact: true } : { text })}
                >
                  {text}
                </button>
              ))}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

/** The bot's answer to the last tap, as long as nothing was written after it. */
function freshAnswer(state: TelegramState, chat: TgChat | undefined, lastAt: string | undefined): string | undefined {
  const last = state.queries.findLast((query) => query.botId === chat?.botId && query.chatId === chat.chatId);
  const isFresh = last?.answer && (lastAt === undefined || new Date(lastAt).getTime() <= last.at + 2000);
  return isFresh ? last.answer?.text : undefined;
}
