import { Button, Group } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CONTACT_FILTERS, LOST_DAYS, MAX_COUNTED_CONTACTS } from '#contract/contacts/values.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { pageOf } from '#web/connections/connection-appearances.ts';
import { useOfferedKinds } from '#web/connections/use-offered-kinds.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { isPathOffered } from '#web/lib/pages/brand.ts';
import { countIn, textIn, wordIn } from '#web/lib/api/known.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import type { Sort } from '#web/ui/lists/list.ts';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { CONTACT_ORDERS, type ContactOrder } from './contact-orders.ts';
import { ContactTools } from './ContactTools.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { TagBulkBar } from './tags/TagBulkBar.tsx';
import { useListExport } from './use-list-export.ts';
import { useContactColumns } from './use-contact-columns.tsx';
import { useContactCounts, useContacts } from './use-contacts.ts';

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  search: textIn(search['search']),
  filter: wordIn(CONTACT_FILTERS, search['filter']),
  tag: textIn(search['tag']),
  segment: textIn(search['segment']),
  days: countIn(search['days']),
  order: wordIn(CONTACT_ORDERS, search['order']),
});
export type ContactsSearch = ReturnType<typeof readSearch>;

/** Route: /contacts */
export function ContactsPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const [offeredKind] = useOfferedKinds();
  const [state, setState] = useUrlState(readSearch);
  const { order = 'newest', days = LOST_DAYS } = state;
  const counts = useContactCounts(days);
  const listed = {
    search: state.search,
    filter: state.filter,
    tag: state.tag,
    segment: state.segment,
    ...(state.filter === 'lost' && { lostDays: days }),
    sort: order === 'newest' || order === 'oldest' ? 'last_visit' : 'name',
    isReversed: order === 'oldest' || order === 'z_a' ? 'true' : undefined,
  } as const;
  const contacts = useContacts(listed);
  const save = useListExport();
  const exported = (format: 'csv' | 'xlsx') =>
    save.mutate({
      path: '/api/v1/contacts/export',
      format,
      name: t('contacts:list.title'),
      titles: SHEET_COLUMNS.map((key) => t(`contacts:${key}`)),
      filter: listed,
    });
  const columns = useContactColumns();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const count = useCountWords();
  const isFiltered = Boolean(state.search || state.filter || state.tag || state.segment);
  const isEmpty = contacts.data?.length === 0 && !isFiltered;
  const hasSystems = isPathOffered(pageOf(offeredKind));
  const clear = () =>
    setState({ search: undefined, filter: undefined, days: undefined, tag: undefined, segment: undefined });
  const tools = (
    <Group>
      <ExportMenu isBusy={save.isPending} onExport={exported} />
      <Button variant="default" leftSection={<IconFileImport size={18} />} component={Link} to="/contacts/import">
        {t('contacts:list.import')}
      </Button>
    </Group>
  );

  return (
    <>
      <PageHead
        title={t('contacts:list.title')}
        state={counts.data ? count(counts.data.all) : '\u00a0'}
        action={tools}
      />
      {!isEmpty && (
        <ContactTools state={state} counts={counts.data} onChange={setState} onClear={isFiltered ? clear : undefined} />
      )}
      <DataList
        label={t('contacts:list.title')}
        rows={contacts.data ?? []}
        rowKey={(contact) => contact.id}
        columns={columns}
        paging={contacts}
        rowName={({ name, phone }) => name || phone || t('contacts:nameless')}
        selection={{ keys: selected, onChange: setSelected }}
        sort={SORTS[order]}
        onSort={(sort) => setState({ order: orderOf(sort, order) })}
        linkTo={({ id }) => ({ to: '/contacts/$contactId', params: { contactId: id } })}
        empty={
          isFiltered ? (
            <EmptyState
              text={t('contacts:list.nothing_found')}
              action={<Button onClick={clear}>{t('contacts:clear')}</Button>}
            />
          ) : (
            <EmptyState
              title={t('contacts:list.empty_title')}
              text={t(hasSystems ? 'contacts:list.empty' : 'contacts:list.empty_import')}
              action={
                hasSystems ? (
                  <Button onClick={() => void navigate({ to: pageOf(offeredKind) })}>
                    {t('contacts:list.connect')}
                  </Button>
                ) : (
                  <Button component={Link} to="/contacts/import">
                    {t('contacts:list.add')}
                  </Button>
                )
              }
            />
          )
        }
      />
      <TagBulkBar
        contactIds={(contacts.data ?? []).flatMap(({ id }) => (selected.has(id) ? id : []))}
        onClear={() => setSelected(new Set())}
      />
    </>
  );
}

const SHEET_COLUMNS = [
  'client',
  'phone',
  'export.email',
  'export.birth_date',
  'export.language',
  'list.tags',
  'export.note',
  'export.consent_source',
  'export.consented_on',
  'list.visits',
  'list.last_visit',
  'export.next_visit',
] as const;

function useCountWords(): (count: number) => string | false {
  const t = useTexts();
  const format = useFormat();
  return (count) => {
    if (count >= MAX_COUNTED_CONTACTS) return t('contacts:list.state_above', { number: format.number(count) });
    return count > 0 && t('contacts:list.state', { count });
  };
}

const SORTS: Record<ContactOrder, Sort> = {
  newest: { key: 'last_visit', isDescending: true },
  oldest: { key: 'last_visit', isDescending: false },
  a_z: { key: 'name', isDescending: false },
  z_a: { key: 'name', isDescending: true },
};

/** A column that was not sorted by begins with what one looks for: the latest visits, the letter A. */
function orderOf({ key }: Sort, before: ContactOrder): ContactOrder | undefined {
  if (key === 'name') return before === 'a_z' ? 'z_a' : 'a_z';
  return before === 'newest' ? 'oldest' : undefined;
}
