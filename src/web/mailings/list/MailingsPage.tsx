import { IconReplace } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { MailingStatus } from '#contract/mailings/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { lazyPart } from '#web/lib/pages/lazy-part.ts';
import { useSession } from '#web/lib/api/session.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import classes from '#web/mailings/mailings.module.css';
import { mailingSender } from '#web/mailings/mailing-sender.ts';
import { isOver } from '#web/mailings/runs/run-figures.ts';
import { useMailingCounts, useMailingRows } from '#web/mailings/use-mailings.ts';
import { SenderList } from '#web/senders/list/SenderList.tsx';
import { SenderTools } from '#web/senders/list/SenderTools.tsx';
import { RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { MailingMenu } from './MailingMenu.tsx';
import { readMailingSearch } from './mailing-search.ts';
import { mailingTransfers } from './mailing-transfers.ts';
import { NewMailing } from './NewMailing.tsx';
import { useMailingColumns } from './use-mailing-columns.tsx';

const FirstMailing = lazyPart({
  load: () => import('./FirstMailing.tsx').then((m) => m.FirstMailing),
  texts: ['channels'],
});
const MailingBulkBar = lazy(async () => ({ default: (await import('./MailingBulkBar.tsx')).MailingBulkBar }));

const CHIPS: readonly MailingStatus[] = [
  'working',
  'waiting',
  'pause',
  'error',
  'none',
  'done',
  'canceled',
  'unavailable',
];

/** Route: /distributions */
export function MailingsPage() {
  const t = useTexts();
  const [search, setSearch] = useUrlState(readMailingSearch);
  const { mode, search: words, isDeleted = false } = search;
  const rows = useMailingRows(search);
  const found = useMailingCounts({ mode, search: words });
  const counts = useMailingCounts();
  const columns = useMailingColumns();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const isFirst = useIsFirst(counts.data);
  const deleted = {
    value: 'deleted',
    label: t('mailings:chip.deleted'),
    count: found.data?.deleted ?? 0,
    isChosen: isDeleted,
    change: (isChosen: boolean) => ({ isDeleted: isChosen || undefined }),
  };
  return (
    <SenderList
      sender={mailingSender}
      transfers={mailingTransfers}
      search={search}
      onSearch={setSearch}
      rows={rows}
      selection={{ keys: selected, onChange: setSelected }}
      columns={columns}
      state={<MailingsState counts={counts.data} />}
      isEmpty={counts.data?.total === 0 && counts.data.deleted === 0}
      examples={
        <ol className={classes.examples}>
          {(['promo', 'news', 'slots'] as const).map((example) => (
            <li key={example}>{t(`mailings:example.${example}`)}</li>
          ))}
        </ol>
      }
      guide={
        isFirst && (
          <Suspense fallback={<RowsSkeleton rows={4} />}>
            <FirstMailing draftId={rows.data?.find(({ status, deletedAt }) => status === 'none' && !deletedAt)?.id} />
          </Suspense>
        )
      }
      links={[{ to: '/distributions/texts', label: t('attention:list.find_texts'), Icon: IconReplace }]}
      newSender={<NewMailing />}
      tools={(onClear) => (
        <SenderTools
          room="mailings"
          search={search}
          onSearch={setSearch}
          onClear={onClear}
          statuses={CHIPS}
          offered={counts.data}
          counts={found.data}
          otherChip={counts.data?.deleted || isDeleted ? deleted : undefined}
        />
      )}
      linkTo={({ id, status, deletedAt }) => ({
        to:
          isOver(status) && deletedAt === null
            ? '/distributions/results/$mailingId'
            : '/distributions/edit/$mailingId/{-$step}',
        params: { mailingId: id },
      })}
      rowMenu={(mailing, onGive) => <MailingMenu mailing={mailing} onGive={onGive} />}
      bulkBar={(chosen, onGive) => (
        <MailingBulkBar mailings={chosen} onGive={onGive} onClear={() => setSelected(new Set())} />
      )}
    />
  );
}

/** Whether an owner of a domain that begins with mailings has not started one yet. */
function useIsFirst(counts: ReturnType<typeof useMailingCounts>['data']): boolean {
  const session = useSession();
  const isOwner = session.isAuthenticated && session.user.memberRole === 'owner';
  if (!counts || !isOwner || brand.variant !== 'distributions_first') return false;
  return counts.deleted === 0 && counts.total === (counts.byStatus['none'] ?? 0);
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
