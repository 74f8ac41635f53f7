import { Badge, Button, Card, ActionIcon, Text, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconDots,
  IconPencil,
  IconPlugConnectedX,
  IconRefresh,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Channel } from '#contract/channels.ts';
import { isRefused } from '#web/lib/call-errors.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { useFormatPhone } from '#web/lib/phone.ts';
import { problemText } from '#web/lib/problem-text.ts';
import { ActionMenu, MenuDivider, MenuItem } from '#web/ui/ActionMenu.tsx';
import { CopyField } from '#web/ui/CopyField.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { toast } from '#web/ui/toasts.ts';
import { TroubleAlert } from '#web/ui/TroubleAlert.tsx';
import { ChannelDetails } from './ChannelDetails.tsx';
import classes from './ChannelsPage.module.css';
import { ReplaceSecretDialog } from './ReplaceSecretDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { useReconnectChannel, useRemoveChannel } from './use-channels.ts';

type Props = { channel: Channel; canChange: boolean };

/** One channel: who it is, how it is, what to do about it. */
export function ChannelCard({ channel, canChange }: Props) {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  const check = useReconnectChannel();
  const remove = useRemoveChannel();
  const [dialog, setDialog] = useState<'secret' | 'rename' | null>(null);
  const [isOpen, setOpen] = useState(false);
  const ago = (at: string | null) => (at ? format.near(at) : t('channels.never'));

  const checkNow = () =>
    check.mutate(
      { channelId: channel.id },
      {
        onSuccess: () => toast.success({ title: t('channels.checked') }),
        onError: (error) => {
          if (!isRefused(error, 'channel.check_failed')) toast.error({ title: problemText(error, t) });
        },
      },
    );

  return (
    <Card>
      <div className={classes.head}>
        <div className={classes.name}>
          <Title order={2}>{channel.title}</Title>
          <Text c="dimmed">{channel.address.startsWith('+') ? formatPhone(channel.address) : channel.address}</Text>
        </div>
        <StateBadge channel={channel} />
        {canChange && (
          <ActionMenu
            target={
              <ActionIcon aria-label={t('channels.more')} variant="subtle" color="gray">
                <IconDots size={20} />
              </ActionIcon>
            }
          >
            <MenuItem leftSection={<IconPencil size={16} />} onClick={() => setDialog('rename')}>
              {t('channels.rename')}
            </MenuItem>
            <MenuItem leftSection={<IconRefresh size={16} />} onClick={() => setDialog('secret')}>
              {t(`channels.replace_${channel.kind}`)}
            </MenuItem>
            <MenuDivider />
            <MenuItem
              color="bad"
              leftSection={<IconPlugConnectedX size={16} />}
              onClick={() => remove.mutate(channel.id)}
            >
              {t('channels.remove')}
            </MenuItem>
          </ActionMenu>
        )}
      </div>
      {channel.trouble && (
        <TroubleAlert
          className={classes.trouble}
          tone="bad"
          title={t(`channels.trouble.${channel.trouble}.title`)}
          note={channel.troubleText && t('channels.provider_says', { text: channel.troubleText })}
        >
          {t(`channels.trouble.${channel.trouble}.todo`)}
        </TroubleAlert>
      )}
      <Facts
        facts={[
          { label: t('channels.last_sent'), value: ago(channel.lastSentAt) },
          { label: t('channels.last_inbound'), value: ago(channel.lastInboundAt) },
          { label: t('channels.waiting'), value: format.number(channel.waitingCount) },
          { label: t('channels.last_checked'), value: ago(channel.lastCheckedAt) },
        ]}
      />
      {channel.startUrl && (
        <div className={classes.trouble}>
          <CopyField
            label={t('channels.start_link')}
            value={channel.startUrl}
            description={t('channels.start_link_help')}
          />
        </div>
      )}
      <div className={classes.actions}>
        {canChange && (
          <Button variant="default" loading={check.isPending} onClick={checkNow}>
            {t('channels.check_now')}
          </Button>
        )}
        {canChange && channel.trouble && (
          <Button onClick={() => setDialog('secret')}>{t(`channels.replace_${channel.kind}`)}</Button>
        )}
        <Button variant="subtle" color="gray" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'channels.less' : 'channels.details', { count: channel.unreadableCount })}
        </Button>
      </div>
      {isOpen && <ChannelDetails channelId={channel.id} hasTemplates={channel.kind === 'dialog360'} />}
      {dialog === 'secret' && <ReplaceSecretDialog channel={channel} onClose={() => setDialog(null)} />}
      {dialog === 'rename' && <RenameDialog channel={channel} onClose={() => setDialog(null)} />}
    </Card>
  );
}

function StateBadge({ channel }: { channel: Channel }) {
  const t = useTexts();
  const [color, Icon] = {
    Authorized: ['good', IconCheck] as const,
    init: ['gray', IconClock] as const,
    loading: ['gray', IconClock] as const,
    GotQrCode: ['attention', IconClock] as const,
    NotAuthorized: ['bad', IconAlertTriangle] as const,
    error: ['bad', IconAlertTriangle] as const,
  }[channel.state];
  return (
    <Badge color={color} leftSection={<Icon size={13} stroke={2.2} aria-hidden />}>
      {t(`channels.state.${channel.state}`)}
    </Badge>
  );
}
