import { act } from '../api.ts';
import { useTexts } from '../texts.tsx';
import type { Person, TextMessage, TextPhoneState } from '../types.ts';
import { useFormat } from '../zone.tsx';
import { Bubble, BubbleAudio, BubbleFile, BubbleImage, BubbleVideo } from './Bubble.tsx';
import { ChatText } from './ChatText.tsx';
import { Composer } from './Composer.tsx';
import { ofBusiness } from './of-business.ts';
import { ChatNote, Phone } from './Phone.tsx';
import { Tappable } from './Tappable.tsx';

type Props = {
  person: Person;
  state: TextPhoneState;
  /** The branch whose journal is open: a person without a chat writes to its sender. */
  company: string;
};

/** A phone of any service that brings its own along. */
export function TextPhone({ person, state, company }: Props) {
  const { t } = useTexts();
  const chats = state.chats.filter(({ phone }) => phone === `+${person.phone}`);
  const chat = chats.toSorted((a, b) => lastAt(b.messages).localeCompare(lastAt(a.messages)))[0];
  const sender = state.senders.find(({ id }) => id === chat?.sender) ?? ofBusiness(state.senders, company);
  const messages = chat?.messages ?? [];
  if (!sender) return null;
  const send = (text: string, button?: string) =>
    void act('POST', `/_sim/phones/${state.service}/messages`, {
      from: `+${person.phone}`,
      to: sender.id,
      text,
      button,
    });
  const lastWithButtons = messages.findLast(({ buttons }) => buttons.some(({ kind }) => kind === 'reply'));

  return (
    <Phone
      skin={state.skin}
      label={`${state.title}, ${person.name}`}
      name={sender.name}
      subtitle={sender.id}
      messages={messages}
      newest={`${messages.length} ${messages.at(-1)?.status ?? ''}`}
      empty={<ChatNote>{t('emptyChat')}</ChatNote>}
      end={!sender.isConnected && messages.at(-1)?.direction === 'in' && <ChatNote>{t('noReceiver')}</ChatNote>}
      foot={state.canAnswer && <Composer onText={(text) => send(text)} />}
    >
      {(message) => <Message message={message} skin={state.skin} canTap={message === lastWithButtons} onTap={send} />}
    </Phone>
  );
}

type MessageProps = {
  message: TextMessage;
  skin: TextPhoneState['skin'];
  canTap: boolean;
  onTap(title: string, payload: string): void;
};

function Message({ message, skin, canTap, onTap }: MessageProps) {
  const { t } = useTexts();
  const format = useFormat();
  if (message.status === 'failed') return <ChatNote>{t('notDelivered', { reason: message.note ?? '' })}</ChatNote>;
  if (message.status === 'waiting') return <ChatNote>{t('onTheWay')}</ChatNote>;
  return (
    <Bubble
      skin={skin}
      isOwn={message.direction === 'in'}
      time={[message.note, format.time(message.at)].filter(Boolean).join(', ')}
      above={
        <>
          {message.imageUrl && <BubbleImage src={message.imageUrl} alt={t('photo')} />}
          {message.file && <File file={message.file} />}
        </>
      }
      buttons={message.buttons.map(({ kind, title, target }) => (
        <Tappable
          key={title}
          kind={kind}
          title={title}
          target={target}
          isLive={canTap}
          onTap={() => onTap(title, target)}
        />
      ))}
    >
      <ChatText text={message.text} markup={skin === 'whatsapp' ? 'marks' : 'plain'} />
    </Bubble>
  );
}

const lastAt = (messages: readonly TextMessage[]) => messages.at(-1)?.at ?? '';

function File({ file: { name, url, kind } }: { file: NonNullable<TextMessage['file']> }) {
  if (kind === 'video') return <BubbleVideo src={url} />;
  if (kind === 'audio') return <BubbleAudio src={url} />;
  return <BubbleFile href={url}>{name}</BubbleFile>;
}
