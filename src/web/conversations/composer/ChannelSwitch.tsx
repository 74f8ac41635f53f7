import { Button, Text } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { AnswerWay } from '#contract/conversations/calls.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { useChannelTitle } from '#web/channels/use-channel-title.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ActionMenu, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import type { ThreadPage } from '#web/conversations/conversation-pages.ts';
import classes from './composer.module.css';

type Props = {
  ways: readonly AnswerWay[];
  way: AnswerWay;
  chosen: ThreadPage['chosen'];
  onPick: (channelId: ChannelId) => void;
};

/** NOTE: a key that ends like a plural form would be one. */
const REASON_KEYS = { last_written: 'last_written', first_in_order: 'first_in_order', only_one: 'single' } as const;

/** Blockers under which a channel can be chosen all the same: it takes templates. */
const isOpenable = ({ blocker, hasTemplates }: AnswerWay) => blocker === null || (blocker === 'closed' && hasTemplates);

/** The channel an answer takes, why it was chosen, and the others. */
export function ChannelSwitch({ ways, way, chosen, onPick }: Props) {
  const t = useTexts();
  const titleOf = useChannelTitle();
  const { Icon } = CHANNEL_APPEARANCES[way.channelKind];
  const reason =
    chosen?.channelId === way.channelId
      ? t(`conversations:way.reason.${REASON_KEYS[chosen.reason]}`)
      : t('conversations:way.reason.picked');
  return (
    <ActionMenu
      position="top-start"
      width={300}
      target={
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={classes.way}
          leftSection={<Icon size={16} />}
          rightSection={<IconChevronDown size={14} />}
          aria-label={`${t('conversations:way.label')}: ${titleOf(way.title)}. ${reason}`}
        >
          {titleOf(way.title)}
          <span className={classes.wayReason}>{reason}</span>
        </Button>
      }
    >
      {ways.map((one) => {
        const { Icon: OneIcon } = CHANNEL_APPEARANCES[one.channelKind];
        return (
          <MenuItem
            key={one.channelId}
            leftSection={<OneIcon size={18} />}
            rightSection={one.channelId === way.channelId && <IconCheck size={16} />}
            disabled={!isOpenable(one)}
            onClick={() => onPick(one.channelId)}
          >
            {titleOf(one.title)}
            {one.blocker && (
              <Text size="xs" c="dimmed">
                {t(`conversations:way.blocker.${one.blocker}`)}
              </Text>
            )}
          </MenuItem>
        );
      })}
    </ActionMenu>
  );
}
