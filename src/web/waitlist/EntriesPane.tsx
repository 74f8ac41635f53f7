import { Button, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { WaitEntry, WaitEntryId } from '#contract/waitlist/calls.ts';
import { useButtons } from '#web/booking/use-buttons.ts';
import { ContactName } from '#web/contacts/ContactName.tsx';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { CopyField } from '#web/ui/fields/CopyField.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { preferenceWords } from './preference-words.ts';
import { useEntries, useRemoveEntry } from './use-waitlist.ts';
import classes from './waitlist.module.css';

/** The contacts who wait, in their order. */
export function EntriesPane({ onOpen }: { onOpen: (entry: WaitEntryId | 'new') => void }) {
  const t = useTexts();
  const entries = useEntries();
  const columns = useEntryColumns();
  const remove = useRemoveEntry();
  const list = (
    <DataList
      label={t('waitlist:tab.list')}
      rows={entries.data ?? []}
      rowKey={({ id }) => id}
      rowName={({ contactName }) => contactName}
      columns={columns}
      paging={entries}
      rowMenu={(entry) => (
        <>
          <MenuItem leftSection={<IconPencil size={18} />} onClick={() => onOpen(entry.id)}>
            {t('waitlist:list.edit')}
          </MenuItem>
          <MenuItem leftSection={<IconTrash size={18} />} onClick={() => remove.mutate(entry)}>
            {t('waitlist:list.remove')}
          </MenuItem>
        </>
      )}
      empty={
        <EmptyState
          title={t('waitlist:list.empty_title')}
          text={t('waitlist:list.empty')}
          action={<Button onClick={() => onOpen('new')}>{t('waitlist:list.add')}</Button>}
        />
      }
    />
  );
  return (
    <div className={classes.page}>
      {list}
      <SiteLinks />
    </div>
  );
}

/** Pages of the waiting list for the business's own site: one for each button that books visits. */
function SiteLinks() {
  const t = useTexts();
  const buttons = useButtons();
  return buttons.data?.buttons
    .filter(({ opens }) => opens !== 'table')
    .map(({ id, branchTitle, pageUrl }) => (
      <CopyField
        key={id}
        label={t('waitlist:list.site', { title: branchTitle })}
        value={`${pageUrl}/waitlist`}
        description={t('waitlist:list.site_help')}
      />
    ));
}

function useEntryColumns(): Column<WaitEntry>[] {
  const t = useTexts();
  const format = useFormat();
  return [
    {
      key: 'contact',
      title: t('waitlist:column.contact'),
      isMain: true,
      cell: ({ contactId, contactName, contactPhone }) => (
        <Link to="/contacts/$contactId" params={{ contactId }} className={classes.name}>
          <ContactName name={contactName} phone={contactPhone} />
        </Link>
      ),
    },
    {
      key: 'what',
      title: t('waitlist:column.preference'),
      cell: (entry) => {
        const { what, when } = preferenceWords(entry, t, format);
        return (
          <span className={classes.lines}>
            <span>{what}</span>
            <Text span size="sm" c={entry.isOver ? 'attention' : 'dimmed'}>
              {entry.isOver ? t('waitlist:list.over', { when }) : when}
            </Text>
          </span>
        );
      },
    },
    {
      key: 'note',
      title: t('waitlist:column.note'),
      from: 'wide',
      cell: ({ comment, visitStartsAt, visitTimeZone }) =>
        visitStartsAt
          ? t('waitlist:list.gives_up', { when: format.dateTime(visitStartsAt, visitTimeZone ?? undefined) })
          : comment || null,
    },
    {
      key: 'source',
      title: t('waitlist:column.source'),
      from: 'medium',
      isBrief: true,
      cell: ({ source }) => t(`waitlist:source.${source}`),
    },
    {
      key: 'since',
      title: t('waitlist:column.since'),
      isBrief: true,
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      key: 'offers',
      title: t('waitlist:column.offers'),
      isNumeric: true,
      cell: ({ offers }) => format.number(offers),
    },
  ];
}
