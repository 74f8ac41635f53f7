import { Anchor } from '@mantine/core';
import type { ChannelKind } from '#contract/channels/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { RichText } from '#web/lib/format/rich-text.tsx';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import classes from '#web/channels/channels.module.css';

/** Where the credentials of a kind of channel are found, in three steps. */
export function ConnectGuide({ kind }: { kind: ChannelKind }) {
  const t = useTexts();
  const { texts, source } = CHANNEL_APPEARANCES[kind];
  return (
    <ol className={classes.steps}>
      <li>
        <RichText
          text={`${texts}.step_1`}
          tags={{ site: <Anchor href={source} target="_blank" rel="noreferrer" underline="always" /> }}
        />
      </li>
      <li>{t(`${texts}.step_2`)}</li>
      <li>{t(`${texts}.step_3`)}</li>
    </ol>
  );
}
