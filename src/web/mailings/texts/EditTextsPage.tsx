import { Button, Group, Text } from '@mantine/core';
import type { MailingId } from '#contract/mailings/calls.ts';
import { MAILING_STATUSES } from '#contract/mailings/values.ts';
import { idIn, wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { NewMailing } from '#web/mailings/list/NewMailing.tsx';
import { mailingSender } from '#web/mailings/mailing-sender.ts';
import { isOver } from '#web/mailings/runs/run-figures.ts';
import { useMailingCounts } from '#web/mailings/use-mailings.ts';
import { SenderTexts } from '#web/senders/texts/SenderTexts.tsx';
import { readReplacement } from '#web/senders/texts/text-search.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { mailingTexts } from './text-calls.ts';

/** Parses the URL of the find-and-replace page. `ids`: mailings selected in the list; none: all that are not over. */
const readTextSearch = (search: Readonly<Record<string, unknown>>) => ({
  ...readReplacement(search),
  status: wordIn(MAILING_STATUSES, search['status']),
  ids: [search['ids']].flat().flatMap((id) => idIn<MailingId>(id) ?? []),
});

/** Route: /distributions/texts */
export function EditTextsPage() {
  const t = useTexts();
  const [state, setState] = useUrlState(readTextSearch);
  const { ids } = state;
  const { total, byStatus = {} } = useMailingCounts().data ?? {};
  const statuses = MAILING_STATUSES.filter(
    (status) => (byStatus[status] && !isOver(status)) || status === state.status, // NOTE: one that is over cannot be changed
  );
  return (
    <SenderTexts
      sender={mailingSender}
      calls={mailingTexts}
      state={state}
      onChange={setState}
      filter={ids.length > 0 ? { mailingIds: ids } : {}}
      statuses={statuses.map((status) => ({ value: status, label: t(`mailings:chip.${status}`) }))}
      note={<SelectedOnly count={ids.length} onAll={() => setState({ ids: [] })} />}
      empty={
        total === 0 && (
          <EmptyState title={t('mailings:texts.none_title')} text={t('mailings:texts.none')} action={<NewMailing />} />
        )
      }
      nothing={t(ids.length > 0 ? 'mailings:texts.nothing_chosen' : 'mailings:texts.nothing')}
      refusalOf={({ problem, status }) =>
        problem ? t(`mailings:texts.over.${status === 'done' ? 'done' : 'canceled'}`) : null
      }
    />
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
