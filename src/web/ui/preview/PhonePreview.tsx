import {
  IconArrowLeft,
  IconBrandTelegram,
  IconDotsVertical,
  IconMoodSmile,
  IconPaperclip,
  IconPhone,
  IconRosetteDiscountCheckFilled,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import classes from './PhonePreview.module.css';
import { PhoneBubble } from './PhoneBubble.tsx';
import type { PhoneMessage, PhoneSkin } from './PhoneBubble.tsx';
import { initialsOf } from '#web/ui/initials.ts';
import { plainWords } from './message-markup.ts';
import { useWords } from '#web/ui/words.tsx';

/** The parts that an SMS is billed as; the characters it has, and those that fit into them. */
type SmsSize = { parts: number; used: number; limit: number };

type Props = {
  skin: PhoneSkin;
  /** The business, as the client sees it. */
  sender: { name: string; avatarUrl?: string; isVerified?: boolean };
  messages: readonly PhoneMessage[];
  /** Stands between the messages of two days; "Today" when left out. */
  day?: string;
  /** Counts the parts of an SMS; without it no count is shown. */
  measureSms?: (text: string) => SmsSize;
  /** The time in the status bar, e.g. `10:00`. */
  clock?: string;
  /** Answers a button; without it the buttons only show. */
  onButton?: (message: PhoneMessage, buttonKey: string) => void;
  /** A phone that can be written on, as in the world. */
  children?: React.ReactNode;
};

/** A client's phone with the chat as the client sees it: WhatsApp, Telegram or SMS, light or dark. */
export function PhonePreview({ skin, sender, messages, day, clock = '10:00', measureSms, onButton, children }: Props) {
  const words = useWords();
  return (
    <div className={classes.device} data-skin={skin}>
      <div className={classes.screen}>
        <div className={classes.bar} aria-hidden>
          <span>{clock}</span>
          <span className={classes.signal}>
            <i />
            <i />
            <i />
            <i />
          </span>
        </div>
        <ChatHead skin={skin} sender={sender} />
        <Chat messages={messages}>
          <span className={classes.day}>{day ?? words('today')}</span>
          {messages.map((message) => (
            <PhoneBubble key={message.key} skin={skin} message={message} onButton={onButton} />
          ))}
        </Chat>
        {children ?? <WriteLine skin={skin} />}
      </div>
      {skin === 'sms' && measureSms && <SmsCounter messages={messages} measure={measureSms} />}
    </div>
  );
}

function ChatHead({ skin, sender }: Pick<Props, 'skin' | 'sender'>) {
  const words = useWords();
  const { name, avatarUrl, isVerified = false } = sender;
  const subtitles = { whatsapp: words('online'), telegram: words('bot'), sms: '' };
  return (
    <div className={classes.head}>
      <IconArrowLeft size={20} stroke={2} aria-hidden className={classes.backIcon} />
      <span className={classes.avatar} aria-hidden>
        {avatarUrl ? <img src={avatarUrl} alt="" /> : initialsOf(name)}
      </span>
      <span className={classes.who}>
        <span className={classes.name}>
          {name}
          {isVerified && <IconRosetteDiscountCheckFilled size={15} className={classes.verified} aria-hidden />}
        </span>
        {subtitles[skin] && <span className={classes.subtitle}>{subtitles[skin]}</span>}
      </span>
      {skin === 'whatsapp' && <IconPhone size={19} stroke={1.8} aria-hidden />}
      <IconDotsVertical size={19} stroke={1.8} aria-hidden />
    </div>
  );
}

/** The messages, in the client's language; keeps the last one in view. */
function Chat({ messages, children }: { messages: readonly PhoneMessage[]; children: React.ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const lastKey = messages.at(-1)?.key;
  useEffect(() => {
    const chat = ref.current;
    if (chat && lastKey !== undefined) chat.scrollTop = chat.scrollHeight;
  }, [lastKey]);
  return (
    <div className={classes.chat} ref={ref} tabIndex={0} role="log" lang="">
      {children}
    </div>
  );
}

function WriteLine({ skin }: { skin: PhoneSkin }) {
  const words = useWords();
  return (
    <div className={classes.write} aria-hidden>
      <span className={classes.field}>
        {skin !== 'sms' && <IconMoodSmile size={19} stroke={1.6} />}
        <span className={classes.placeholder}>{words('message_field')}</span>
        {skin !== 'sms' && <IconPaperclip size={19} stroke={1.6} />}
      </span>
      <span className={classes.send}>
        <IconBrandTelegram size={18} stroke={1.8} />
      </span>
    </div>
  );
}

/** Number of SMS parts of the business's last text. */
type CounterProps = { messages: readonly PhoneMessage[]; measure: (text: string) => SmsSize };

function SmsCounter({ messages, measure }: CounterProps) {
  const words = useWords();
  const last = messages.findLast(({ side }) => side === 'business');
  if (!last) return null;
  const sent = (last.text ?? []).filter(({ mark }) => mark !== 'empty');
  const { parts, used, limit } = measure(plainWords(sent.map(({ text }) => text).join('')));
  return (
    <p className={classes.counter}>
      {words('sms_parts', { count: parts })} · {words('sms_characters', { used, limit })}
    </p>
  );
}
