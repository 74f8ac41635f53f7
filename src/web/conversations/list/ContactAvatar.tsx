import type { Conversation } from '#contract/conversations/calls.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { initialsOf } from '#web/ui/initials.ts';
import classes from './list.module.css';

/** Shades by which neighbours in a list differ. */
const SHADES = 8;

/** The contact's initials with the channel they wrote on; without a name the channel alone. */
export function ContactAvatar({ conversation }: { conversation: Conversation }) {
  const { contactId, contactName, channelKind } = conversation;
  const { Icon, name: channelName } = CHANNEL_APPEARANCES[channelKind];
  const initials = initialsOf(contactName);
  if (initials === '') {
    return (
      <span className={classes.avatar}>
        <Icon size={20} stroke={1.7} role="img" aria-label={channelName} />
      </span>
    );
  }
  return (
    <span className={classes.avatar} data-shade={Number.parseInt(contactId.slice(-2), 16) % SHADES}>
      <span aria-hidden>{initials}</span>
      <span className={classes.channel}>
        <Icon size={14} stroke={1.8} role="img" aria-label={channelName} />
      </span>
    </span>
  );
}
