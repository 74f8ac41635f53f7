import { Button, Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { IDEA_STATES, type IdeaState } from '#contract/ideas/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import { IdeaCard } from './IdeaCard.tsx';
import { NewIdeaDialog } from './NewIdeaDialog.tsx';
import { useIdeas } from './use-ideas.ts';

const VIEWS = ['votes', 'new', 'own'] as const;
/** States that others see. */
const SHOWN_STATES = IDEA_STATES.filter((state) => state !== 'new');

const readSearch = ({ view, state }: Readonly<Record<string, unknown>>) => ({
  view: wordIn(VIEWS, view) ?? 'votes',
  state: wordIn<IdeaState>(SHOWN_STATES, state),
});

/** Route: /ideas */
export function IdeasPage() {
  const t = useTexts();
  const [{ view, state }, change] = useUrlState(readSearch);
  const [isWriting, setWriting] = useState(false);
  const ideas = useIdeas({ order: view === 'votes' ? 'votes' : 'new', state, isOwn: view === 'own' });
  const add = <Button onClick={() => setWriting(true)}>{t('ideas:add')}</Button>;
  const noneAtAll = view === 'own' ? 'ideas:none_own' : 'ideas:none';
  const emptyText = state ? 'ideas:none_in_state' : noneAtAll;
  return (
    <>
      <PageHead title={t('ideas:title')} state={t('ideas:lead')} action={add} />
      <Group mb="md" justify="space-between">
        <ChoiceBar
          isNarrow
          label={t('ideas:order')}
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(`ideas:view.${value}`) }))}
          onChange={(value) => change({ view: value })}
        />
        <Select
          aria-label={t('ideas:state_filter')}
          placeholder={t('ideas:state_filter')}
          clearable
          data={SHOWN_STATES.map((value) => ({ value, label: t(`ideas:state.${value}`) }))}
          value={state ?? null}
          onChange={(value) => change({ state: wordIn<IdeaState>(SHOWN_STATES, value) })}
        />
      </Group>
      <PagedRows
        list={ideas}
        empty={
          <EmptyState
            text={t(emptyText)}
            action={
              state ? (
                <Button variant="default" onClick={() => change({ state: undefined })}>
                  {t('ideas:all_states')}
                </Button>
              ) : (
                add
              )
            }
          />
        }
      >
        {(rows) => (
          <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
            {rows.map((idea) => (
              <IdeaCard key={idea.id} idea={idea} />
            ))}
          </Stack>
        )}
      </PagedRows>
      {isWriting && (
        <NewIdeaDialog onClose={() => setWriting(false)} onSaved={() => change({ view: 'own', state: undefined })} />
      )}
    </>
  );
}
