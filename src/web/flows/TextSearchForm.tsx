import { Card, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { FLOW_STATUSES } from '#contract/flows-values.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { wordIn } from '#web/lib/known.ts';
import { useIsMobile } from '#web/ui/use-is-mobile.ts';
import { useWords } from '#web/ui/words.tsx';
import classes from './many.module.css';
import { useKindWords } from '#web/lib/flow-kind-words.ts';
import type { TextSearchState } from './text-search.ts';
import { useFlowCounts } from './use-flow-list.ts';

const TYPING_MS = 350;

type Props = { state: TextSearchState; onChange: (change: Partial<TextSearchState>) => void };

/** Text to find, its replacement, and a filter of flows. */
export function TextSearchForm({ state, onChange }: Props) {
  const t = useTexts();
  const words = useWords();
  const kindWords = useKindWords();
  const counts = useFlowCounts();
  const isMobile = useIsMobile();
  const [isNarrowed] = useState(Boolean(state.title || state.status || state.kind));
  const [typed, setTyped] = useState({ find: state.find ?? '', with: state.with ?? '', title: state.title ?? '' });
  const report = useDebouncedCallback((next: typeof typed) => {
    onChange({ find: next.find || undefined, with: next.with || undefined, title: next.title || undefined });
  }, TYPING_MS);
  const type = (change: Partial<typeof typed>) => {
    const next = { ...typed, ...change };
    setTyped(next);
    report(next);
  };
  const filters = (
    <>
      <TextInput
        className={classes.filter}
        aria-label={t('flows:texts.of_title')}
        placeholder={t('flows:texts.of_title')}
        value={typed.title}
        onChange={({ currentTarget }) => type({ title: currentTarget.value })}
      />
      <NativeSelect
        className={classes.filter}
        aria-label={t('flows:status')}
        value={state.status ?? ''}
        data={[
          { value: '', label: t('flows:texts.any_status') },
          ...FLOW_STATUSES.filter((status) => counts.data?.byStatus[status] || status === state.status).map(
            (status) => ({ value: status, label: words(`status.${status}`) }),
          ),
        ]}
        onChange={({ currentTarget }) => onChange({ status: wordIn(FLOW_STATUSES, currentTarget.value) })}
      />
      <NativeSelect
        className={classes.filter}
        aria-label={t('flows:list.kind_label')}
        value={state.kind ?? ''}
        data={[
          { value: '', label: t('flows:list.kind_any') },
          ...Object.keys(counts.data?.byKind ?? {}).map((kind) => ({ value: kind, label: kindWords(kind) })),
        ]}
        onChange={({ currentTarget }) => onChange({ kind: currentTarget.value || undefined })}
      />
    </>
  );
  return (
    <Card component="search">
      <div className={classes.search}>
        <Textarea
          label={t('flows:texts.find')}
          description={t('flows:texts.find_help')}
          autosize
          minRows={1}
          maxRows={4}
          maxLength={300}
          data-autofocus
          value={typed.find}
          onChange={({ currentTarget }) => type({ find: currentTarget.value })}
        />
        <Textarea
          label={t('flows:texts.with')}
          description={t('flows:texts.with_help')}
          autosize
          minRows={1}
          maxRows={4}
          maxLength={1024}
          value={typed.with}
          onChange={({ currentTarget }) => type({ with: currentTarget.value })}
        />
      </div>
      <div className={`${classes.options} ${classes.under}`}>
        <Checkbox
          label={t('flows:texts.whole')}
          checked={state.whole ?? false}
          onChange={({ currentTarget }) => onChange({ whole: currentTarget.checked || undefined })}
        />
        <Checkbox
          label={t('flows:texts.case')}
          checked={state.case ?? false}
          onChange={({ currentTarget }) => onChange({ case: currentTarget.checked || undefined })}
        />
        {isMobile ? (
          <details className={classes.which} open={isNarrowed}>
            <summary>{t('flows:texts.of_which')}</summary>
            {filters}
          </details>
        ) : (
          filters
        )}
      </div>
    </Card>
  );
}
