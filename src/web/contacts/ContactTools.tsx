import type { countContacts } from '#contract/contacts/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { CONTACT_FILTERS, LOST_DAYS, MAX_COUNTED_CONTACTS } from '#contract/contacts/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { choiceFilter } from '#web/ui/lists/choice-filter.tsx';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import { useSegmentChoices } from './use-contacts.ts';
import { useTagFilter } from './tags/use-tag-filter.ts';
import { CONTACT_ORDERS } from './contact-orders.ts';
import type { ContactsSearch } from './ContactsPage.tsx';

/** Offered periods in days; the URL accepts any other number too. */
const LOST_CHOICES = [30, 60, 90, 180, 365];

type Props = {
  state: ContactsSearch;
  counts: ReplyOf<typeof countContacts> | undefined;
  onChange: (change: Partial<ContactsSearch>) => void;
  onClear?: () => void;
};

/** Search and filters of the list of customers; all of them live in the address. */
export function ContactTools({ state, counts, onChange, onClear }: Props) {
  const t = useTexts();
  const isMobile = useIsMobile();
  const { days = LOST_DAYS } = state;
  const choices = [...new Set([...LOST_CHOICES, days])].toSorted((a, b) => a - b);
  const shown = (count: number | undefined) => (count === MAX_COUNTED_CONTACTS ? undefined : count);
  const lost = choiceFilter({
    label: t('contacts:list.lost_label'),
    value: String(days),
    isOn: state.days !== undefined,
    options: choices.map((count) => ({ value: String(count), label: t('contacts:list.lost', { count }) })),
    onChange: (value) => onChange({ days: Number(value) }),
  });
  const tags = useTagFilter(state.tag, (value) => onChange({ tag: value }));
  const segments = useSegmentChoices();
  const segment = choiceFilter({
    label: t('contacts:list.segment_label'),
    value: state.segment,
    any: t('contacts:list.segment_any'),
    options: segments.map(({ id, title }) => ({ value: id, label: title })),
    onChange: (value) => onChange({ segment: value || undefined }),
  });
  const order = choiceFilter({
    label: t('contacts:list.sort_label'),
    value: state.order ?? 'newest',
    options: CONTACT_ORDERS.map((value) => ({ value, label: t(`contacts:list.sort.${value}`) })),
    onChange: (value) => onChange({ order: wordIn(CONTACT_ORDERS, value) }),
  });
  return (
    <ListTools
      search={{
        value: state.search ?? '',
        placeholder: t('contacts:search'),
        onChange: (search) => onChange({ search: search || undefined }),
      }}
      chips={{
        label: t('contacts:list.show'),
        value: state.filter ?? 'all',
        options: (['all', ...CONTACT_FILTERS] as const).map((value) => ({
          value,
          label: t(`contacts:list.chip.${value}`),
          count: shown(counts?.[value]),
        })),
        onChange: (value) => onChange({ filter: wordIn(CONTACT_FILTERS, value) }),
      }}
      filters={[
        ...(state.filter === 'lost' ? [lost] : []),
        ...tags,
        ...(segments.length > 0 || state.segment ? [segment] : []),
        ...(isMobile ? [order] : []),
      ]}
      onClear={onClear}
    />
  );
}
