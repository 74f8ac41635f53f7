import { IconDotsVertical, IconLock, IconRosetteDiscountCheckFilled } from '@tabler/icons-react';
import { act } from '../api.ts';
import { useTexts } from '../texts.tsx';
import type { Person, WaChat, WaMessage, WhatsAppState } from '../types.ts';
import { Composer } from './Composer.tsx';
import { ofBusiness } from './of-business.ts';
import { ChatNote, Phone } from './Phone.tsx';
import { WhatsAppBubble } from './WhatsAppBubble.tsx';

type Props = {
  person: Person;
  state: WhatsAppState;
  /** The branch whose journal is open: a person without a chat writes to its number. */
  company: string;
  onBotLink(payload: string): void;
};

/** WhatsApp on a client's phone, in the chat with the business. */
export function WhatsAppPhone({ person, state, company, onBotLink }: Props) {
  const { t } = useTexts();
  const chats = state.chats.filter((chat) => chat.phone === person.phone && chat.messages.length > 0);
  const chat = chats.toSorted((a, b) => lastAt(b).localeCompare(lastAt(a)))[0];
  const number =
    state.numbers.find((one) => one.phoneNumberId === chat?.phoneNumberId) ?? ofBusiness(state.numbers, company);
  const messages = chat?.messages ?? [];
  if (!number) return null;
  const path = number.isLinked ? '/_sim/whatsapp/inbound' : '/_sim/d360/inbound';
  const send = (body: Record<string, unknown>) =>
    void act('POST', path, { number: number.phoneNumberId, from: person.phone, ...body });
  const lastWithButtons = messages.findLast((message) => message.buttons.some((button) => button.kind === 'reply'));

  return (
    <Phone
      skin="whatsapp"
      label={`WhatsApp, ${person.name}`}
      name={number.name}
      badge={<IconRosetteDiscountCheckFilled size={15} aria-hidden />}
      subtitle={t('businessAccount')}
      menu={<IconDotsVertical size={18} aria-hidden />}
      messages={messages}
      newest={newestOf(messages)}
      intro={
        <ChatNote>
          <IconLock size={12} aria-hidden /> {t('encrypted')}
        </ChatNote>
      }
      empty={<ChatNote>{t('emptyChat')}</ChatNote>}
      end={!number.webhook && messages.at(-1)?.direction === 'in' && <ChatNote>{t('noReceiver')}</ChatNote>}
      foot={
        <Composer
          onText={(text) => send({ text })}
          onPicture={(picture) => send({ media: { [number.isLinked ? 'kind' : 'type']: 'image', ...picture } })}
          onVoice={(voice) => send({ media: { [number.isLinked ? 'kind' : 'type']: 'audio', ...voice } })}
        />
      }
    >
      {(message) => (
        <WhatsAppBubble
          message={message}
          quoted={messages.find((one) => one.id === message.quoted)}
          canTap={message === lastWithButtons}
          onTap={(button) => send({ button: { id: button.id, title: button.title }, quoted: message.id })}
          onBotLink={onBotLink}
        />
      )}
    </Phone>
  );
}

const lastAt = (chat: WaChat) => chat.messages.at(-1)?.at ?? '';

/** A message grows when it arrives, so its status counts too. */
function newestOf(messages: WaMessage[]): string {
  const last = messages.at(-1);
  const isShown = last?.direction === 'in' || last?.status !== 'accepted';
  return last ? `${last.id}:${isShown}` : '';
}
