import { Button, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { PublicChat } from '#contract/assistants/public-chat.ts';
import { Part } from '#web/assistants/settings/Part.tsx';
import { QrCode } from '#web/channels/pairing/QrCode.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { CopyField } from '#web/ui/fields/CopyField.tsx';
import classes from './site.module.css';

/** The link of a chat with its QR code, and what is pasted into a site. */
export function ChatLinks({ chat: { pageUrl, scriptUrl, sites } }: { chat: PublicChat }) {
  const t = useTexts();
  return (
    <>
      <Part title={t('assistants:site.link_title')}>
        <CopyField label={t('assistants:site.link')} description={t('assistants:site.link_help')} value={pageUrl} />
        <div className={classes.link}>
          <div className={classes.qr}>
            <QrCode code={{ text: pageUrl, image: null }} label={t('assistants:site.qr')} />
          </div>
          <div>
            <Text size="sm" c="dimmed" mb="sm">
              {t('assistants:site.qr_help')}
            </Text>
            <Button
              component="a"
              href={pageUrl}
              target="_blank"
              rel="noopener"
              variant="default"
              rightSection={<IconExternalLink size={16} aria-hidden />}
            >
              {t('assistants:site.open')}
            </Button>
          </div>
        </div>
      </Part>
      <Part title={t('assistants:site.site_title')}>
        {sites.length === 0 ? (
          <Text c="dimmed">{t('assistants:site.no_sites')}</Text>
        ) : (
          <>
            <CopyField
              label={t('assistants:site.code')}
              description={t('assistants:site.code_help')}
              value={`<script async src="${scriptUrl}"></script>`}
            />
            <CopyField
              label={t('assistants:site.frame')}
              description={t('assistants:site.frame_help')}
              value={`<iframe src="${pageUrl}" title="${t('assistants:site.title')}" width="100%" height="640" style="border:0"></iframe>`}
            />
          </>
        )}
      </Part>
    </>
  );
}
