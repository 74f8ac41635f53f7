import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { CHANNEL_KIND_NAMES } from '#contract/values.ts';
import { CHANNEL_KINDS } from '#web/channels/channel-kinds.ts';
import { useTexts } from '#web/lib/i18n.ts';

/** The way out where no channel works. */
export function ConnectChannel() {
  const t = useTexts();
  return (
    <Text size="sm" c="attention">
      {t('flows:troubles.channels_none')}{' '}
      {CHANNEL_KIND_NAMES.map((kind, index) => (
        <Fragment key={kind}>
          {index > 0 && ', '}
          <Anchor component={Link} to={CHANNEL_KINDS[kind].path} size="sm">
            {t(`delivery:channel.${kind}`)}
          </Anchor>
        </Fragment>
      ))}
    </Text>
  );
}
