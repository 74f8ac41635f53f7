import { Tabs } from '@mantine/core';
import { CHANNEL_KIND_NAMES, type ChannelKindName } from '#contract/channels/kinds.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { ChannelsPage } from './ChannelsPage.tsx';
import { useChannels } from '#web/channels/use-channels.ts';

/** Routes: a path that several kinds of channels share, a tab each. One that does not work is opened first. */
export function ChannelTabs({ kinds }: { kinds: readonly ChannelKindName[] }) {
  const t = useTexts();
  const [search, change] = useUrlState(readTab);
  const channels = useChannels().data ?? [];
  const connected = kinds.filter((one) => channels.some((channel) => channel.kind === one));
  const ill = kinds.find((one) => channels.some(({ kind, state }) => kind === one && state !== 'Authorized'));
  const kind = wordIn(kinds, search.kind) ?? ill ?? connected[0] ?? kinds[0];
  if (!kind) return null;
  return (
    <ChannelsPage
      key={kind}
      kind={kind}
      tabs={
        <Tabs value={kind} onChange={(value) => change({ kind: wordIn(kinds, value) })}>
          <Tabs.List mb="lg">
            {kinds.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t(`${CHANNEL_APPEARANCES[one].texts}.title`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      }
    />
  );
}

const readTab = (search: Readonly<Record<string, unknown>>) => ({ kind: wordIn(CHANNEL_KIND_NAMES, search['kind']) });
