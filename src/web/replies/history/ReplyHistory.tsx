import { Button, Group, NativeSelect } from '@mantine/core';
import { IconChecks, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReplyWidgetId } from '#contract/replies/calls.ts';
import { MAX_REPLIES_AT_ONCE, REPLY_STATES, REVIEW_SOURCES } from '#contract/replies/values.ts';
import { STARS } from '#contract/reviews/values.ts';
import { countIn, wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { useApproveReplies, useReviewReplies } from '#web/replies/use-replies.ts';
import classes from '#web/replies/replies.module.css';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import { AddReviewsDialog } from './AddReviewsDialog.tsx';
import { ReplyCard } from './ReplyCard.tsx';

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  state: wordIn(REPLY_STATES, search['state']),
  source: wordIn(REVIEW_SOURCES, search['source']),
  stars: STARS.find((one) => one === countIn(search['stars'])),
});

/** The replies of a widget: what waits for a person, and what was done. */
export function ReplyHistory({ widgetId }: { widgetId: ReplyWidgetId }) {
  const t = useTexts();
  const [filter, setFilter] = useUrlState(readSearch);
  const replies = useReviewReplies({ widgetId, ...filter });
  const [isAdding, setAdding] = useState(false);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const clear = () => setFilter({ state: undefined, source: undefined, stars: undefined });
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
      {t('replies:history.add')}
    </Button>
  );
  const toApprove = (replies.data ?? [])
    .filter(({ state, text }) => state === 'approval' && text !== '')
    .slice(0, MAX_REPLIES_AT_ONCE);
  return (
    <>
      <Group gap="xs" mb="md">
        {add}
        {toApprove.length > 1 && <ApproveAll ids={toApprove.map(({ id }) => id)} />}
      </Group>
      <ListTools
        chips={{
          label: t('replies:history.filter'),
          value: filter.state ?? 'all',
          options: [
            { value: 'all', label: t('replies:history.all') },
            ...REPLY_STATES.map((value) => ({ value, label: t(`replies:status.${value}`) })),
          ],
          onChange: (value) => setFilter({ state: wordIn(REPLY_STATES, value) }),
        }}
        filters={[
          {
            label: t('replies:history.source'),
            isOn: filter.source !== undefined,
            field: (
              <NativeSelect
                aria-label={t('replies:history.source')}
                value={filter.source ?? ''}
                data={[
                  { value: '', label: t('replies:history.every_source') },
                  ...REVIEW_SOURCES.map((value) => ({ value, label: t(`replies:source.${value}`) })),
                ]}
                onChange={({ currentTarget }) => setFilter({ source: wordIn(REVIEW_SOURCES, currentTarget.value) })}
              />
            ),
          },
          {
            label: t('replies:history.stars'),
            isOn: filter.stars !== undefined,
            field: (
              <NativeSelect
                aria-label={t('replies:history.stars')}
                value={String(filter.stars ?? '')}
                data={[{ value: '', label: t('replies:history.every_star') }, ...STARS.map(String)]}
                onChange={({ currentTarget }) =>
                  setFilter({ stars: STARS.find((one) => String(one) === currentTarget.value) })
                }
              />
            ),
          },
        ]}
        onClear={isFiltered ? clear : undefined}
      />
      <PagedRows
        list={replies}
        empty={
          isFiltered ? (
            <EmptyState
              text={t('replies:history.nothing')}
              action={<Button onClick={clear}>{t('replies:history.clear')}</Button>}
            />
          ) : (
            <EmptyState title={t('replies:history.empty_title')} text={t('replies:history.empty')} />
          )
        }
      >
        {(rows) => (
          <ul className={classes.cards} aria-label={t('replies:history.label')}>
            {rows.map((reply) => (
              <li key={reply.id}>
                <ReplyCard key={`${reply.state} ${reply.text}`} reply={reply} />
              </li>
            ))}
          </ul>
        )}
      </PagedRows>
      {isAdding && <AddReviewsDialog widgetId={widgetId} onClose={() => setAdding(false)} />}
    </>
  );
}

function ApproveAll({ ids }: { ids: Parameters<ReturnType<typeof useApproveReplies>['mutate']>[0] }) {
  const t = useTexts();
  const approve = useApproveReplies();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconChecks size={18} />} onClick={() => setOpen(true)}>
        {t('replies:history.approve_all')} · {ids.length}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t('replies:history.approve_all_title')}
        text={t('replies:history.approve_all_text', { count: ids.length })}
        confirmLabel={t('replies:history.approve_all')}
        isBusy={approve.isPending}
        onConfirm={() => approve.mutate(ids, { onSettled: () => setOpen(false) })}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
