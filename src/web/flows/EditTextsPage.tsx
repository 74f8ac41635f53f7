import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FlowOutcome } from '#contract/flow-bulk.ts';
import type { FlowTextChanges } from '#contract/flow-texts.ts';
import { MOST_FLOWS_AT_ONCE } from '#contract/flows-values.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { BulkBar } from '#web/ui/BulkBar.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { toast } from '#web/ui/toasts.ts';
import { FoundTexts } from './FoundTexts.tsx';
import { RefusedDialog } from './RefusedDialog.tsx';
import { TextSearchForm } from './TextSearchForm.tsx';
import { chosenIn, type Choice, placeKey, placesOf } from './text-choice.ts';
import { readTextSearch, searchOf } from './text-search.ts';
import { useFlowCounts } from './use-flow-list.ts';
import { useFlowTexts, useReplaceTexts } from './use-flow-texts.ts';
import { useVariableNames } from '#web/texts/use-variable-names.ts';

/** Route: /flows/EditTextInFlows */
export function EditTextsPage() {
  const t = useTexts();
  const [state, setState] = useUrlState(readTextSearch);
  const search = searchOf(state, useVariableNames());
  const texts = useFlowTexts(search);
  const [left, setLeft] = useState<Choice>({ search: '', places: new Set() });
  const [refused, setRefused] = useState<FlowOutcome[]>([]);
  const replace = useReplaceTexts(setRefused);
  const isEmpty = useFlowCounts().data?.total === 0;
  const searchKey = JSON.stringify(search);
  const leftOut = left.search === searchKey ? left.places : new Set<string>();
  const found = search.find === '' ? [] : (texts.data ?? []);
  const chosen = chosenIn(found, leftOut);
  const count = placesOf(chosen);

  function apply(): void {
    if (chosen.length > MOST_FLOWS_AT_ONCE) {
      toast.warning({ title: t('flows:list.bulk.limit', { count: MOST_FLOWS_AT_ONCE }) });
      return;
    }
    const { find, replaceWith, isWholeWord, isCaseSensitive } = search;
    replace.mutate({ find, replaceWith, isWholeWord, isCaseSensitive, flows: chosen });
  }
  return (
    <>
      <PageHead title={t('flows:list.texts_title')} state={t('flows:texts.state')} backTo="/flows" />
      {isEmpty ? <NoFlows /> : <TextSearchForm state={state} onChange={setState} />}
      {search.find !== '' && (
        <FoundTexts texts={texts} leftOut={leftOut} onLeave={(places) => setLeft({ search: searchKey, places })} />
      )}
      <BulkBar
        count={count}
        label={t('flows:texts.chosen', { count })}
        onClear={() => setLeft({ search: searchKey, places: new Set(keysOf(found)) })}
      >
        <Button loading={replace.isPending} onClick={apply}>
          {t('flows:texts.apply', { count: chosen.length })}
        </Button>
      </BulkBar>
      {refused.length > 0 && <RefusedDialog refused={refused} onClose={() => setRefused([])} />}
    </>
  );
}

/** Shown while there is no flow. */
function NoFlows() {
  const t = useTexts();
  return (
    <EmptyState
      title={t('flows:texts.no_flows_title')}
      text={t('flows:texts.no_flows')}
      action={
        <Button component={Link} to="/templates">
          {t('flows:all_ready')}
        </Button>
      }
    />
  );
}

const keysOf = (found: readonly FlowTextChanges[]) =>
  found.flatMap(({ flowId, changes }) => changes.map(({ path }) => placeKey(flowId, path)));
