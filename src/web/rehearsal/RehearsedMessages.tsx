import { NativeSelect, Text, Title } from '@mantine/core';
import type { Rehearsal, RehearsalRow } from '#contract/rehearsal/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { plainWords } from '#web/ui/preview/message-markup.ts';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import classes from './rehearsal.module.css';
import { RehearsedPerson } from './RehearsedPerson.tsx';
import { useRehearsalRows } from './use-rehearsals.ts';

type Props = {
  rehearsal: Rehearsal;
  /** Which of the flows, from 0; undefined: all. */
  flow: number | undefined;
  onFlow: (flow: number | undefined) => void;
};

/** Each message that would have left: to whom, with which words, when. */
export function RehearsedMessages({ rehearsal, flow, onFlow }: Props) {
  const t = useTexts();
  const { id, flows } = rehearsal;
  const rows = useRehearsalRows(id, { outcome: 'sent', flowIndex: flow });
  const columns = useColumns(rehearsal);
  return (
    <section aria-label={t('rehearsal:rows.title')}>
      <Title order={2} mt="xl" mb="xs">
        {t('rehearsal:rows.title')}
      </Title>
      {flows.length > 1 && (
        <ListTools>
          <NativeSelect
            aria-label={t('rehearsal:rows.flow')}
            className={classes.filter}
            value={flow ?? ''}
            data={[
              { value: '', label: t('rehearsal:rows.any_flow') },
              ...flows.map(({ title }, index) => ({ value: String(index), label: title })),
            ]}
            onChange={({ currentTarget: { value } }) => onFlow(value === '' ? undefined : Number(value))}
          />
        </ListTools>
      )}
      <DataList
        label={t('rehearsal:rows.title')}
        rows={rows.data ?? []}
        rowKey={(row) => row.id}
        columns={columns}
        paging={rows}
        empty={<EmptyState text={t('rehearsal:rows.none')} />}
      />
    </section>
  );
}

function useColumns({ flows }: Rehearsal): Column<RehearsalRow>[] {
  const t = useTexts();
  const format = useFormat();
  const isMobile = useIsMobile();
  return [
    {
      key: 'who',
      title: t('rehearsal:rows.client'),
      isMain: isMobile,
      cell: (row) => <RehearsedPerson row={row} />,
    },
    {
      key: 'text',
      title: t('rehearsal:rows.text'),
      isMain: !isMobile,
      cell: ({ body }) => <MessageWords text={body} />,
    },
    {
      key: 'when',
      title: t('rehearsal:rows.when'),
      isBrief: true,
      cell: ({ at, timeZone, rule, isBusy }) => (
        <div className={classes.when}>
          {format.dateTime(at, timeZone)}
          {rule !== 'due' && (
            <Text span size="sm" c="dimmed">
              {t('rehearsal:rows.waited', { rule: t(`rules:${rule}.name`) })}
            </Text>
          )}
          {isBusy && (
            <Text span size="sm" c="attention">
              {t('rehearsal:busy.mark')}
            </Text>
          )}
        </div>
      ),
    },
    ...(flows.length > 1
      ? [
          {
            key: 'flow',
            title: t('rehearsal:rows.flow'),
            cell: ({ flowIndex }: RehearsalRow) => flows[flowIndex]?.title,
          },
        ]
      : []),
  ];
}

/** A message as it would have been read. */
export function MessageWords({ text }: { text: string }) {
  return <div className={classes.bubble}>{plainWords(text)}</div>;
}
