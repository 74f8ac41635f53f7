import { Button, Card, Text, Title } from '@mantine/core';
import { IconBan, IconChevronDown } from '@tabler/icons-react';
import type { ContactCard } from '#contract/insights/calls.ts';
import { optOutSourceKey } from '#web/contacts/opt-out-source.ts';
import { useLiftOptOuts, useOptOut } from '#web/contacts/use-opt-outs.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ActionMenu, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import classes from '#web/insights/insights.module.css';
import { useChannelNames } from '#web/channels/use-channel-names.ts';

/** Opt-out of the contact, and its switch. */
export function OptOutCard({ card }: { card: ContactCard }) {
  const t = useTexts();
  const format = useFormat();
  const nameOf = useChannelNames();
  const optOut = useOptOut(card);
  const lift = useLiftOptOuts();
  const isSilent = card.optOuts.some(({ scope, channelId }) => scope === 'all' && channelId === null);
  const hasNoAds = isSilent || card.optOuts.some(({ channelId }) => channelId === null);
  return (
    <Card component="section" aria-label={t('insights:opt_out.title')}>
      <div className={classes.reachHead}>
        <Title order={2}>{t('insights:opt_out.title')}</Title>
        {card.optOuts.length === 0 && <ToneBadge tone="good">{t('insights:opt_out.may')}</ToneBadge>}
      </div>
      {card.optOuts.length > 0 && (
        <ul className={classes.reach}>
          {card.optOuts.map((entry) => (
            <li key={entry.id}>
              <Text fw={550}>
                {t(`insights:opt_out.holds.${entry.scope}`)}
                {entry.channelTitle && ` · ${nameOf({ id: entry.channelId, title: entry.channelTitle })}`}
              </Text>
              <Text size="sm" c="dimmed">
                {t('insights:opt_out.since', {
                  how: t(optOutSourceKey(entry)),
                  when: format.dateTime(entry.createdAt),
                })}
              </Text>
              {entry.note && <Text size="sm">{entry.note}</Text>}
              <Button
                variant="default"
                size="xs"
                mt={8}
                loading={lift.isPending && lift.variables.some(({ id }) => id === entry.id)}
                onClick={() => lift.mutate([{ id: entry.id, name: card.name || null, phone: card.phone }])}
              >
                {t('contacts:lift')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!isSilent && (
        <ActionMenu
          position="bottom-start"
          width={260}
          target={
            <Button
              variant="default"
              mt="md"
              leftSection={<IconBan size={18} />}
              rightSection={<IconChevronDown size={16} />}
              loading={optOut.isPending}
            >
              {t('insights:opt_out.ban')}
            </Button>
          }
        >
          <MenuItem onClick={() => optOut.mutate('all')}>{t('insights:opt_out.ban_all')}</MenuItem>
          {!hasNoAds && (
            <MenuItem onClick={() => optOut.mutate('marketing')}>{t('insights:opt_out.ban_marketing')}</MenuItem>
          )}
        </ActionMenu>
      )}
    </Card>
  );
}
