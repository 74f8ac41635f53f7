import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import type { Pairing } from '#contract/channels/pairing.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { CopyField } from '#web/ui/fields/CopyField.tsx';
import { Hint } from '#web/ui/feedback/Hint.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import classes from '#web/channels/Pairing.module.css';
import { pairingWords } from '#web/channels/channel-appearances.ts';
import { QrCode } from './QrCode.tsx';
import { SignInSteps } from '#web/channels/connecting/SignInSteps.tsx';
import { clockOf } from './clock.ts';
import { PhoneCode } from './PhoneCode.tsx';
import type { useJoining } from './use-joining.ts';
import { useCountdown } from '#web/lib/format/use-countdown.ts';
import { useCancelPairing, useLinkPairing } from './use-pairing.ts';

type Props = {
  pairing: Pairing;
  /** When it was read, by this machine's clock. */
  readAt: number;
  joining: ReturnType<typeof useJoining>;
};

/** The specification's tooltip states of a QR code. */
function hintOf({ state }: Pairing): 'GotQrCode' | 'NotAuthorized' | 'Connected' {
  if (state === 'Authorized') return 'Connected';
  return state === 'GotQrCode' ? 'GotQrCode' : 'NotAuthorized';
}

const TONES = { GotQrCode: 'attention', NotAuthorized: 'gray', Connected: 'good' } as const;

/** The code to scan, how long it is valid, and how far the pairing is. */
export function PairingPanel({ pairing, readAt, joining }: Props) {
  const t = useTexts();
  const left = useCountdown(pairing.secondsLeft ?? 0, readAt);
  const hint = hintOf(pairing);
  if (pairing.expiresAt === null) return <Ended pairing={pairing} />;
  if (pairing.expects)
    return (
      <Stack gap="sm">
        <SignInSteps channelId={pairing.channelId} expects={pairing.expects} />
        <CancelButton channelId={pairing.channelId} />
      </Stack>
    );
  const words = pairingWords(pairing.kind);
  const { way, other, change } = joining;
  const otherWay = other && (
    <Button variant="subtle" style={{ alignSelf: 'start' }} onClick={() => change(other)}>
      {t(`channels:${other === 'scan' ? 'pairing' : 'phone_code'}.start`)}
    </Button>
  );
  if (way === 'phone_code' && pairing.state === 'GotQrCode')
    return (
      <Stack gap="sm">
        <PhoneCode pairing={pairing} readAt={readAt} />
        <Group gap="xs">
          {otherWay}
          <CancelButton channelId={pairing.channelId} />
        </Group>
      </Stack>
    );
  return (
    <div className={classes.panel}>
      <div className={classes.screen}>
        {pairing.code ? (
          <QrCode code={pairing.code} label={t('channels:pairing.code')} />
        ) : (
          <div className={classes.waiting} role="status">
            <Loader />
            <Text size="sm">{t(`channels:${words}.${pairing.address ? 'signing_in' : 'loading'}`)}</Text>
          </div>
        )}
      </div>
      <div className={classes.about}>
        <Hint label={t(`channels:pairing.hint.${hint}`)}>
          <ToneBadge tone={TONES[hint]}>{t(`channels:pairing.word.${hint}`)}</ToneBadge>
        </Hint>
        <Text>{t('channels:pairing.time_left', { time: clockOf(left) })}</Text>
        {pairing.state === 'GotQrCode' && otherWay}
        {words === 'pairing' ? <PersonLink pairing={pairing} /> : <CancelButton channelId={pairing.channelId} />}
      </div>
    </div>
  );
}

function Ended({ pairing: { trouble, troubleText } }: { pairing: Pairing }) {
  const t = useTexts();
  if (!trouble) return null;
  return (
    <TroubleAlert
      tone={trouble === 'link_expired' || trouble === 'codes_ended' ? 'attention' : 'bad'}
      title={t(`channels:trouble.${trouble}.title`)}
      note={troubleText && t('channels:provider_says', { text: troubleText })}
    >
      {t(`channels:trouble.${trouble}.todo`)}
    </TroubleAlert>
  );
}

/** The link with which the person who has the phone scans on a screen of their own. */
function PersonLink({ pairing: { channelId, link } }: { pairing: Pairing }) {
  const t = useTexts();
  const make = useLinkPairing();
  const fail = (error: unknown) => toast.error({ title: problemText(error, t) });
  const url = make.data?.url;
  return (
    <>
      {url && link && !link.isOpened && (
        <CopyField label={t('channels:pairing.link')} value={url} description={t('channels:pairing.link_help')} />
      )}
      {!link && (
        <Text size="sm" c="dimmed">
          {t('channels:pairing.link_about')}
        </Text>
      )}
      {link?.isOpened && <Text role="status">{t('channels:pairing.link_opened')}</Text>}
      <Group gap="xs">
        <Button variant="default" loading={make.isPending} onClick={() => make.mutate(channelId, { onError: fail })}>
          {t(link ? 'channels:pairing.new_link' : 'channels:pairing.make_link')}
        </Button>
        <CancelButton channelId={channelId} />
      </Group>
    </>
  );
}

function CancelButton({ channelId }: Pick<Pairing, 'channelId'>) {
  const t = useTexts();
  const cancel = useCancelPairing();
  return (
    <Button
      variant="subtle"
      color="gray"
      loading={cancel.isPending}
      onClick={() => cancel.mutate(channelId, { onError: (error) => toast.error({ title: problemText(error, t) }) })}
      style={{ alignSelf: 'start' }}
    >
      {t('channels:pairing.cancel')}
    </Button>
  );
}
