import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FlowOutcome } from '#contract/flows/bulk.ts';
import type { FlowTextChanges } from '#contract/flows/texts.ts';
import { FLOW_STATUSES, MAX_FLOWS_AT_ONCE } from '#contract/flows/values.ts';
import { useKindWords } from '#web/lib/format/flow-kind-words.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import type { Found } from '#web/texts/replacing/text-choice.ts';
import { TextReplacer } from '#web/texts/replacing/TextReplacer.tsx';
import { TextSearchForm } from '#web/texts/replacing/TextSearchForm.tsx';
import { useVariableNames } from '#web/texts/editor/use-variable-names.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx';
import { useWords } from '#web/ui/words.tsx';
import { RefusedDialog } from '#web/flows/list/RefusedDialog.tsx';
import { readTextSearch, searchOf, type TextSearchState } from './text-search.ts';
import { useFlowCounts } from '#web/flows/list/use-flow-list.ts';
import { useFlowTexts, useReplaceTexts } from './use-flow-texts.ts';

/** Route: /flows/EditTextInFlows */
export function EditTextsPage() {
  const t = useTexts();
  const [state, setState] = useUrlState(readTextSearch);
  const search = searchOf(state, useVariableNames());
  const texts = useFlowTexts(search);
  const [refused, setRefused] = useState<FlowOutcome[]>([]);
  const replace = useReplaceTexts(setRefused);
  const isEmpty = useFlowCounts().data?.total === 0;
  const { find, replaceWith, isWholeWord, isCaseSensitive } = search;
  return (
    <>
      <PageHead title={t('flows:list.texts_title')} state={t('texts:replace.state')} backTo="/flows" />
      {isEmpty ? <NoFlows /> : <SearchForm state={state} onChange={setState} />}
      <TextReplacer
        search={search}
        pages={{ ...texts, data: texts.data?.map(toFound) }}
        words={{
          title: t('flows:list.texts_title'),
          nothing: t('flows:texts.nothing'),
          within: (count, hasMore) => t(hasMore ? 'flows:texts.in_flows_more' : 'flows:texts.in_flows', { count }),
          apply: (count) => t('flows:texts.apply', { count }),
          tooMany: (count) => t('flows:list.bulk.limit', { count }),
        }}
        most={MAX_FLOWS_AT_ONCE}
        isBusy={replace.isPending}
        onReplace={(chosen) => {
          const flows = chosen.map(({ id: flowId, ...request }) => ({ flowId, ...request }));
          replace.mutate({ find, replaceWith, isWholeWord, isCaseSensitive, flows });
        }}
      />
      {refused.length > 0 && <RefusedDialog refused={refused} onClose={() => setRefused([])} />}
    </>
  );
}

const toFound = ({ flowId, title, version, status, mode, changes }: FlowTextChanges): Found => ({
  id: flowId,
  title,
  version,
  badge: <StatusBadge status={status} mode={mode} />,
  refusal: null,
  changes,
});

type FormProps = { state: TextSearchState; onChange: (change: Partial<TextSearchState>) => void };

/** Flows are narrowed by status and kind too. */
function SearchForm({ state, onChange }: FormProps) {
  const t = useTexts();
  const words = useWords();
  const kindWords = useKindWords();
  const counts = useFlowCounts();
  const { byStatus = {}, byKind = {} } = counts.data ?? {};
  return (
    <TextSearchForm
      state={state}
      onChange={onChange}
      findHelp={t('flows:texts.find_help')}
      which={{
        label: t('flows:texts.of_which'),
        titleLabel: t('flows:texts.of_title'),
        filters: [
          {
            label: t('flows:status'),
            value: state.status ?? '',
            options: [
              { value: '', label: t('texts:replace.any_status') },
              ...FLOW_STATUSES.filter((status) => byStatus[status] || status === state.status).map((status) => ({
                value: status,
                label: words(`status.${status}`),
              })),
            ],
            onChange: (status) => onChange({ status: wordIn(FLOW_STATUSES, status) }),
          },
          {
            label: t('flows:list.kind_label'),
            value: state.kind ?? '',
            options: [
              { value: '', label: t('flows:list.kind_any') },
              ...Object.keys(byKind).map((kind) => ({ value: kind, label: kindWords(kind) })),
            ],
            onChange: (kind) => onChange({ kind: kind || undefined }),
          },
        ],
      }}
    />
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
