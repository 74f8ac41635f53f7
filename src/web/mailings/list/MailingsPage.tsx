import { ActionIcon, Button } from '@mantine/core';
import { IconDots, IconReplace } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { MailingId } from '#contract/mailings/calls.ts';
import { MAILING_SORTS } from '#contract/mailings/values.ts';
import { TransferDialogSlot, TransfersSlot } from '#web/flows/transfer-slots.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { ActionMenu, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import { useWords } from '#web/ui/words.tsx';
import classes from '#web/mailings/mailings.module.css';
import { MailingMenu } from './MailingMenu.tsx';
import { readMailingSearch } from './mailing-search.ts';
import { MailingTools } from './MailingTools.tsx';
import { NewMailing } from './NewMailing.tsx';
import { isOver } from '#web/mailings/runs/run-figures.ts';
import { useMailingColumns } from './use-mailing-columns.tsx';
import { useMailingCounts, useMailingRows } from '#web/mailings/use-mailings.ts';

const MailingBulkBar = lazy(async () => ({ default: (await import('./MailingBulkBar.tsx')).MailingBulkBar }));

/** Route: /distributions */
export function MailingsPage() {
  const t = useTexts();
  const [search, setSearch] = useUrlState(readMailingSearch);
  const { mode, search: words } = search;
  const rows = useMailingRows(search);
  const found = useMailingCounts({ mode, search: words });
  const counts = useMailingCounts();
  const columns = useMailingColumns();
  const isEmpty = counts.data?.total === 0 && counts.data.deleted === 0;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [givenIds, setGivenIds] = useState<MailingId[]>([]);
  const [wasChosen, setWasChosen] = useState(false);
  const chosen = (rows.data ?? []).filter(({ id }) => selected.has(id));
  const isFiltered = Boolean(words ?? search.status ?? search.isDeleted ?? mode);
  const clear = () => setSearch({ search: undefined, status: undefined, isDeleted: undefined, mode: undefined });

  if (chosen.length > 0 && !wasChosen) setWasChosen(true);

  return (
    <>
      <PageHead
        title={t('mailings:title')}
        state={<MailingsState counts={counts.data} />}
        action={!isEmpty && <HeadActions />}
      />
      <TransfersSlot of="mailings" />
      {!isEmpty && (
        <MailingTools
          state={search}
          offered={counts.data}
          counts={found.data}
          onChange={setSearch}
          onClear={isFiltered ? clear : undefined}
        />
      )}
      <DataList
        label={t('mailings:title')}
        rows={rows.data ?? []}
        rowKey={(mailing) => mailing.id}
        rowName={(mailing) => mailing.title}
        columns={columns}
        paging={rows}
        sort={{ key: search.sort ?? 'created', isDescending: search.isDescending ?? search.sort !== 'title' }}
        onSort={({ key, isDescending }) => setSearch({ sort: wordIn(MAILING_SORTS, key), isDescending })}
        linkTo={({ id, status, deletedAt }) => ({
          to:
            isOver(status) && deletedAt === null
              ? '/distributions/results/$mailingId'
              : '/distributions/edit/$mailingId/{-$step}',
          params: { mailingId: id },
        })}
        selection={{ keys: selected, onChange: setSelected }}
        rowMenu={(mailing) => <MailingMenu mailing={mailing} onGive={() => setGivenIds([mailing.id])} />}
        empty={
          isFiltered ? (
            <EmptyState
              text={t('mailings:nothing_found')}
              action={<Button onClick={clear}>{t('flows:clear')}</Button>}
            />
          ) : (
            <EmptyState title={t('mailings:empty_title')} text={t('mailings:empty')} action={<NewMailing />}>
              <ol className={classes.examples}>
                {(['promo', 'news', 'slots'] as const).map((example) => (
                  <li key={example}>{t(`mailings:example.${example}`)}</li>
                ))}
              </ol>
            </EmptyState>
          )
        }
      />
      {wasChosen && ( // NOTE: stays mounted to show its result
        <Suspense>
          <MailingBulkBar
            mailings={chosen}
            onGive={() => setGivenIds(chosen.map(({ id }) => id))}
            onClear={() => setSelected(new Set())}
          />
        </Suspense>
      )}
      {givenIds.length > 0 && (
        <TransferDialogSlot given={{ of: 'mailings', ids: givenIds }} onClose={() => setGivenIds([])} />
      )}
    </>
  );
}

/** Find and replace, and a new mailing; on a phone the first is behind a button. */
function HeadActions() {
  const t = useTexts();
  const words = useWords();
  const navigate = useNavigate();
  const isMobile = useIsMobile();
  const findTexts = () => void navigate({ to: '/distributions/texts' });
  if (!isMobile) {
    return (
      <>
        <Button variant="default" onClick={findTexts}>
          {t('flows:list.find_texts')}
        </Button>
        <NewMailing />
      </>
    );
  }
  return (
    <>
      <NewMailing />
      <ActionMenu
        target={
          <ActionIcon variant="default" aria-label={words('row_menu')}>
            <IconDots size={20} />
          </ActionIcon>
        }
      >
        <MenuItem leftSection={<IconReplace size={16} />} onClick={findTexts}>
          {t('flows:list.find_texts')}
        </MenuItem>
      </ActionMenu>
    </>
  );
}

/** "2 running, 1 scheduled, 1 draft". */
function MailingsState({ counts }: { counts: ReturnType<typeof useMailingCounts>['data'] }) {
  const t = useTexts();
  if (!counts) return '\u00a0';
  if (counts.total === 0) return null;
  const of = (status: string) => counts.byStatus[status] ?? 0;
  const words = [
    of('working') > 0 && t('mailings:state.working', { count: of('working') }),
    of('waiting') > 0 && t('mailings:state.waiting', { count: of('waiting') }),
    of('pause') + of('error') > 0 && t('mailings:state.stopped', { count: of('pause') + of('error') }),
    of('none') > 0 && t('mailings:state.drafts', { count: of('none') }),
  ];
  return words.filter(Boolean).join(', ') || '\u00a0';
}
