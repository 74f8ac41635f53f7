import { IconArrowLeft } from '@tabler/icons-react';
import { act } from '../api.ts';
import { useTexts } from '../texts.tsx';
import type { Person, TextMessage, TextPhoneState } from '../types.ts';
import { useFormat } from '../zone.tsx';
import { Avatar } from './Avatar.tsx';
import { ChatText } from './ChatText.tsx';
import { Composer } from './Composer.tsx';
import { PhoneFrame } from './PhoneFrame.tsx';
import { ofBusiness } from './of-business.ts';
import classes from './TextPhone.module.css';
import { useScrollToEnd } from './use-scroll-to-end.ts';

type Props = {
  person: Person;
  state: TextPhoneState;
  /** The branch whose journal is open: a person without a chat writes to its sender. */
  company: string;
};

/** A phone of any service that carries nothing but text. */
export function TextPhone({ person, state, company }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const chats = state.chats.filter(({ phone }) => phone === `+${person.phone}`);
  const chat = chats.toSorted((a, b) => lastAt(b.messages).localeCompare(lastAt(a.messages)))[0];
  const sender = state.senders.find(({ id }) => id === chat?.sender) ?? ofBusiness(state.senders, company);
  const messages = chat?.messages ?? [];
  const end = useScrollToEnd(`${messages.length} ${messages.at(-1)?.status ?? ''}`);
  if (!sender) return null;
  const send = (text: string) =>
    void act('POST', `/_sim/phones/${state.service}/messages`, { from: `+${person.phone}`, to: sender.id, text });

  return (
    <PhoneFrame skin="text" label={`${state.title}, ${person.name}`}>
      <header className={classes.header}>
        <IconArrowLeft size={20} aria-hidden />
        <Avatar name={sender.name} size={34} />
        <div className={classes.title}>
          <b>{sender.name}</b>
          <small>{sender.id}</small>
        </div>
      </header>
      <div className={classes.chat}>
        {messages.length === 0 && <p className={classes.note}>{t('emptyChat')}</p>}
        {messages.map((message, index) => (
          <div key={message.id} className={classes.row}>
            {!format.isSameDay(message.at, messages[index - 1]?.at) && (
              <p className={classes.note}>{format.day(message.at)}</p>
            )}
            <Bubble message={message} />
          </div>
        ))}
        {!sender.isConnected && messages.at(-1)?.direction === 'in' && (
          <p className={classes.note}>{t('noReceiver')}</p>
        )}
        <div ref={end} />
      </div>
      <Composer onText={send} />
    </PhoneFrame>
  );
}

function Bubble({ message }: { message: TextMessage }) {
  const { t } = useTexts();
  const format = useFormat();
  if (message.status === 'failed')
    return <p className={classes.note}>{t('notDelivered', { reason: message.note ?? '' })}</p>;
  if (message.status === 'waiting') return <p className={classes.note}>{t('onTheWay')}</p>;
  return (
    <div className={classes.bubble} data-mine={message.direction === 'in' || undefined}>
      <ChatText text={message.text} markup="plain" />
      <small className={classes.time}>{[message.note, format.time(message.at)].filter(Boolean).join(', ')}</small>
    </div>
  );
}

const lastAt = (messages: readonly TextMessage[]) => messages.at(-1)?.at ?? '';
