import { Button } from '@mantine/core';
import { IconPencil, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { declarationOf } from '#contract/channel-kinds.ts';
import type { Channel } from '#contract/channels.ts';
import { isRefused } from '#web/lib/call-errors.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { useFormatPhone } from '#web/lib/phone.ts';
import { problemText } from '#web/lib/problem-text.ts';
import { MenuDivider, MenuItem } from '#web/ui/ActionMenu.tsx';
import { CopyField } from '#web/ui/CopyField.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { ServiceCard } from '#web/ui/ServiceCard.tsx';
import { toast } from '#web/ui/toasts.ts';
import { TroubleAlert } from '#web/ui/TroubleAlert.tsx';
import { hasWindow } from './channel-appearances.ts';
import { ChannelDetails } from './ChannelDetails.tsx';
import { useReconnectChannel, useRemoveChannel } from './use-channels.ts';
import { RenameDialog } from './RenameDialog.tsx';
import { ReplaceSecretDialog } from './ReplaceSecretDialog.tsx';

const TONES = {
  Authorized: 'good',
  init: 'gray',
  loading: 'gray',
  GotQrCode: 'attention',
  NotAuthorized: 'bad',
  error: 'bad',
} as const satisfies Record<Channel['state'], string>;

const DIALOGS = { secret: ReplaceSecretDialog, rename: RenameDialog };

type Props = { channel: Channel; canChange: boolean };

/** One channel: who it is, how it is, what to do about it. */
export function ChannelCard({ channel, canChange }: Props) {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  const check = useReconnectChannel();
  const remove = useRemoveChannel();
  const [dialog, setDialog] = useState<keyof typeof DIALOGS | null>(null);
  const Dialog = dialog && DIALOGS[dialog];
  const ago = (at: string | null) => (at ? format.near(at) : t('channels:never'));
  const isSecretWrong = channel.trouble === declarationOf(channel.kind).wrongSecret;
  const replace = t(`channels:replace_${channel.kind}`);
  const checkedAgo = ago(channel.lastCheckedAt);
  const checked = channel.isCheckUnanswered ? t('channels:checked_in_vain', { when: checkedAgo }) : checkedAgo;

  const checkNow = () =>
    check.mutate(
      { channelId: channel.id },
      {
        onSuccess: () => toast.success({ title: t('channels:checked') }),
        onError: (error) => {
          if (!isRefused(error, 'channel.check_failed')) toast.error({ title: problemText(error, t) });
        },
      },
    );

  return (
    <ServiceCard
      title={channel.title}
      note={channel.address.startsWith('+') ? formatPhone(channel.address) : channel.address}
      state={{ tone: TONES[channel.state], word: t(`channels:state.${channel.state}`) }}
      menu={
        canChange && (
          <>
            <MenuItem leftSection={<IconPencil size={16} />} onClick={() => setDialog('rename')}>
              {t('channels:rename')}
            </MenuItem>
            <MenuItem leftSection={<IconRefresh size={16} />} onClick={() => setDialog('secret')}>
              {replace}
            </MenuItem>
            <MenuDivider />
            <MenuItem
              color="bad"
              leftSection={<IconPlugConnectedX size={16} />}
              onClick={() => remove.mutate(channel.id)}
            >
              {t('channels:remove')}
            </MenuItem>
          </>
        )
      }
      actions={
        canChange && (
          <>
            {isSecretWrong && <Button onClick={() => setDialog('secret')}>{replace}</Button>}
            <Button
              variant={channel.trouble && !isSecretWrong ? 'filled' : 'default'}
              loading={check.isPending}
              onClick={checkNow}
            >
              {t('channels:check_now')}
            </Button>
          </>
        )
      }
      details={<ChannelDetails channelId={channel.id} hasTemplates={hasWindow(channel.kind)} />}
    >
      {channel.trouble && (
        <TroubleAlert
          tone="bad"
          title={t(`channels:trouble.${channel.trouble}.title`)}
          note={channel.troubleText && t('channels:provider_says', { text: channel.troubleText })}
        >
          {t(`channels:trouble.${channel.trouble}.todo`)}
        </TroubleAlert>
      )}
      <Facts
        facts={[
          { label: t('channels:last_sent'), value: ago(channel.lastSentAt) },
          { label: t('channels:last_inbound'), value: ago(channel.lastInboundAt) },
          { label: t('channels:waiting'), value: format.number(channel.waitingCount) },
          { label: t('channels:last_checked'), value: checked },
          ...(channel.restsUntil ? [{ label: t('channels:rests_until'), value: format.time(channel.restsUntil) }] : []),
        ]}
      />
      {channel.startUrl && (
        <CopyField
          label={t('channels:start_link')}
          value={channel.startUrl}
          description={t('channels:start_link_help')}
        />
      )}
      {Dialog && <Dialog channel={channel} onClose={() => setDialog(null)} />}
    </ServiceCard>
  );
}
