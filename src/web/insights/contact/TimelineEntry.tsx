import { Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBan,
  IconCalendar,
  IconCalendarEvent,
  IconLink,
  IconMessageCircle,
  IconMessageOff,
  IconShoppingBag,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { VisitId } from '#contract/visits/calls.ts';
import type { TimelineItem } from '#contract/insights/calls.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import classes from '#web/insights/insights.module.css';
import {
  AnswerWords,
  ClickWords,
  MessageWords,
  OptOutWords,
  OrderWords,
  VerdictWords,
  VisitWords,
} from './TimelineWords.tsx';

type Props = {
  item: TimelineItem;
  onMessage: (entryId: string) => void;
  onWhy: (visitId: VisitId) => void;
};

/** One entry of the timeline: a mark, its text, its time. An entry with a trace opens it. */
export function TimelineEntry({ item, onMessage, onWhy }: Props) {
  return (
    <li className={classes.entry} data-type={item.type}>
      <span className={classes.entryMark} aria-hidden>
        <EntryIcon item={item} />
      </span>
      <div className={classes.entryBody}>
        <Moment item={item} />
        {wordsOf(item, { onMessage, onWhy })}
      </div>
    </li>
  );
}

function Moment({ item }: { item: TimelineItem }) {
  const format = useFormat();
  const isAhead = new Date(item.at).getTime() > productNow();
  return (
    <Text
      component="time"
      dateTime={item.at}
      title={format.dateTime(item.at, item.timeZone)}
      size="sm"
      c="dimmed"
      className={classes.entryTime}
    >
      {(isAhead ? format.near : format.time)(item.at, item.timeZone)}
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
  click: IconLink,
  verdict: IconMessageOff,
  opt_out: IconBan,
  order: IconShoppingBag,
} as const;

/** Each kind of line has its words; a new kind fails to compile until it has. */
function wordsOf(item: TimelineItem, { onMessage, onWhy }: Omit<Props, 'item'>): ReactNode {
  switch (item.type) {
    case 'visit':
      return <VisitWords item={item} onWhy={onWhy} />;
    case 'message':
      return <MessageWords item={item} onOpen={() => onMessage(item.id)} />;
    case 'answer':
      return <AnswerWords item={item} />;
    case 'click':
      return <ClickWords item={item} onOpen={onMessage} />;
    case 'verdict':
      return <VerdictWords item={item} onOpen={() => onMessage(item.id)} />;
    case 'opt_out':
      return <OptOutWords item={item} />;
    case 'order':
      return <OrderWords item={item} />;
  }
}
