import { ActionIcon } from '@mantine/core';
import { useWindowScroll } from '@mantine/hooks';
import {
  IconArrowUp,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconMessageCircleQuestion,
  IconSpeakerphone,
} from '@tabler/icons-react';
import { useMatches } from '@tanstack/react-router';
import { brand } from '#web/lib/pages/brand.ts';
import { clientConfig } from '#web/lib/api/config.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ActionMenu, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { Hint } from '#web/ui/feedback/Hint.tsx';
import classes from './FloatingButtons.module.css';

const SCROLLED_PX = 600;

/** Floating buttons in the corner: support channels, and back to top where the page requests it. */
export function FloatingButtons() {
  return (
    <div className={classes.corner}>
      <ToTop />
      {brand.features.floatingButtons && <SupportButton />}
    </div>
  );
}

function ToTop() {
  const t = useTexts();
  const [scroll, scrollTo] = useWindowScroll();
  const isWanted = useMatches({ select: (matches) => matches.at(-1)?.staticData.hasScrollToTop ?? false });
  if (!isWanted || scroll.y < SCROLLED_PX) return null;
  return (
    <Hint label={t('app:to_top')}>
      <ActionIcon
        variant="default"
        size={44}
        radius="50%"
        aria-label={t('app:to_top')}
        onClick={() => scrollTo({ y: 0 })}
      >
        <IconArrowUp size={20} />
      </ActionIcon>
    </Hint>
  );
}

function SupportButton() {
  const t = useTexts();
  const support = clientConfig()?.support;
  const links = [
    { label: t('app:support_channel'), url: support?.channelUrl, Icon: IconSpeakerphone },
    { label: t('app:support_telegram'), url: support?.telegramBotUrl, Icon: IconBrandTelegram },
    { label: t('app:support_whatsapp'), url: support?.whatsAppUrl, Icon: IconBrandWhatsapp },
  ].flatMap(({ url, ...link }) => (url ? [{ ...link, url }] : []));
  if (links.length === 0) return null;

  return (
    <ActionMenu
      position="top-end"
      width={240}
      target={
        <ActionIcon
          className={classes.help}
          variant="filled"
          color="brand"
          size={48}
          radius="50%"
          aria-label={t('app:help')}
        >
          <IconMessageCircleQuestion size={24} stroke={1.6} />
        </ActionIcon>
      }
    >
      {links.map(({ label, url, Icon }) => (
        <MenuItem key={url} leftSection={<Icon size={18} />} onClick={() => open(url, '_blank', 'noreferrer')}>
          {label}
        </MenuItem>
      ))}
    </ActionMenu>
  );
}
