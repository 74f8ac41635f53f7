import { Button } from '@mantine/core';
import { traitsOf } from '#contract/channels/kinds.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { TextContent } from '#contract/texts/calls.ts';
import { useChannels } from '#web/channels/use-channels.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import type { TextChoice } from './LanguageTexts.tsx';

const LINK = '{ignoreLink}';

type Props = {
  texts: TextContent['texts'];
  shown: TextChoice;
  /** Channels of the sender; none: any. */
  channelIds: readonly ChannelId[];
  onChange: (texts: TextContent['texts']) => void;
};

/**
 * Asks for the opt-out link in a marketing text that a channel sends on which nobody can answer, and adds it. Empty
 * texts are not sent.
 */
export function OptOutLinkOffer({ texts, shown, channelIds, onChange }: Props) {
  const t = useTexts();
  const channels = useChannels();
  const text = texts[shown] ?? '';
  const isUsed = (id: ChannelId) => channelIds.length === 0 || channelIds.includes(id);
  const silent = (channels.data ?? []).filter(({ id, kind }) => isUsed(id) && !traitsOf(kind).hasInbound);
  if (silent.length === 0 || text.trim() === '' || text.includes(LINK)) return null;
  const add = () => onChange({ ...texts, [shown]: `${text.trimEnd()}\n\n${t('texts:opt_out.line', { link: LINK })}` });
  return (
    <TroubleAlert tone="attention" title={t('texts:opt_out.title')}>
      {t('texts:opt_out.why', { channels: silent.map(({ title }) => title).join(', ') })}{' '}
      <Button variant="light" size="xs" mt="xs" onClick={add}>
        {t('texts:opt_out.add')}
      </Button>
    </TroubleAlert>
  );
}
