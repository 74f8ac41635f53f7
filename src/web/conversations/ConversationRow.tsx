import { Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import type { Conversation } from '#contract/conversations.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { useFormatPhone } from '#web/lib/phone.ts';
import classes from './conversations.module.css';

type Props = {
  conversation: Conversation;
  /** What the customer wrote last. */
  text: string;
  onOpen: () => void;
};

/** A customer who waits: who, what she wrote, why a person is needed, since when. Opens the chat. */
export function ConversationRow({ conversation, text, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  const { contactName, phone, channelKind, needsPersonReason, needsPersonSince } = conversation;
  const { Icon } = CHANNEL_APPEARANCES[channelKind];
  return (
    <button type="button" className={classes.row} onClick={onOpen}>
      <span className={classes.avatar} data-kind={channelKind}>
        <Icon size={20} stroke={1.7} aria-label={CHANNEL_APPEARANCES[channelKind].name} role="img" />
      </span>
      <span className={classes.rowWords}>
        <span className={classes.rowHead}>
          <Text span fw={600} truncate>
            {contactName || (phone && formatPhone(phone)) || t('conversations:nameless')}
          </Text>
          <Text span size="sm" c="dimmed" className={classes.since}>
            {format.near(needsPersonSince ?? conversation.lastMessageAt)}
          </Text>
        </span>
        <Text span lineClamp={1} className={classes.lastText}>
          {text || t('conversations:no_text')}
        </Text>
        {needsPersonReason && (
          <Text span size="sm" c="dimmed">
            {t(`conversations:reason.${needsPersonReason}`)}
          </Text>
        )}
      </span>
      <IconChevronRight size={18} className={classes.chevron} aria-hidden />
    </button>
  );
}
