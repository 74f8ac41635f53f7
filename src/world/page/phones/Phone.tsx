import { IconAntennaBars5, IconArrowLeft, IconBattery3, IconWifi } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNow } from '../use-world.ts';
import { useFormat } from '../zone.tsx';
import { Avatar } from './Avatar.tsx';
import classes from './Phone.module.css';
import { useScrollToEnd } from './use-scroll-to-end.ts';

type Props<Message> = {
  skin: 'whatsapp' | 'telegram' | 'text';
  /** Accessible name of the phone, e.g. `WhatsApp, Anna`. */
  label: string;
  /** The business as the contact sees it. */
  name: string;
  /** Icon beside the name. */
  badge?: ReactNode;
  subtitle: string;
  /** At the end of the header. */
  menu?: ReactNode;
  messages: readonly Message[];
  /** Differs when the last message has come or grown; the chat then scrolls to its end. */
  newest: string;
  /** Above all messages. */
  intro?: ReactNode;
  /** Stands for messages while there are none. */
  empty: ReactNode;
  /** Draws one message. */
  children: (message: Message) => ReactNode;
  /** Below all messages. */
  end?: ReactNode;
  /** Below the chat: the line to type in. */
  foot: ReactNode;
};

/** A contact's phone with one chat open: status line in the world's time, the business, its messages by day. */
export function Phone<Message extends { id: string | number; at: string }>(props: Props<Message>) {
  const { skin, label, name, badge, subtitle, menu, messages, newest, intro, empty, children, end, foot } = props;
  const format = useFormat();
  const bottom = useScrollToEnd(newest);
  return (
    <section className={classes.frame} data-skin={skin} aria-label={label}>
      <StatusLine />
      <header className={classes.header}>
        <IconArrowLeft size={20} aria-hidden />
        <Avatar name={name} size={34} />
        <div className={classes.title}>
          <b>
            <span>{name}</span> {badge}
          </b>
          <small>{subtitle}</small>
        </div>
        {menu}
      </header>
      <div className={classes.chat}>
        {intro}
        {messages.length === 0 && empty}
        {messages.map((message, index) => (
          <div key={message.id} className={classes.row}>
            {!format.isSameDay(message.at, messages[index - 1]?.at) && (
              <p className={classes.day}>{format.day(message.at)}</p>
            )}
            {children(message)}
          </div>
        ))}
        {end}
        <div ref={bottom} />
      </div>
      {foot}
    </section>
  );
}

/** A line of the service between messages. */
export function ChatNote({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>;
}

function StatusLine() {
  const format = useFormat();
  const now = useNow(5000);
  return (
    <div className={classes.status} aria-hidden>
      <b>{now && format.time(now)}</b>
      <span className={classes.island} />
      <span className={classes.signs}>
        <IconAntennaBars5 size={15} />
        <IconWifi size={14} />
        <IconBattery3 size={17} />
      </span>
    </div>
  );
}
