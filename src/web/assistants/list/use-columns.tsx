import { Stack, Text } from '@mantine/core';
import type { AssistantRow } from '#contract/assistants/calls.ts';
import { AssistantBadge } from '#web/assistants/AssistantBadge.tsx';
import { MendLink } from '#web/assistants/MendLink.tsx';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { Column } from '#web/ui/lists/list.ts';

/** The facts of an assistant in the list. @param onTopUp opens the top-up of the AI balance */
export function useColumns(onTopUp: () => void): Column<AssistantRow>[] {
  const t = useTexts();
  const format = useFormat();
  return [
    { key: 'title', title: t('assistants:column.title'), isMain: true, cell: ({ title }) => title },
    {
      key: 'status',
      title: t('assistants:column.status'),
      cell: (row) => <Status assistant={row} onTopUp={onTopUp} />,
    },
    {
      key: 'model',
      title: t('assistants:column.model'),
      from: 'wide',
      isBrief: true,
      cell: ({ model }) => t(`assistants:model.${model}.name`),
    },
    {
      key: 'channels',
      title: t('assistants:column.channels'),
      from: 'medium',
      cell: ({ channelTitles }) => channelTitles.join(', ') || t('assistants:list.every_channel'),
    },
    {
      key: 'dialogues',
      title: t('assistants:column.dialogues'),
      isNumeric: true,
      cell: ({ dialogues }) => format.number(dialogues),
    },
    {
      key: 'handed_over',
      title: t('assistants:column.handed_over'),
      isNumeric: true,
      cell: ({ handedOver }) => format.number(handedOver),
    },
  ];
}

/** The status, and why it is silent with the way to mend it. */
function Status({ assistant, onTopUp }: { assistant: AssistantRow; onTopUp: () => void }) {
  const t = useTexts();
  const { id, status, silentReason, version, publishedVersion, deletedAt } = assistant;
  if (deletedAt !== null) return null;
  return (
    <Stack gap={4} align="flex-start">
      <AssistantBadge status={status} silentReason={silentReason} />
      {silentReason && (
        <Text span size="sm">
          {t(`assistants:silent.${silentReason}`)} <MendLink assistantId={id} reason={silentReason} onTopUp={onTopUp} />
        </Text>
      )}
      {!silentReason && publishedVersion !== null && publishedVersion !== version && (
        <Text span size="sm" c="dimmed">
          {t('assistants:list.differs')}
        </Text>
      )}
    </Stack>
  );
}
