import { type ReactNode, useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { RefusedDialog } from '#web/senders/list/RefusedDialog.tsx';
import type { Outcome, TextsSender } from '#web/senders/sender.ts';
import { useVariableNames } from '#web/texts/editor/use-variable-names.ts';
import { type Status, StatusBadge } from '#web/ui/feedback/StatusBadge.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { type ReplacementState, replacementOf } from './text-search.ts';
import { TextReplacer } from './TextReplacer.tsx';
import { TextSearchForm, type WhichFilter } from './TextSearchForm.tsx';
import { type FoundSender, type TextCalls, useReplaceTexts, useSenderTexts } from './use-sender-texts.ts';

type State = ReplacementState & { status?: Status | undefined };

type Props<Filter> = {
  sender: TextsSender;
  calls: TextCalls<Filter>;
  /** State of the page in its address. */
  state: State;
  onChange: (change: Partial<State>) => void;
  /** The room's own part of the search. */
  filter: Filter;
  /** Statuses that are offered, with their words. */
  statuses: readonly { value: Status; label: string }[];
  /** Ways to narrow the search, beside title and status. */
  filters?: readonly WhichFilter[];
  /** Shown instead of the search where there is no sender. */
  empty: ReactNode;
  /** Stands above the search. */
  note?: ReactNode;
  /** Shown where nothing is found. */
  nothing: string;
  refusalOf?: (found: FoundSender) => string | null;
};

/** The page that finds a text in all senders of a kind and replaces it. */
export function SenderTexts<Filter>(props: Props<Filter>) {
  const { sender, calls, state, filter, empty, nothing, refusalOf } = props;
  const { room, path, hasDrafts } = sender;
  const t = useTexts();
  const replacement = replacementOf(state, useVariableNames());
  const search = {
    ...replacement,
    ...(state.status && { status: state.status }),
    ...(state.title && { search: state.title }),
    ...filter,
  };
  const texts = useSenderTexts(room, calls, search);
  const [refused, setRefused] = useState<readonly Outcome[]>([]);
  const replace = useReplaceTexts(room, calls, setRefused);
  const found = texts.data?.map((one) => ({
    ...one,
    badge: (
      <StatusBadge
        isOfMailing={hasDrafts}
        status={one.status}
        mode={one.mode}
        isDraft={hasDrafts && one.status === 'none'}
      />
    ),
    refusal: refusalOf?.(one) ?? null,
  }));
  return (
    <>
      <PageHead title={t(`${room}:texts.title`)} state={t(`${room}:texts.state`)} backTo={path} />
      {empty || <Search {...props} />}
      <TextReplacer
        sender={sender}
        search={search}
        pages={{ ...texts, data: found }}
        nothing={nothing}
        isBusy={replace.isPending}
        onReplace={(chosen) => replace.mutate({ replacement, chosen })}
      />
      <RefusedDialog sender={sender} refused={refused} onClose={() => setRefused([])} />
    </>
  );
}

type SearchProps = Pick<Props<unknown>, 'sender' | 'state' | 'onChange' | 'statuses' | 'filters' | 'note'>;

function Search({ sender, state, onChange, statuses, filters = [], note }: SearchProps) {
  const t = useTexts();
  const byStatus = {
    label: t('flows:status'),
    value: state.status ?? '',
    options: [{ value: '', label: t('texts:replace.any_status') }, ...statuses],
    onChange: (chosen: string) => onChange({ status: statuses.find(({ value }) => value === chosen)?.value }),
  };
  return (
    <>
      {note}
      <TextSearchForm room={sender.room} state={state} onChange={onChange} filters={[byStatus, ...filters]} />
    </>
  );
}
