import { Menu } from '@mantine/core';
import { IconBrandTelegram, IconBrandWhatsapp, IconSpeakerphone } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { useConfig } from '#web/lib/config.ts';
import { useTexts } from '#web/lib/i18n.ts';

/** The ways to support that the deployment has; opens with its button. */
export function SupportMenu({ target }: { target: ReactElement }) {
  const t = useTexts();
  const support = useConfig()?.support;
  const links = [
    { label: t('app.support_channel'), url: support?.channelUrl, Icon: IconSpeakerphone },
    { label: t('app.support_telegram'), url: support?.telegramBotUrl, Icon: IconBrandTelegram },
    { label: t('app.support_whatsapp'), url: support?.whatsAppUrl, Icon: IconBrandWhatsapp },
  ].flatMap(({ url, ...link }) => (url ? [{ ...link, url }] : []));
  return (
    <Menu position="top-end" width={240} defaultOpened>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {links.map(({ label, url, Icon }) => (
          <Menu.Item
            key={url}
            component="a"
            href={url}
            target="_blank"
            rel="noreferrer"
            leftSection={<Icon size={18} />}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
