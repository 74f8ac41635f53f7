import { Button, Stack, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import type { ChannelKind } from '#contract/channels/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { usePartners, useStartPartner } from './use-partners.ts';

const POPUP = 'popup,width=560,height=720';

/** Opens the provider's page in a window; nothing where the deployment has no partner account. */
export function PartnerButton({ kind }: { kind: ChannelKind }) {
  const t = useTexts();
  const partners = usePartners();
  const start = useStartPartner();
  const [url, setUrl] = useState<string | null>(null);
  if (!partners.data?.includes(kind)) return null;
  const open = () => {
    // NOTE: browsers allow a window only while the press lasts; it is led to the page once the address is known.
    const popup = window.open('', 'channel-partner', POPUP);
    start.mutate(kind, {
      onSuccess: (page) => {
        if (popup) popup.location.href = page.url;
        else setUrl(page.url);
      },
      onError: (error) => {
        popup?.close();
        toast.error({ title: problemText(error, t) });
      },
    });
  };
  return (
    <Stack gap={6} align="flex-start" mb="md">
      <Button leftSection={<IconExternalLink size={18} />} loading={start.isPending} onClick={open}>
        {t('channels:partner.connect')}
      </Button>
      {url ? (
        <a href={url}>{t('channels:partner.blocked')}</a>
      ) : (
        <Text size="sm" c="dimmed">
          {t('channels:partner.or_key')}
        </Text>
      )}
    </Stack>
  );
}
