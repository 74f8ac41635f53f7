import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { MailingChangeOutcome } from '#contract/mailings/bulk.ts';
import type { MailingTextChanges } from '#contract/mailings/texts.ts';
import { MAILING_STATUSES, MAX_MAILINGS_AT_ONCE } from '#contract/mailings/values.ts';
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
import { NewMailing } from '#web/mailings/list/NewMailing.tsx';
import { RefusedDialog } from '#web/mailings/list/RefusedDialog.tsx';
import { isOver } from '#web/mailings/runs/run-figures.ts';
import { readTextSearch, searchOf, type TextSearchState } from './text-search.ts';
import { useMailingTexts, useReplaceTexts } from './use-mailing-texts.ts';
import { useMailingCounts } from '#web/mailings/use-mailings.ts';

/** Route: /distributions/texts */
export function EditTextsPage() {
  const t = useTexts();
  const [state, setState] = useUrlState(readTextSearch);
  const search = searchOf(state, useVariableNames());
  const texts = useMailingTexts(search);
  const [refused, setRefused] = useState<MailingChangeOutcome[]>([]);
  const replace = useReplaceTexts(setRefused);
  const isEmpty = useMailingCounts().data?.total === 0;
  const { find, replaceWith, isWholeWord, isCaseSensitive } = search;
  const toFound = ({ mailingId, title, version, status, mode, problem, changes }: MailingTextChanges): Found => ({
    id: mailingId,
    title,
    version,
    badge: <StatusBadge status={status} mode={mode} isDraft={status === 'none'} />,
    refusal: problem && t(`mailings:texts.over.${status === 'done' ? 'done' : 'canceled'}`),
    changes,
  });
  return (
    <>
      <PageHead title={t('mailings:texts.title')} state={t('mailings:texts.state')} backTo="/distributions" />
      {isEmpty ? (
        <EmptyState
          title={t('mailings:texts.no_mailings_title')}
          text={t('mailings:texts.no_mailings')}
          action={<NewMailing />}
        />
      ) : (
        <>
          <SelectedOnly count={state.ids.length} onAll={() => setState({ ids: [] })} />
          <SearchForm state={state} onChange={setState} />
        </>
      )}
      <TextReplacer
        search={search}
        pages={{ ...texts, data: texts.data?.map(toFound) }}
        words={{
          title: t('mailings:texts.title'),
          nothing: t(state.ids.length > 0 ? 'mailings:texts.nothing_chosen' : 'mailings:texts.nothing'),
          within: (count, hasMore) =>
            t(hasMore ? 'mailings:texts.in_mailings_more' : 'mailings:texts.in_mailings', { count }),
          apply: (count) => t('mailings:texts.apply', { count }),
          tooMany: (count) => t('mailings:bulk.limit', { count }),
        }}
        most={MAX_MAILINGS_AT_ONCE}
        isBusy={replace.isPending}
        onReplace={(chosen) => {
          const mailings = chosen.map(({ id, ...request }) => ({ mailingId: id, ...request }));
          replace.mutate({ find, replaceWith, isWholeWord, isCaseSensitive, mailings });
        }}
      />
      {refused.length > 0 && <RefusedDialog refused={refused} onClose={() => setRefused([])} />}
    </>
  );
}

/** Says that only the mailings selected in the list are searched, and offers all. */
function SelectedOnly({ count, onAll }: { count: number; onAll: () => void }) {
  const t = useTexts();
  if (count === 0) return null;
  return (
    <Group gap="xs" mb="sm">
      <Text size="sm">{t('mailings:texts.only_chosen', { count })}</Text>
      <Button variant="subtle" size="compact-sm" onClick={onAll}>
        {t('mailings:texts.in_all')}
      </Button>
    </Group>
  );
}

type FormProps = { state: TextSearchState; onChange: (change: Partial<TextSearchState>) => void };

/** Mailings that are over cannot be changed, so their statuses are not offered. */
function SearchForm({ state, onChange }: FormProps) {
  const t = useTexts();
  const { byStatus = {} } = useMailingCounts().data ?? {};
  return (
    <TextSearchForm
      state={state}
      onChange={onChange}
      findHelp={t('mailings:texts.find_help')}
      which={{
        label: t('mailings:texts.of_which'),
        titleLabel: t('mailings:search'),
        filters: [
          {
            label: t('flows:status'),
            value: state.status ?? '',
            options: [
              { value: '', label: t('texts:replace.any_status') },
              ...MAILING_STATUSES.filter(
                (status) => (byStatus[status] && !isOver(status)) || status === state.status,
              ).map((status) => ({ value: status, label: t(`mailings:chip.${status}`) })),
            ],
            onChange: (status) => onChange({ status: wordIn(MAILING_STATUSES, status) }),
          },
        ],
      }}
    />
  );
}
