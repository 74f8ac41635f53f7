import { Button, Group } from '@mantine/core';
import { IconMoon, IconPlus, IconSparkles } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { TopUpDialog } from '#web/assistants/TopUpDialog.tsx';
import { useAssistants } from '#web/assistants/use-assistants.ts';
import { flagIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import classes from './list.module.css';
import { NewAssistantDialog } from './NewAssistantDialog.tsx';
import { RowItems } from './RowItems.tsx';
import { useColumns } from './use-columns.tsx';

type Search = { deleted?: boolean | undefined; new?: boolean | undefined };

const readSearch = (search: Readonly<Record<string, unknown>>): Search => ({
  deleted: flagIn(search['deleted']),
  new: flagIn(search['new']),
});

/** Route: /flowCopilotBots */
export function AssistantsPage() {
  const t = useTexts();
  const [search, change] = useUrlState<Search>(readSearch, ['new']);
  const { deleted: isDeleted = false } = search;
  const assistants = useAssistants(isDeleted);
  const [isToppingUp, setToppingUp] = useState(false);
  const columns = useColumns(() => setToppingUp(true));
  const rows = assistants.data ?? [];
  const answering = rows.filter(({ status, silentReason }) => status === 'on' && !silentReason).length;
  const isEmpty = assistants.data?.length === 0 && !isDeleted;
  const add = (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconMoon size={18} />}
        renderRoot={(props) => <Link {...props} to="/flowCopilotBots/nightBotQuickStart" />}
      >
        {t('assistants:night.new')}
      </Button>
      <Button leftSection={<IconPlus size={18} />} onClick={() => change({ new: true })}>
        {t('assistants:new.title')}
      </Button>
    </Group>
  );
  return (
    <>
      <PageHead
        title={t('assistants:title')}
        state={
          assistants.data && rows.length > 0 && !isDeleted
            ? t('assistants:list.state', { count: answering })
            : t('assistants:list.lead')
        }
        action={!isEmpty && add}
      />
      <ListTools
        chips={{
          label: t('assistants:list.which'),
          value: isDeleted ? 'deleted' : 'all',
          options: [
            { value: 'all', label: t('assistants:list.all') },
            { value: 'deleted', label: t('assistants:list.deleted_ones') },
          ],
          onChange: (value) => change({ deleted: value === 'deleted' || undefined }),
        }}
      />
      <DataList
        label={t('assistants:title')}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        columns={columns}
        paging={assistants}
        linkTo={({ id }) => ({ to: '/flowCopilotBots/$assistantId', params: { assistantId: id } })}
        rowMenu={(assistant) => <RowItems assistant={assistant} />}
        empty={isDeleted ? <EmptyState text={t('assistants:list.none_deleted')} /> : <FirstTime action={add} />}
      />
      {isToppingUp && <TopUpDialog onClose={() => setToppingUp(false)} />}
      {search.new && <NewAssistantDialog onClose={() => change({ new: undefined })} />}
    </>
  );
}

/** Describes an assistant, where there is none. */
function FirstTime({ action }: { action: React.ReactNode }) {
  const t = useTexts();
  return (
    <EmptyState
      icon={<IconSparkles size={36} stroke={1.5} aria-hidden />}
      title={t('assistants:empty.title')}
      text={t('assistants:empty.text')}
      action={action}
    >
      <ul className={classes.does}>
        {(['answers', 'books', 'hands_over', 'tried'] as const).map((one) => (
          <li key={one}>{t(`assistants:empty.${one}`)}</li>
        ))}
      </ul>
    </EmptyState>
  );
}
