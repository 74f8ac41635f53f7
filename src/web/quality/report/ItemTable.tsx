import { Text, Title } from '@mantine/core';
import type { ItemScore, WholeQualityReport } from '#contract/quality/reports.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { AgreementWords } from '#web/quality/checklists/AgreementWords.tsx';
import classes from '#web/quality/quality.module.css';
import { useScoreWords } from '#web/quality/score-words.ts';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { WHOLE_LIST } from './whole-list.ts';

type Props = { report: WholeQualityReport; onMissed: (itemId: string) => void };

/** Questions of the checklist with their answers; a count of "no" opens its talks. */
export function ItemTable({ report, onMissed }: Props) {
  const t = useTexts();
  const columns = useColumns(report, onMissed);
  if (report.done === 0) return null;
  return (
    <section aria-label={t('quality:items')}>
      <Title order={2} size="h3" mb="xs">
        {t('quality:items')}
      </Title>
      <DataList
        label={t('quality:items')}
        rows={report.items}
        rowKey={({ itemId }) => itemId}
        columns={columns}
        paging={WHOLE_LIST}
        empty={null}
      />
    </section>
  );
}

function useColumns({ checklist }: WholeQualityReport, onMissed: Props['onMissed']): Column<ItemScore>[] {
  const t = useTexts();
  const format = useFormat();
  const scores = useScoreWords();
  const isCritical = (itemId: string) => checklist.items.find(({ id }) => id === itemId)?.isCritical === true;
  return [
    {
      key: 'words',
      title: t('quality:item.name'),
      isMain: true,
      cell: ({ itemId, words, judged, changed }) => (
        <span className={classes.lines}>
          <span>{words}</span>
          {isCritical(itemId) && (
            <Text span size="sm" c="dimmed">
              {t('quality:item.critical')}
            </Text>
          )}
          <AgreementWords agreement={{ itemId, judged, changed }} />
        </span>
      ),
    },
    {
      key: 'met',
      title: t('quality:met'),
      isNumeric: true,
      cell: ({ yes, no }) => (yes + no === 0 ? '–' : scores.share(yes, yes + no)),
    },
    {
      key: 'no',
      title: t('quality:verdict.no'),
      isNumeric: true,
      cell: ({ itemId, no }) =>
        no === 0 ? '0' : <LinkButton onClick={() => onMissed(itemId)}>{format.number(no)}</LinkButton>,
    },
    { key: 'yes', title: t('quality:verdict.yes'), isNumeric: true, cell: ({ yes }) => format.number(yes) },
    { key: 'na', title: t('quality:verdict.na'), isNumeric: true, from: 'medium', cell: ({ na }) => format.number(na) },
    {
      key: 'unclear',
      title: t('quality:verdict.unclear'),
      isNumeric: true,
      from: 'medium',
      cell: ({ unclear }) => format.number(unclear),
    },
  ];
}
