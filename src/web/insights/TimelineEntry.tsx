import { Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBan,
  IconCalendar,
  IconCalendarEvent,
  IconMessageCircle,
  IconMessageOff,
  IconShoppingBag,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ConversationId } from '#contract/conversations.ts';
import type { TimelineItem } from '#contract/insights.ts';
import { productNow } from '#web/lib/clock.ts';
import { useFormat } from '#web/lib/format.ts';
import classes from './insights.module.css';
import { AnswerWords, MessageWords, OptOutWords, OrderWords, VerdictWords, VisitWords } from './TimelineWords.tsx';

type Props = {
  item: TimelineItem;
  onStory: (entryId: string) => void;
  onChat: (id: ConversationId) => void;
};

/** One entry of the timeline: a mark, its text, its time. An entry with a trace opens it. */
export function TimelineEntry({ item, onStory, onChat }: Props) {
  return (
    <li className={classes.entry} data-type={item.type}>
      <span className={classes.entryMark} aria-hidden>
        <EntryIcon item={item} />
      </span>
      <div className={classes.entryBody}>
        <Moment item={item} />
        {wordsOf(item, { onStory, onChat })}
      </div>
    </li>
  );
}

function Moment({ item }: { item: TimelineItem }) {
  const format = useFormat();
  const zone = 'visit' in item && item.type === 'visit' ? item.visit?.timeZone : undefined;
  const isAhead = new Date(item.at).getTime() > productNow();
  return (
    <Text component="time" dateTime={item.at} size="sm" c="dimmed" className={classes.entryTime}>
      {isAhead ? format.near(item.at, zone) : format.time(item.at, zone)}
    </Text>
  );
}

function EntryIcon({ item }: Pick<Props, 'item'>) {
  const Icon = ICONS[item.type === 'visit' && item.name === 'visit.itself' ? 'itself' : item.type];
  return <Icon size={18} stroke={1.8} />;
}

const ICONS = {
  visit: IconCalendar,
  itself: IconCalendarEvent,
  message: IconMessageCircle,
  answer: IconArrowBackUp,
  verdict: IconMessageOff,
  opt_out: IconBan,
  order: IconShoppingBag,
} as const;

/** Each kind of line has its words; a new kind fails to compile until it has. */
function wordsOf(item: TimelineItem, { onStory, onChat }: Omit<Props, 'item'>): ReactNode {
  switch (item.type) {
    case 'visit':
      return <VisitWords item={item} />;
    case 'message':
      return <MessageWords item={item} onOpen={() => onStory(item.id)} />;
    case 'answer':
      return <AnswerWords item={item} onOpen={() => onChat(item.conversationId)} />;
    case 'verdict':
      return <VerdictWords item={item} onOpen={() => onStory(item.id)} />;
    case 'opt_out':
      return <OptOutWords item={item} />;
    case 'order':
      return <OrderWords item={item} />;
  }
}
