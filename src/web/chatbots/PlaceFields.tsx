import { Select, TextInput } from '@mantine/core';
import type { ChatbotPlace } from '#contract/chatbots/calls.ts';
import { LONGEST_CHATBOT_TITLE } from '#contract/chatbots/values.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import { useVisitOptions } from '#web/audiences/use-condition-choices.ts';
import { useChannels } from '#web/channels/use-channels.ts';
import { idIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

type Named = ChatbotPlace & { title: string };
type Props = {
  settings: Named;
  help: string;
  change: (change: Partial<Named>) => void;
  errorOf: (path: string) => string | undefined;
};

/** The name of a bot, and the branch and channel it answers in. */
export function PlaceFields({ settings, help, change, errorOf }: Props) {
  const t = useTexts();
  const channels = useChannels();
  const branches = useVisitOptions().data?.branches ?? [];
  return (
    <>
      <TextInput
        label={t('chatbots:column.name')}
        maxLength={LONGEST_CHATBOT_TITLE}
        value={settings.title}
        error={errorOf('settings.title')}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <Select
        label={t('chatbots:column.branch')}
        placeholder={t('chatbots:list.every_branch')}
        clearable
        data={branches.map(({ id, title }) => ({ value: id, label: title }))}
        value={settings.branchId}
        error={errorOf('settings.branchId')}
        onChange={(id) => change({ branchId: idIn<BranchId>(id) ?? null })}
      />
      <Select
        label={t('chatbots:column.channel')}
        description={help}
        placeholder={t('chatbots:list.every_channel')}
        clearable
        data={(channels.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        value={settings.channelId}
        error={errorOf('settings.channelId')}
        onChange={(id) => change({ channelId: idIn<ChannelId>(id) ?? null })}
      />
    </>
  );
}
