import { ActionIcon, Button } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconCheck,
  IconClock,
  IconDots,
  IconIdBadge2,
  IconMailOpened,
  IconRobot,
  IconUserPlus,
} from '@tabler/icons-react';
import { useRef } from 'react';
import type { LiveTyping } from '#contract/conversations/live.ts';
import type { Conversation } from '#contract/conversations/calls.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { ActionMenu, MenuDivider, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { Hint } from '#web/ui/feedback/Hint.tsx';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import { useConversationKeys } from '#web/conversations/conversation-keys.ts';
import { useAssign, useBotSilence, useReopen } from '#web/conversations/use-conversation-work.ts';
import { useAreBotsSilent } from '#web/conversations/use-now.ts';
import { AssignItems } from './AssignItems.tsx';
import { SnoozeItems } from './SnoozeItems.tsx';
import classes from './thread.module.css';

export type ThreadCommands = {
  /** To the list, on a phone. */
  onLeave: () => void;
  onCard: () => void;
  /** Closes the conversation and opens the next one. */
  onClose: () => void;
  onUnread: () => void;
};

type Props = ThreadCommands & { conversation: Conversation; typing: LiveTyping | undefined };

/** The contact of the thread, its assignee, and its actions. */
export function ThreadHead({ conversation, typing, onLeave, onCard, onClose, onUnread }: Props) {
  const t = useTexts();
  const isMobile = useIsMobile();
  const formatPhone = useFormatPhone();
  const me = useCurrentUser();
  const assign = useAssign();
  const reopen = useReopen();
  const bots = useBotSilence();
  const { id, contactName, phone, channelKind, assigneeId, assigneeName, state } = conversation;
  const areSilent = useAreBotsSilent(conversation);
  const { Icon, name: channelName } = CHANNEL_APPEARANCES[channelKind];
  const written = phone && formatPhone(phone);
  const take = () => assign.mutate({ id, memberId: me.id });
  const [assignPlace, snoozePlace] = [useRef<HTMLSpanElement>(null), useRef<HTMLSpanElement>(null)];
  const isClosed = state === 'closed';
  useConversationKeys({
    assign: () => press(assignPlace.current),
    snooze: () => press(snoozePlace.current),
    take,
    close: isClosed ? undefined : onClose,
    unread: onUnread,
  });
  const assignee = assigneeId === me.id ? t('conversations:work.me') : assigneeName;
  return (
    <header className={classes.head}>
      {isMobile && (
        <ActionIcon size={44} aria-label={t('conversations:thread.back')} onClick={onLeave}>
          <IconArrowLeft size={22} />
        </ActionIcon>
      )}
      <button type="button" className={classes.who} aria-label={t('conversations:card.show')} onClick={onCard}>
        <span className={classes.name}>{contactName || written || t('conversations:nameless')}</span>
        <span className={classes.where}>
          {typing ? (
            <span className={classes.typing}>{t('conversations:typing', { name: typing.name })}</span>
          ) : (
            <>
              <Icon size={14} aria-hidden />
              <span>{[channelName, contactName && written].filter(Boolean).join(' · ')}</span>
            </>
          )}
        </span>
      </button>
      <span ref={assignPlace}>
        <ActionMenu
          width={260}
          target={
            isMobile ? (
              <ActionIcon size={44} aria-label={t('conversations:work.assign')}>
                <IconUserPlus size={20} />
              </ActionIcon>
            ) : (
              <Button variant="default" size="xs" leftSection={<IconUserPlus size={16} />}>
                {assignee ?? t('conversations:work.assign')}
              </Button>
            )
          }
        >
          <AssignItems assigneeId={assigneeId} onAssign={(memberId) => assign.mutate({ id, memberId })} />
        </ActionMenu>
      </span>
      {!isMobile && (
        <span ref={snoozePlace}>
          <ActionMenu
            width={260}
            target={
              <ActionIcon aria-label={t('conversations:work.snooze')}>
                <IconClock size={20} />
              </ActionIcon>
            }
          >
            <SnoozeItems id={id} onDone={onLeave} />
          </ActionMenu>
        </span>
      )}
      {isClosed || state === 'snoozed' ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowBackUp size={16} />}
          loading={reopen.isPending}
          onClick={() => reopen.mutate(id)}
        >
          {t('conversations:work.reopen')}
        </Button>
      ) : (
        <CloseButton isMobile={isMobile} onClose={onClose} />
      )}
      <ActionMenu
        width={260}
        target={
          <ActionIcon size={isMobile ? 44 : 36} aria-label={t('conversations:work.more')}>
            <IconDots size={20} />
          </ActionIcon>
        }
      >
        <MenuItem leftSection={<IconIdBadge2 size={18} />} onClick={onCard}>
          {t('conversations:card.show')}
        </MenuItem>
        <MenuItem leftSection={<IconMailOpened size={18} />} onClick={onUnread}>
          {t('conversations:work.unread')}
        </MenuItem>
        <MenuItem leftSection={<IconRobot size={18} />} onClick={() => bots.mutate({ id, areSilent: !areSilent })}>
          {t(areSilent ? 'conversations:work.wake_bots' : 'conversations:work.silence_bots')}
        </MenuItem>
        {isMobile && (
          <>
            <MenuDivider />
            <SnoozeItems id={id} onDone={onLeave} />
          </>
        )}
      </ActionMenu>
    </header>
  );
}

function CloseButton({ isMobile, onClose }: { isMobile: boolean; onClose: () => void }) {
  const t = useTexts();
  const label = t('conversations:work.close');
  if (isMobile) {
    return (
      <ActionIcon size={44} aria-label={label} onClick={onClose}>
        <IconCheck size={22} />
      </ActionIcon>
    );
  }
  return (
    <Hint label={t('conversations:work.close_key')}>
      <Button size="xs" leftSection={<IconCheck size={16} />} onClick={onClose}>
        {label}
      </Button>
    </Hint>
  );
}

/** Opens the menu whose button stands in a place. */
function press(place: HTMLElement | null): void {
  place?.querySelector('button')?.click();
}
