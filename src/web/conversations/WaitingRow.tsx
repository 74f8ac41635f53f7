import { Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { Conversation } from '#contract/conversations/calls.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import { PageLink } from '#web/lib/pages/PageLink.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useConversationName } from './list/ListRow.tsx';
import classes from './waiting-row.module.css';

type Props = {
  conversation: Conversation;
  /** The contact's last message. */
  text: string;
};

/** A waiting contact: name, last message, why a member is needed, since when. Leads to the conversation. */
export function WaitingRow({ conversation, text }: Props) {
  const t = useTexts();
  const nameOf = useConversationName();
  const { id, channelKind, needsPersonReason, needsPersonSince } = conversation;
  const { Icon, name: channelName } = CHANNEL_APPEARANCES[channelKind];
  return (
    <PageLink to="/conversations" search={{ thread: id }} className={classes.row}>
      <span className={classes.avatar}>
        <Icon size={20} stroke={1.7} aria-label={channelName} role="img" />
      </span>
      <span className={classes.words}>
        <span className={classes.head}>
          <Text span fw={600} truncate>
            {nameOf(conversation)}
          </Text>
          <Text span size="sm" c="dimmed" className={classes.since}>
            <Moment at={needsPersonSince ?? conversation.lastMessageAt} />
          </Text>
        </span>
        <Text span lineClamp={1} className={classes.text}>
          {text || t('conversations:no_text')}
        </Text>
        {needsPersonReason && (
          <Text span size="sm" c="dimmed">
            {t(`conversations:reason.${needsPersonReason}`)}
          </Text>
        )}
      </span>
      <IconChevronRight size={18} className={classes.chevron} aria-hidden />
    </PageLink>
  );
}
