import { Button, Stack, Switch, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Chatbot } from '#contract/chatbots/calls.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { ActionMenu, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column, RowLink } from '#web/ui/lists/list.ts';
import { NewScriptDialog } from './scripts/NewScriptDialog.tsx';
import { useChatbots, useDeleteBot, useSwitchBot } from './use-chatbots.ts';

/** Route: /chatbots */
export function ChatbotsPage() {
  const t = useTexts();
  const chatbots = useChatbots();
  const columns = useColumns();
  const remove = useDeleteBot();
  const navigate = useNavigate();
  const rows = chatbots.data ?? [];
  const working = rows.filter(({ isEnabled }) => isEnabled).length;
  const nameOf = useBotName();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PageHead
        title={t('chatbots:title')}
        state={chatbots.data ? t('chatbots:list.state', { count: working }) : '\u00a0'}
        action={
          <ActionMenu target={<Button leftSection={<IconPlus size={18} />}>{t('chatbots:list.add')}</Button>}>
            <MenuItem onClick={() => setAdding(true)}>{t('chatbots:script.title')}</MenuItem>
            <MenuItem onClick={() => void navigate({ to: '/chatbots/booking/new' })}>
              {t('chatbots:booking.new')}
            </MenuItem>
          </ActionMenu>
        }
      />
      <DataList
        label={t('chatbots:title')}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={nameOf}
        columns={columns}
        paging={{
          ...chatbots,
          isFetchingNextPage: false,
          hasNextPage: false,
          isFetchNextPageError: false,
          fetchNextPage,
        }}
        linkTo={linkTo}
        rowMenu={(bot) => (
          <>
            <MenuItem leftSection={<IconPencil size={18} />} onClick={() => void navigate(linkTo(bot))}>
              {t('chatbots:list.edit')}
            </MenuItem>
            {!bot.isMain && (
              <MenuItem leftSection={<IconTrash size={18} />} onClick={() => remove.mutate(bot)}>
                {t('chatbots:list.remove')}
              </MenuItem>
            )}
          </>
        )}
        empty={<EmptyState title={t('chatbots:title')} text={t('chatbots:list.lead')} />}
      />
      <Text size="sm" c="dimmed" mt="md">
        {t('chatbots:list.lead')}
      </Text>
      {isAdding && <NewScriptDialog onClose={() => setAdding(false)} />}
    </>
  );
}

/** All bots come at once. */
const fetchNextPage = () => undefined;

function linkTo({ id, kind, isMain }: Chatbot): RowLink {
  if (kind === 'script') return { to: '/chatbots/script/$botId', params: { botId: id } };
  if (isMain) return { to: '/chatbots/booking' };
  return { to: '/chatbots/booking/$chatbotId', params: { chatbotId: id } };
}

/** The name of a bot; the main one has that of its work. */
function useBotName() {
  const t = useTexts();
  return ({ title }: Chatbot) => title || t('chatbots:booking.main');
}

function useColumns(): Column<Chatbot>[] {
  const t = useTexts();
  const formatPhone = useFormatPhone();
  const nameOf = useBotName();
  return [
    { key: 'name', title: t('chatbots:column.name'), isMain: true, cell: nameOf },
    {
      key: 'kind',
      title: t('chatbots:column.kind'),
      from: 'medium',
      cell: ({ kind }) => t(`chatbots:list.kind.${kind}`),
    },
    {
      key: 'channel',
      title: t('chatbots:column.channel'),
      cell: ({ channel }) =>
        channel ? (
          <Stack gap={0}>
            <span>{channel.title}</span>
            <Text span size="sm" c="dimmed">
              {CHANNEL_APPEARANCES[channel.kind].name}
            </Text>
          </Stack>
        ) : (
          t('chatbots:list.every_channel')
        ),
    },
    {
      key: 'branch',
      title: t('chatbots:column.branch'),
      cell: ({ branchTitle }) => branchTitle ?? t('chatbots:list.every_branch'),
    },
    {
      key: 'phone',
      title: t('chatbots:column.phone'),
      from: 'medium',
      isBrief: true,
      cell: ({ channel }) => (channel?.phone ? formatPhone(channel.phone) : null),
    },
    {
      key: 'enabled',
      title: t('chatbots:column.enabled'),
      isBrief: true,
      cell: (bot) => <EnabledSwitch bot={bot} />,
    },
  ];
}

function EnabledSwitch({ bot }: { bot: Chatbot }) {
  const t = useTexts();
  const change = useSwitchBot();
  const nameOf = useBotName();
  return (
    <Switch
      aria-label={t('chatbots:list.enabled', { title: nameOf(bot) })}
      checked={bot.isEnabled}
      disabled={change.isPending}
      onClick={(event) => event.stopPropagation()}
      onChange={({ currentTarget }) => change.mutate({ id: bot.id, isEnabled: currentTarget.checked })}
    />
  );
}
