import { Button, Group } from '@mantine/core';
import { IconBan, IconChevronDown } from '@tabler/icons-react';
import type { ContactCard } from '#contract/insights/calls.ts';
import { useChannelTitle } from '#web/channels/use-channel-title.ts';
import { useLiftOptOuts, useOptOut } from '#web/contacts/use-opt-outs.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ActionMenu, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import classes from './card.module.css';

type Props = { card: Pick<ContactCard, 'id' | 'name' | 'phone' | 'optOuts'> };

/** Whether the contact may be written to, and the buttons that change it. */
export function OptOutSwitch({ card }: Props) {
  const t = useTexts();
  const titleOf = useChannelTitle();
  const optOut = useOptOut(card);
  const lift = useLiftOptOuts();
  const { optOuts, name, phone } = card;
  const isSilent = optOuts.some(({ scope, channelId }) => scope === 'all' && channelId === null);
  const hasNoAds = isSilent || optOuts.some(({ channelId }) => channelId === null);
  return (
    <div className={classes.optOuts}>
      {optOuts.length === 0 && <ToneBadge tone="good">{t('conversations:card.may_write')}</ToneBadge>}
      {optOuts.map(({ id, scope, channelTitle }) => (
        <Group key={id} gap={8}>
          <ToneBadge tone="bad">
            {[t(`conversations:card.opted_out.${scope}`), channelTitle && titleOf(channelTitle)]
              .filter(Boolean)
              .join(' · ')}
          </ToneBadge>
          <Button
            variant="subtle"
            size="compact-sm"
            loading={lift.isPending && lift.variables.some((one) => one.id === id)}
            onClick={() => lift.mutate([{ id, name: name || null, phone }])}
          >
            {t('contacts:lift')}
          </Button>
        </Group>
      ))}
      {!isSilent && (
        <ActionMenu
          position="bottom-start"
          width={240}
          target={
            <Button
              variant="default"
              size="xs"
              leftSection={<IconBan size={16} />}
              rightSection={<IconChevronDown size={14} />}
              loading={optOut.isPending}
            >
              {t('conversations:card.opt_out')}
            </Button>
          }
        >
          <MenuItem onClick={() => optOut.mutate('all')}>{t('conversations:card.opt_out_all')}</MenuItem>
          {!hasNoAds && (
            <MenuItem onClick={() => optOut.mutate('marketing')}>{t('conversations:card.opt_out_ads')}</MenuItem>
          )}
        </ActionMenu>
      )}
    </div>
  );
}
