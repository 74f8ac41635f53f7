import { ActionIcon } from '@mantine/core';
import { IconBrandTelegram, IconBrandWhatsapp, IconSpeakerphone } from '@tabler/icons-react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Hint } from '#web/ui/feedback/Hint.tsx';
import classes from './FloatingButtons.module.css';

const SUPPORT = [
  { place: 'support_channel', of: 'channelUrl', Icon: IconSpeakerphone },
  { place: 'support_telegram', of: 'telegramBotUrl', Icon: IconBrandTelegram },
  { place: 'support_whatsapp', of: 'whatsAppUrl', Icon: IconBrandWhatsapp },
] as const;

type Support = Partial<Record<(typeof SUPPORT)[number]['of'], string | null>>;
type SupportLink = Pick<(typeof SUPPORT)[number], 'place' | 'Icon'> & { url: string };

function linksOf(support: Support | undefined): SupportLink[] {
  return SUPPORT.flatMap(({ of, place, Icon }) => {
    const url = support?.[of];
    return url ? [{ place, Icon, url }] : [];
  });
}

/** The support channel, its Telegram bot and WhatsApp, as far as the deployment has them. */
export function SupportButtons({ support }: { support: Support }) {
  const t = useTexts();
  return linksOf(support).map(({ place, Icon, url }) => (
    <Hint key={place} label={t(`app:${place}`)}>
      <ActionIcon
        component="a"
        href={url}
        target="_blank"
        rel="noreferrer"
        className={classes.help}
        variant="default"
        size={44}
        radius="50%"
        aria-label={t(`app:${place}`)}
      >
        <Icon size={22} stroke={1.6} />
      </ActionIcon>
    </Hint>
  ));
}
