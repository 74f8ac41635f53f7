import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { OperatorIdea } from '#contract/ideas/calls.ts';
import { IDEA_STATES } from '#contract/ideas/values.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { type Format, useFormat } from '#web/lib/format/format.ts';
import { type Text, useTexts } from '#web/lib/format/i18n.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { IDEA_TONES } from '#web/ideas/idea-states.ts';
import { useAllIdeas } from '#web/ideas/use-ideas.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { AnswerDialog } from './AnswerDialog.tsx';

const readSearch = ({ state }: Readonly<Record<string, unknown>>) => ({ state: wordIn(IDEA_STATES, state) ?? 'new' });

/** Route: /admin/ideas */
export function AllIdeasPage() {
  const t = useTexts();
  const format = useFormat();
  const [{ state }, change] = useUrlState(readSearch);
  const ideas = useAllIdeas(state);
  const [answered, setAnswered] = useState<OperatorIdea | null>(null);
  return (
    <>
      <PageHead title={t('ideas:admin.title')} state={t('ideas:admin.lead')} />
      <SegmentedControl
        mb="md"
        aria-label={t('ideas:state_filter')}
        value={state}
        data={IDEA_STATES.map((value) => ({ value, label: t(`ideas:state.${value}`) }))}
        onChange={(value) => change({ state: wordIn(IDEA_STATES, value) ?? 'new' })}
      />
      <DataList
        label={t('ideas:admin.title')}
        rows={ideas.data ?? []}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        columns={columnsOf(t, format)}
        rowMenu={(idea) => <MenuItem onClick={() => setAnswered(idea)}>{t('ideas:admin.answer')}</MenuItem>}
        paging={ideas}
        empty={<EmptyState text={t('ideas:none_in_state')} />}
      />
      {answered && <AnswerDialog idea={answered} onClose={() => setAnswered(null)} />}
    </>
  );
}

const columnsOf = (t: Text, format: Format): Column<OperatorIdea>[] => [
  { key: 'title', title: t('ideas:field.title'), isMain: true, cell: ({ title }) => title },
  {
    key: 'state',
    title: t('ideas:state_filter'),
    isBrief: true,
    cell: ({ state }) => <ToneBadge tone={IDEA_TONES[state]}>{t(`ideas:state.${state}`)}</ToneBadge>,
  },
  { key: 'votes', title: t('ideas:admin.votes'), isBrief: true, cell: ({ votesCount }) => votesCount },
  {
    key: 'author',
    title: t('ideas:admin.author'),
    isBrief: true,
    cell: ({ author }) => author && `${author.business}, ${author.email}`,
  },
  {
    key: 'at',
    title: t('ideas:admin.at'),
    isBrief: true,
    from: 'wide',
    cell: ({ createdAt }) => format.date(createdAt),
  },
];
