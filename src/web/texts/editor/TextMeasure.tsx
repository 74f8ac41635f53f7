import { Text } from '@mantine/core';
import { withPlaceholders } from '#contract/links/addresses.ts';
import { FIRST_CHANNEL_KIND } from '#contract/channels/kinds.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import type { ContactPreview } from '#contract/texts/previews.ts';
import type { TextContent } from '#contract/texts/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { plainWords } from '#web/ui/preview/message-markup.ts';
import { smsSize } from '#contract/texts/sms-size.ts';
import { drawMessage } from './drawn-message.ts';
import { seenButtons } from '#web/texts/message/seen-buttons.ts';
import classes from '#web/texts/text.module.css';

type Props = { content: TextContent; previews: readonly ContactPreview[] };

/** The length of the message for the contact with the longest values, as their channel counts it. */
export function TextMeasure({ content, previews }: Props) {
  const t = useTexts();
  const longest = previews.toSorted((one, other) => other.text.length - one.text.length)[0];
  if (!longest) return null;
  const skin = CHANNEL_APPEARANCES[longest.channelKind ?? FIRST_CHANNEL_KIND].skin;
  const message = {
    text: content.shortensLinks ? withPlaceholders(longest.text, location.origin) : longest.text,
    buttons: seenButtons(longest, content),
    imageUrl: longest.imageUrl,
    file: longest.file,
  };
  const { used, limit } = drawMessage(skin, message, longest.channelKind ? [longest.channelKind] : []);
  const { parts } = smsSize(plainWords(drawMessage('sms', message).text));
  return (
    <Text component="div" size="sm" c={used > limit ? 'bad' : 'dimmed'} className={classes.measure}>
      <span>
        {longest.contactName
          ? t('flows:editor.measure', { name: longest.contactName, used, limit })
          : t('reports:measure', { used, limit })}
      </span>
      <span>{t('flows:editor.measure_sms', { count: parts })}</span>
    </Text>
  );
}
