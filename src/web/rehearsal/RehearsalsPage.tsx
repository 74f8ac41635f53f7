import { Button, Text } from '@mantine/core';
import type { RehearsalBrief } from '#contract/rehearsal/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { type Tone, ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { RehearsalDialog } from './RehearsalDialog.tsx';
import classes from './rehearsal.module.css';
import { useRehearsals } from './use-rehearsals.ts';

const readSearch = (search: Readonly<Record<string, unknown>>) => ({ start: wordIn(['yes'], search['start']) });

/** Route: /flows/rehearsal */
export function RehearsalsPage() {
  const t = useTexts();
  const [{ start }, setState] = useUrlState(readSearch, ['start']);
  const rehearsals = useRehearsals();
  const columns = useColumns();
  const begin = <Button onClick={() => setState({ start: 'yes' })}>{t('rehearsal:start')}</Button>;
  const isAny = (rehearsals.data ?? []).length > 0;
  return (
    <>
      <PageHead title={t('rehearsal:title')} state={t('rehearsal:state')} backTo="/flows" action={isAny && begin} />
      <DataList
        label={t('rehearsal:title')}
        rows={rehearsals.data ?? []}
        rowKey={({ id }) => id}
        columns={columns}
        paging={rehearsals}
        linkTo={({ id: rehearsalId }) => ({ to: '/flows/rehearsal/$rehearsalId', params: { rehearsalId } })}
        empty={<EmptyState title={t('rehearsal:empty_title')} text={t('rehearsal:empty')} action={begin} />}
      />
      {start && <RehearsalDialog of="choose" onClose={() => setState({ start: undefined })} />}
    </>
  );
}

const TONES: Record<RehearsalBrief['status'], Tone> = {
  running: 'gray',
  done: 'good',
  failed: 'bad',
  cancelled: 'attention',
};

function useColumns(): Column<RehearsalBrief>[] {
  const t = useTexts();
  const format = useFormat();
  return [
    {
      key: 'flows',
      title: t('rehearsal:list.flows'),
      isMain: true,
      cell: ({ flows: [first, ...others] }) => (
        <>
          {first?.title}
          {others.length > 0 && (
            <Text span c="dimmed">
              {` ${t('rehearsal:list.and_more', { count: others.length })}`}
            </Text>
          )}
          {first?.isUnsaved && (
            <Text span size="sm" c="dimmed" display="block">
              {t('rehearsal:unsaved')}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'days',
      title: t('rehearsal:list.days'),
      isBrief: true,
      cell: ({ days }) => t('rehearsal:days', { count: days }),
    },
    {
      key: 'status',
      title: t('rehearsal:list.status'),
      isBrief: true,
      cell: ({ status, done, total }) => (
        <ToneBadge tone={TONES[status]}>
          {t(`rehearsal:status.${status}`)}
          {status === 'running' && total > 0 && ` ${format.percent(Math.floor((100 * done) / total) / 100)}`}
        </ToneBadge>
      ),
    },
    {
      key: 'result',
      title: t('rehearsal:list.result'),
      cell: ({ sent, skipped }) => (
        <span className={classes.figures}>
          {t('rehearsal:list.result_text', { sent: format.number(sent), skipped: format.number(skipped) })}
        </span>
      ),
    },
    {
      key: 'when',
      title: t('rehearsal:list.when'),
      isBrief: true,
      cell: ({ startedAt }) => <Moment at={startedAt} />,
    },
  ];
}
