import type { KindFigures, QueueFigures, SendingFigures } from '#contract/admin/outgoing.ts';
import type { Format } from '#web/lib/format/format.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import type { Column } from '#web/ui/lists/list.ts';

/** Columns of the figures that kinds and cabinets share. */
export function figureColumns<Row extends SendingFigures>(t: Text, format: Format): Column<Row>[] {
  const numeric = (key: string, title: string, read: (row: Row) => number, from?: 'medium' | 'wide'): Column<Row> => ({
    key,
    title,
    isNumeric: true,
    ...(from && { from }),
    cell: (row) => format.number(read(row)),
  });
  return [
    numeric('waiting', t('operations:column.waiting'), ({ waiting }) => waiting),
    numeric('late', t('operations:column.late'), ({ late }) => late),
    numeric('sent5', t('operations:column.sent5'), ({ sentLast5Minutes }) => sentLast5Minutes, 'wide'),
    numeric('sent60', t('operations:column.sent60'), ({ sentLastHour }) => sentLastHour),
    numeric('failed60', t('operations:column.failed60'), ({ failedLastHour }) => failedLastHour, 'medium'),
    numeric('undecided', t('operations:column.undecided'), ({ undecided }) => undecided, 'medium'),
  ];
}

export function kindColumns(
  t: Text,
  format: Format,
  nameOf: (kind: KindFigures['kind']) => string,
): Column<KindFigures>[] {
  return [
    { key: 'kind', title: t('operations:column.kind'), isMain: true, cell: ({ kind }) => nameOf(kind) },
    ...figureColumns<KindFigures>(t, format),
    {
      key: 'p99',
      title: t('operations:column.p99'),
      isNumeric: true,
      from: 'wide',
      cell: ({ latenessP99Seconds, sentLastHour }) => {
        if (latenessP99Seconds !== null) return t('operations:seconds', { value: latenessP99Seconds });
        return sentLastHour > 0 ? t('operations:over_an_hour') : null;
      },
    },
  ];
}

export function queueColumns(t: Text, format: Format): Column<QueueFigures>[] {
  const seconds = (value: number) => t('operations:seconds', { value: Math.round(value) });
  return [
    { key: 'job', title: t('operations:column.job'), isMain: true, cell: ({ job }) => job },
    {
      key: 'waits',
      title: t('operations:column.waits'),
      isNumeric: true,
      cell: ({ waiting }) => format.number(waiting),
    },
    {
      key: 'failing',
      title: t('operations:column.failing'),
      isNumeric: true,
      from: 'medium',
      cell: ({ failing }) => format.number(failing),
    },
    {
      key: 'p99',
      title: t('operations:column.p99_wait'),
      isNumeric: true,
      from: 'wide',
      cell: ({ latenessP99Seconds }) => seconds(latenessP99Seconds),
    },
    {
      key: 'oldest',
      title: t('operations:column.oldest'),
      isNumeric: true,
      cell: ({ oldestSeconds }) => seconds(oldestSeconds),
    },
  ];
}
