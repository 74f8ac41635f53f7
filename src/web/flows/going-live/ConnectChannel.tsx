import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { OFFERED_KINDS } from '#contract/channels/kinds.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

/** Link to connect a channel, where none works. */
export function ConnectChannel() {
  const t = useTexts();
  return (
    <Text size="sm" c="attention">
      {t('attention:troubles.channels_none')}{' '}
      {OFFERED_KINDS.map((kind, index) => (
        <Fragment key={kind}>
          {index > 0 && ', '}
          <Anchor component={Link} to={CHANNEL_APPEARANCES[kind].path} size="sm">
            {CHANNEL_APPEARANCES[kind].name}
          </Anchor>
        </Fragment>
      ))}
    </Text>
  );
}
