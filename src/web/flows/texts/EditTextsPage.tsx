import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FLOW_STATUSES } from '#contract/flows/values.ts';
import { flowSender } from '#web/flows/flow-sender.ts';
import { kindOf, readFlowSearch } from '#web/flows/list/flow-search.ts';
import { useFlowCounts } from '#web/flows/list/use-flow-list.ts';
import { useKindWords } from '#web/lib/format/flow-kind-words.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { SenderTexts } from '#web/senders/texts/SenderTexts.tsx';
import { readReplacement } from '#web/senders/texts/text-search.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { useWords } from '#web/ui/words.tsx';
import { flowTexts } from './text-calls.ts';

/** Parses the URL of the find-and-replace page. */
const readTextSearch = (search: Readonly<Record<string, unknown>>) => {
  const { status, kind } = readFlowSearch(search);
  return { ...readReplacement(search), status, kind };
};

/** Route: /flows/EditTextInFlows */
export function EditTextsPage() {
  const t = useTexts();
  const words = useWords();
  const kindWords = useKindWords();
  const [state, setState] = useUrlState(readTextSearch);
  const { total, byStatus = {}, byKind = {} } = useFlowCounts().data ?? {};
  const statuses = FLOW_STATUSES.filter((status) => byStatus[status] || status === state.status);
  const kinds = Object.keys(byKind).map((kind) => ({ value: kind, label: kindWords(kind) }));
  return (
    <SenderTexts
      sender={flowSender}
      calls={flowTexts}
      state={state}
      onChange={setState}
      filter={state.kind ? { kind: kindOf(state.kind) } : {}}
      statuses={statuses.map((status) => ({ value: status, label: words(`status.${status}`) }))}
      filters={[
        {
          label: t('flows:list.kind_label'),
          value: state.kind ?? '',
          options: [{ value: '', label: t('flows:list.kind_any') }, ...kinds],
          onChange: (kind) => setState({ kind: kind || undefined }),
        },
      ]}
      empty={total === 0 && <NoFlows />}
      nothing={t('flows:texts.nothing')}
    />
  );
}

/** Shown while there is no flow. */
function NoFlows() {
  const t = useTexts();
  return (
    <EmptyState
      title={t('flows:texts.none_title')}
      text={t('flows:texts.none')}
      action={
        <Button component={Link} to="/templates">
          {t('flows:all_ready')}
        </Button>
      }
    />
  );
}
