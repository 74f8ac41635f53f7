import { Menu, TextInput } from '@mantine/core';
import { IconBan, IconDotsVertical } from '@tabler/icons-react';
import { act } from '../api.ts';
import { useTexts } from '../texts.tsx';
import type { Person, TelegramState, TgChat } from '../types.ts';
import { Composer } from './Composer.tsx';
import { ofBusiness } from './of-business.ts';
import { ChatNote, Phone } from './Phone.tsx';
import classes from './Telegram.module.css';
import { TelegramBubble } from './TelegramBubble.tsx';

type Props = {
  person: Person;
  state: TelegramState;
  /** The branch whose journal is open: a person without a chat finds its bot. */
  company: string;
  payload: string;
  onPayload(payload: string): void;
};

/** Telegram on a client's phone, in the chat with the bot. */
export function TelegramPhone({ person, state, company, payload, onPayload }: Props) {
  const { t } = useTexts();
  const chats = state.chats.filter((one) => one.chatId === person.chatId);
  const chat = chats.toSorted((a, b) => (b.messages.at(-1)?.at ?? '').localeCompare(a.messages.at(-1)?.at ?? ''))[0];
  const bot = state.bots.find((one) => one.id === chat?.botId) ?? ofBusiness(state.bots, company);
  const messages = chat?.messages ?? [];
  if (!bot) return null;
  const post = (path: string, body: Record<string, unknown> = {}) =>
    void act('POST', `/_sim/tg/${path}`, { bot: bot.id, from: person.chatId, ...body });
  const answer = freshAnswer(state, chat, messages.at(-1)?.at);

  return (
    <Phone
      skin="telegram"
      label={`Telegram, ${person.name}`}
      name={bot.name}
      subtitle={t('bot')}
      menu={<BotMenu isBlocked={chat?.blocked ?? false} onBlock={() => post(chat?.blocked ? 'unblock' : 'block')} />}
      messages={messages}
      newest={String(messages.at(-1)?.id ?? '')}
      empty={
        <div className={classes.about}>
          <b>{t('whatCanBot')}</b>
          {t('botAbout')}
        </div>
      }
      end={
        <>
          {!bot.webhook && messages.at(-1)?.direction === 'in' && <ChatNote>{t('noBotReceiver')}</ChatNote>}
          {answer && <p className={classes.toast}>{answer}</p>}
        </>
      }
      foot={<Foot chat={chat} payload={payload} onPayload={onPayload} post={post} />}
    >
      {(message) => (
        <TelegramBubble
          message={message}
          onTap={(data) => post('callback', { data, messageId: message.id })}
          onBotLink={(start) => post('inbound', { start })}
        />
      )}
    </Phone>
  );
}

function BotMenu({ isBlocked, onBlock }: { isBlocked: boolean; onBlock(): void }) {
  const { t } = useTexts();
  return (
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
        onVoice={({ mime, base64 }) => post('inbound', { voice: { mime, base64 } })}
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
