import { Title } from '@mantine/core';
import type { ReferralCode } from '#contract/partners/calls.ts';
import { type Format, useFormat } from '#web/lib/format/format.ts';
import { type Text, useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { copyValue } from '#web/ui/fields/CopyField.tsx';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column, Paging } from '#web/ui/lists/list.ts';
import { useWords } from '#web/ui/words.tsx';
import { sumsOf } from './partner-words.ts';

/** The codes are in the page's own reply, all of them. */
const ALL_READ: Paging = {
  isPending: false,
  isFetchingNextPage: false,
  hasNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => undefined,
  refetch: () => undefined,
  error: null,
};

/** Codes of the cabinet with what came of each. */
export function CodeList({ codes }: { codes: readonly ReferralCode[] }) {
  const t = useTexts();
  const format = useFormat();
  const words = useWords();
  return (
    <section aria-label={t('partners:codes.title')}>
      <Title order={2} size="h3" mb="sm">
        {t('partners:codes.title')}
      </Title>
      <DataList
        label={t('partners:codes.title')}
        rows={codes}
        rowKey={({ id }) => id}
        rowName={({ code }) => code}
        columns={columnsOf(t, format)}
        paging={ALL_READ}
        linkTo={({ id }) => ({ to: '/partners/promocode', search: () => ({ code: id }) })}
        rowMenu={({ code, link }) => (
          <>
            <MenuItem onClick={() => void copyValue(link, words)}>{t('partners:codes.copy_link')}</MenuItem>
            <MenuItem onClick={() => void copyValue(code, words)}>{t('partners:codes.copy_code')}</MenuItem>
          </>
        )}
        empty={<EmptyState text={t('partners:codes.none')} />}
      />
    </section>
  );
}

const columnsOf = (t: Text, format: Format): Column<ReferralCode>[] => [
  {
    key: 'code',
    title: t('partners:codes.code'),
    isMain: true,
    cell: ({ code, isActive }) => (
      <>
        {code} {!isActive && <ToneBadge tone="gray">{t('partners:codes.off')}</ToneBadge>}
      </>
    ),
  },
  ...(['clicked', 'registered', 'paid'] as const).map((key) => ({
    key,
    title: t(`partners:codes.${key}`),
    isNumeric: true,
    cell: (code: ReferralCode) => format.number(code[key]),
  })),
  {
    key: 'earned',
    title: t('partners:codes.earned'),
    isNumeric: true,
    cell: ({ sums }) => sumsOf(sums, 'earnedMinor', format),
  },
  {
    key: 'paidOut',
    title: t('partners:codes.paid_out'),
    isNumeric: true,
    from: 'medium',
    cell: ({ sums }) => sumsOf(sums, 'paidOutMinor', format),
  },
];
