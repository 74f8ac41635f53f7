import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { CONTACT_FILTERS, LOST_DAYS, MOST_COUNTED_CONTACTS } from '#contract/values.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { countIn, textIn, wordIn } from '#web/lib/known.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { DataList } from '#web/ui/DataList.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { Sort } from '#web/ui/list.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import { CONTACT_ORDERS, type ContactOrder } from './contact-orders.ts';
import { ContactTools } from './ContactTools.tsx';
import { useContactColumns } from './use-contact-columns.tsx';
import { useContactCounts, useContacts } from './use-contacts.ts';

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  search: textIn(search['search']),
  filter: wordIn(CONTACT_FILTERS, search['filter']),
  days: countIn(search['days']),
  order: wordIn(CONTACT_ORDERS, search['order']),
});
export type ContactsSearch = ReturnType<typeof readSearch>;

/** Route: /contacts */
export function ContactsPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const [state, setState] = useUrlState(readSearch);
  const { order = 'newest', days = LOST_DAYS } = state;
  const counts = useContactCounts(days);
  const contacts = useContacts({
    search: state.search,
    filter: state.filter,
    ...(state.filter === 'lost' && { lostDays: days }),
    sort: order === 'newest' || order === 'oldest' ? 'last_visit' : 'name',
    isReversed: order === 'oldest' || order === 'z_a' ? 'true' : undefined,
  });
  const columns = useContactColumns();
  const count = useCountWords();
  const isFiltered = Boolean(state.search || state.filter);
  const isEmpty = contacts.data?.length === 0 && !isFiltered;
  const clear = () => setState({ search: undefined, filter: undefined, days: undefined });

  return (
    <>
      <PageHead title={t('contacts:list.title')} state={counts.data ? count(counts.data.all) : '\u00a0'} />
      {!isEmpty && (
        <ContactTools state={state} counts={counts.data} onChange={setState} onClear={isFiltered ? clear : undefined} />
      )}
      <DataList
        label={t('contacts:list.title')}
        rows={contacts.data ?? []}
        rowKey={(contact) => contact.id}
        columns={columns}
        paging={contacts}
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
              text={t('contacts:list.empty')}
              action={
                <Button onClick={() => void navigate({ to: '/accounts/yclients' })}>
                  {t('contacts:list.connect')}
                </Button>
              }
            />
          )
        }
      />
    </>
  );
}

function useCountWords(): (count: number) => string | false {
  const t = useTexts();
  const format = useFormat();
  return (count) => {
    if (count >= MOST_COUNTED_CONTACTS) return t('contacts:list.state_above', { number: format.number(count) });
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
