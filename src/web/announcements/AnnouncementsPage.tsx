import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Announcement } from '#contract/announcements/calls.ts';
import { BRANDS } from '#contract/brands/brands.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { type Format, useFormat } from '#web/lib/format/format.ts';
import { type Text, useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { LANGUAGE_NAMES } from '#web/lib/format/language.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { ToneBadge, type Tone } from '#web/ui/feedback/ToneBadge.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { AnnouncementDialog } from './AnnouncementDialog.tsx';
import { useAllAnnouncements } from './use-announcements.ts';

/** Announcements and drafts of the operator. */
export function AnnouncementsPage() {
  const t = useTexts();
  const format = useFormat();
  const language = useLanguage();
  const all = useAllAnnouncements();
  const [edited, setEdited] = useState<Announcement | 'new' | null>(null);
  const titleOf = ({ texts }: Announcement) =>
    [language, ...LANGUAGES].map((one) => texts[one]?.title).find((title) => title !== undefined) ?? '';
  return (
    <>
      <PageHead
        title={t('announcements:title')}
        state={t('announcements:lead')}
        action={<Button onClick={() => setEdited('new')}>{t('announcements:add')}</Button>}
      />
      <DataList
        label={t('announcements:title')}
        rows={all.data ?? []}
        rowKey={({ id }) => id}
        rowName={titleOf}
        columns={columnsOf(t, format, titleOf)}
        rowMenu={(row) => <MenuItem onClick={() => setEdited(row)}>{t('announcements:edit')}</MenuItem>}
        paging={all}
        empty={<EmptyState text={t('announcements:none')} />}
      />
      {edited && <AnnouncementDialog announcement={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  );
}

type State = 'draft' | 'planned' | 'shown' | 'over';

const TONES: Readonly<Record<State, Tone>> = { draft: 'gray', planned: 'attention', shown: 'good', over: 'gray' };

function stateOf({ isPublished, shownFrom, shownUntil }: Announcement): State {
  const now = productNow();
  if (!isPublished) return 'draft';
  if (Date.parse(shownFrom) > now) return 'planned';
  return shownUntil !== null && Date.parse(shownUntil) <= now ? 'over' : 'shown';
}

const columnsOf = (t: Text, format: Format, titleOf: (row: Announcement) => string): Column<Announcement>[] => [
  { key: 'title', title: t('announcements:field.title'), isMain: true, cell: titleOf },
  {
    key: 'state',
    title: t('announcements:field.state'),
    isBrief: true,
    cell: (row) => <ToneBadge tone={TONES[stateOf(row)]}>{t(`announcements:state.${stateOf(row)}`)}</ToneBadge>,
  },
  {
    key: 'from',
    title: t('announcements:field.from'),
    isBrief: true,
    cell: ({ shownFrom }) => format.dateTime(shownFrom),
  },
  {
    key: 'until',
    title: t('announcements:field.until'),
    isBrief: true,
    from: 'wide',
    cell: ({ shownUntil }) => shownUntil && format.dateTime(shownUntil),
  },
  {
    key: 'brands',
    title: t('announcements:field.brands'),
    from: 'medium',
    cell: ({ brands }) => brands.map((key) => BRANDS[key].productName).join(', '),
  },
  {
    key: 'languages',
    title: t('announcements:field.languages'),
    from: 'wide',
    cell: ({ texts }) =>
      LANGUAGES.filter((one) => texts[one])
        .map((one) => LANGUAGE_NAMES[one])
        .join(', '),
  },
];
