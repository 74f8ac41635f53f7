import { IconArrowLeft, IconDotsVertical, IconLock, IconRosetteDiscountCheckFilled } from '@tabler/icons-react';
import { act } from '../api.ts';
import { useTexts } from '../texts.tsx';
import type { Person, WaChat, WaMessage, WhatsAppState } from '../types.ts';
import { Avatar } from './Avatar.tsx';
import { Composer } from './Composer.tsx';
import { PhoneFrame } from './PhoneFrame.tsx';
import { ofBusiness } from './of-business.ts';
import { useScrollToEnd } from './use-scroll-to-end.ts';
import { useFormat } from '../zone.tsx';
import { WhatsAppBubble } from './WhatsAppBubble.tsx';
import classes from './WhatsApp.module.css';

type Props = {
  person: Person;
  state: WhatsAppState;
  /** The branch whose journal is open: who has no chat yet writes to its number. */
  company: string;
  onBotLink(payload: string): void;
};

/** WhatsApp on a client's phone, in the chat with the business. */
export function WhatsAppPhone({ person, state, company, onBotLink }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const chats = state.chats.filter((chat) => chat.phone === person.phone && chat.messages.length > 0);
  const chat = chats.toSorted((a, b) => lastAt(b).localeCompare(lastAt(a)))[0];
  const number =
    state.numbers.find((one) => one.phoneNumberId === chat?.phoneNumberId) ?? ofBusiness(state.numbers, company);
  const messages = chat?.messages ?? [];
  const end = useScrollToEnd(newestOf(messages));
  if (!number) return null;
  const say = (body: Record<string, unknown>) =>
    void act('POST', '/_sim/d360/inbound', { number: number.phoneNumberId, from: person.phone, ...body });
  const lastWithButtons = messages.findLast((message) => message.buttons.some((button) => button.kind === 'reply'));

  return (
    <PhoneFrame skin="whatsapp" label={`WhatsApp, ${person.name}`}>
      <header className={classes.header}>
        <IconArrowLeft size={20} aria-hidden />
        <Avatar name={number.name} size={34} />
        <div className={classes.title}>
          <b>
            {number.name} <IconRosetteDiscountCheckFilled size={15} aria-hidden />
          </b>
          <small>{t('businessAccount')}</small>
        </div>
        <IconDotsVertical size={18} aria-hidden />
      </header>
      <div className={classes.chat}>
        <p className={classes.notice}>
          <IconLock size={12} aria-hidden /> {t('encrypted')}
        </p>
        {messages.length === 0 && <p className={classes.notice}>{t('emptyChat')}</p>}
        {messages.map((message, index) => (
          <div key={message.id} className={classes.row}>
            {!format.isSameDay(message.at, messages[index - 1]?.at) && (
              <p className={classes.dayMark}>{format.day(message.at)}</p>
            )}
            <WhatsAppBubble
              message={message}
              quoted={messages.find((one) => one.id === message.quoted)}
              canTap={message === lastWithButtons}
              onTap={(button) => say({ button: { id: button.id, title: button.title }, quoted: message.id })}
              onBotLink={onBotLink}
            />
          </div>
        ))}
        {!number.webhook && messages.at(-1)?.direction === 'in' && <p className={classes.notice}>{t('noReceiver')}</p>}
        <div ref={end} />
      </div>
      <Composer
        onText={(text) => say({ text })}
        onPicture={(picture) => say({ media: { type: 'image', ...picture } })}
      />
    </PhoneFrame>
  );
}

const lastAt = (chat: WaChat) => chat.messages.at(-1)?.at ?? '';

/** A message grows when it arrives, so its status counts too. */
function newestOf(messages: WaMessage[]): string {
  const last = messages.at(-1);
  const isShown = last?.direction === 'in' || last?.status !== 'accepted';
  return last ? `${last.id}:${isShown}` : '';
}
