import { Button, Text } from '@mantine/core';
import { IconPencil, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { declarationOf, traitsOf } from '#contract/channels/kinds.ts';
import type { Channel } from '#contract/channels/calls.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { type Text as Words, useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { MenuDivider, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { CopyField } from '#web/ui/fields/CopyField.tsx';
import { Facts } from '#web/ui/lists/Facts.tsx';
import { ServiceCard } from '#web/ui/layout/ServiceCard.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { hasWindow, isPaired } from '#web/channels/channel-appearances.ts';
import { CHANNEL_TONES } from './channel-tones.ts';
import { ChannelDetails } from './ChannelDetails.tsx';
import { DisconnectDialog } from './DisconnectDialog.tsx';
import { PairingDialog } from '#web/channels/pairing/PairingDialog.tsx';
import { useReconnectChannel } from '#web/channels/use-channels.ts';
import { RenameDialog } from './RenameDialog.tsx';
import { WarmUpAlert } from './WarmUpAlert.tsx';
import { ReplaceSecretDialog } from '#web/channels/connecting/ReplaceSecretDialog.tsx';

const DIALOGS = {
  secret: ReplaceSecretDialog,
  rename: RenameDialog,
  pairing: PairingDialog,
  disconnect: DisconnectDialog,
};

type Props = { channel: Channel; canChange: boolean };

/** The provider's rating in words; one without words as the provider writes it. */
function qualityWord(quality: string, t: Words): string {
  const known = wordIn(['green', 'yellow', 'red'] as const, quality);
  return known ? t(`channels:quality_word.${known}`) : quality;
}

/** One channel: who it is, how it is, what to do about it. */
export function ChannelCard({ channel, canChange }: Props) {
  const t = useTexts();
  const format = useFormat();
  const check = useReconnectChannel();
  const [dialog, setDialog] = useState<keyof typeof DIALOGS | null>(null);
  const Dialog = dialog && DIALOGS[dialog];
  const ago = (at: string | null) => (at ? format.near(at) : t('channels:never'));
  const isByPhone = isPaired(channel.kind);
  const isSecretWrong = isByPhone
    ? channel.state === 'NotAuthorized' || channel.state === 'error'
    : channel.trouble === declarationOf(channel.kind).wrongSecret;
  const openSecret = () => setDialog(isByPhone ? 'pairing' : 'secret');
  const replace = t(`channels:replace_${channel.kind}`);
  const checkedAgo = ago(channel.lastCheckedAt);
  const checked = channel.isCheckUnanswered ? t('channels:checked_in_vain', { when: checkedAgo }) : checkedAgo;

  const { hasInbound } = traitsOf(channel.kind);
  const names = useNames(channel);
  const balance = useBalance(channel);

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
      {...names}
      state={{ tone: CHANNEL_TONES[channel.state], word: t(`channels:state.${channel.state}`) }}
      menu={
        canChange && (
          <>
            <MenuItem leftSection={<IconPencil size={16} />} onClick={() => setDialog('rename')}>
              {t('channels:rename')}
            </MenuItem>
            <MenuItem leftSection={<IconRefresh size={16} />} onClick={openSecret}>
              {replace}
            </MenuItem>
            <MenuDivider />
            <MenuItem
              color="bad"
              leftSection={<IconPlugConnectedX size={16} />}
              onClick={() => setDialog('disconnect')}
            >
              {t('channels:remove')}
            </MenuItem>
          </>
        )
      }
      actions={
        canChange && (
          <>
            {isSecretWrong && <Button onClick={openSecret}>{replace}</Button>}
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
      <WarmUpAlert warmUp={channel.warmUp} />
      <Facts
        facts={[
          { label: t('channels:last_sent'), value: ago(channel.lastSentAt) },
          ...(hasInbound ? [{ label: t('channels:last_inbound'), value: ago(channel.lastInboundAt) }] : []),
          { label: t('channels:waiting'), value: format.number(channel.waitingCount) },
          { label: t('channels:last_checked'), value: checked },
          ...(channel.quality ? [{ label: t('channels:quality'), value: qualityWord(channel.quality, t) }] : []),
          ...(channel.peoplePerDay === null
            ? []
            : [
                {
                  label: t('channels:people_limit'),
                  value: t(channel.sharesLimit ? 'channels:people_shared' : 'channels:people', {
                    count: channel.peoplePerDay,
                  }),
                },
              ]),
          ...warmUpFacts(channel, t),
          ...(balance ? [{ label: t('channels:balance'), value: balance }] : []),
          ...(channel.restsUntil
            ? [{ label: t('channels:rests_until'), value: format.timeOf(channel.restsUntil) }]
            : []),
        ]}
      />
      {!hasInbound && (
        <Text size="sm" c="dimmed">
          {t('channels:no_answers')}
        </Text>
      )}
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

/** "Day 3 of warm-up: 20 of 20": new contacts of the day, with its number until the last step. */
function warmUpFacts({ kind, warmUp }: Channel, t: Words): { label: string; value: string }[] {
  if (!warmUp) return [];
  const last = traitsOf(kind).warmUp?.steps.at(-1)?.fromDay ?? 1;
  const { day, newContacts: count, mostNewContacts: most } = warmUp;
  const value =
    day < last ? t('channels:warm_up.day', { day, count, most }) : t('channels:warm_up.over', { count, most });
  return [{ label: t('channels:warm_up.label'), value }];
}

/** The title above the address; the address alone where it is the title. */
function useNames({ title, address }: Channel): { title: string; note: string } {
  const formatPhone = useFormatPhone();
  const shown = address.startsWith('+') ? formatPhone(address) : address;
  return title === address ? { title: shown, note: '' } : { title, note: shown };
}

/** The balance of the provider's account; null where it reports none. */
function useBalance({ balance }: Channel): string | null {
  const t = useTexts();
  const format = useFormat();
  if (!balance) return null;
  const amount = format.amount(balance.amount, balance.currency);
  return balance.isLow ? t('channels:balance_low', { balance: amount }) : amount;
}
