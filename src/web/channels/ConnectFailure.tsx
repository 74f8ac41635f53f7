import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { z } from 'zod';
import { ChannelTrouble } from '#contract/channels.ts';
import { isRefused } from '#web/lib/call-errors.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { problemText } from '#web/lib/problem-text.ts';

const Details = z.object({ trouble: ChannelTrouble, text: z.string().nullish() });

/** Why the provider did not take the credentials: what to do, then its own words. */
export function ConnectFailure({ error }: { error: unknown }) {
  const t = useTexts();
  if (!error) return null;
  const details = isRefused(error, 'channel.check_failed') ? Details.safeParse(error.details) : undefined;
  const trouble = details?.success ? details.data : undefined;
  return (
    <Alert
      color="bad"
      icon={<IconAlertTriangle size={20} />}
      title={trouble ? t(`channels.trouble.${trouble.trouble}.title`) : undefined}
      role="alert"
    >
      {trouble ? t(`channels.trouble.${trouble.trouble}.todo`) : problemText(error, t)}
      {trouble?.text && (
        <Text size="sm" mt={4}>
          {t('channels.provider_says', { text: trouble.text })}
        </Text>
      )}
    </Alert>
  );
}
