import type { ThreadItem } from '#contract/conversations/calls.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import classes from './bubble.module.css';

type Props = { item: ThreadItem; zone: string; myId: string };

/** An event of the conversation in one line: assigned, closed, reopened, … */
export function SystemLine({ item, zone, myId }: Props) {
  const format = useFormat();
  const words = useEventWords(item, zone, myId);
  return (
    <p className={classes.system}>
      {words} <time dateTime={item.at}>{format.time(item.at, zone)}</time>
    </p>
  );
}

function useEventWords({ event, by }: ThreadItem, zone: string, myId: string): string {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  if (!event) return '';
  const author = by?.memberId === myId ? t('conversations:event.you') : (by?.name ?? '');
  const withAuthor = (words: string) => (author ? `${words} · ${author}` : words);
  switch (event.name) {
    case 'assigned': {
      if (event.memberId === null) return withAuthor(t('conversations:event.unassigned'));
      if (event.memberId === by?.memberId) return withAuthor(t('conversations:event.taken'));
      const assignee = event.memberId === myId ? t('conversations:event.you') : (event.memberName ?? '');
      return withAuthor(t('conversations:event.assigned', { whom: assignee }));
    }
    case 'snoozed':
      return withAuthor(t('conversations:event.snoozed', { when: format.dateTime(event.until, zone) }));
    case 'channel_switched': {
      const { name } = CHANNEL_APPEARANCES[event.to];
      return t(`conversations:event.switched_${event.side}`, { channel: name });
    }
    case 'assistant_handed_over':
      return event.summary
        ? t('conversations:event.assistant_handed_over_why', { summary: event.summary })
        : t('conversations:event.assistant_handed_over');
    case 'assistant_order':
      return t('conversations:event.assistant_order', { number: event.number, summary: event.summary });
    case 'number_changed':
      return event.phone === null
        ? t('conversations:event.number_hidden')
        : t('conversations:event.number_changed', { phone: formatPhone(event.phone) });
    case 'handed_over': {
      const words = t(`conversations:event.handed_over_${event.cause}`, { bot: event.bot });
      return event.reason ? `${words}: ${event.reason}` : words;
    }
    default:
      return withAuthor(t(`conversations:event.${event.name}`));
  }
}
