import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { CabinetFigures } from '#contract/admin/outgoing.ts';
import { FigureSection } from '#web/admin/FigureSection.tsx';
import { useKindName, useOutgoingCabinets, type useOutgoing } from '#web/admin/use-operations.ts';
import { wholeList } from '#web/admin/whole-list.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { figureColumns, kindColumns, queueColumns } from './figure-columns.tsx';
import { PauseDialog } from './PauseDialog.tsx';

/** Messages that wait and leave now: by kind, by cabinet, and the queues of jobs. */
export function Now({ outgoing }: { outgoing: ReturnType<typeof useOutgoing> }) {
  const t = useTexts();
  const format = useFormat();
  const nameOf = useKindName();
  const cabinets = useOutgoingCabinets();
  const [paused, setPaused] = useState<CabinetFigures | null>(null);
  return (
    <Stack gap="xl">
      <FigureSection title={t('operations:outgoing.kinds')}>
        <DataList
          label={t('operations:outgoing.kinds')}
          rows={outgoing.data?.kinds ?? []}
          rowKey={({ kind }) => kind}
          columns={kindColumns(t, format, nameOf)}
          paging={wholeList(outgoing)}
          empty={<EmptyState text={t('operations:outgoing.kinds_none')} />}
        />
      </FigureSection>
      <FigureSection title={t('operations:outgoing.cabinets')}>
        <DataList
          label={t('operations:outgoing.cabinets')}
          rows={cabinets.data ?? []}
          rowKey={({ tenantId }) => tenantId}
          rowName={({ name }) => name}
          columns={[
            { key: 'cabinet', title: t('operations:column.cabinet'), isMain: true, cell: ({ name }) => name },
            ...figureColumns<CabinetFigures>(t, format),
          ]}
          rowMenu={(row) => <MenuItem onClick={() => setPaused(row)}>{t('operations:pause.this_cabinet')}</MenuItem>}
          paging={cabinets}
          empty={<EmptyState text={t('operations:outgoing.cabinets_none')} />}
        />
      </FigureSection>
      <FigureSection title={t('operations:outgoing.queues')}>
        <DataList
          label={t('operations:outgoing.queues')}
          rows={outgoing.data?.queues ?? []}
          rowKey={({ job }) => job}
          columns={queueColumns(t, format)}
          paging={wholeList(outgoing)}
          empty={<EmptyState text={t('operations:outgoing.queues_none')} />}
        />
      </FigureSection>
      {paused && <PauseDialog cabinet={paused} onClose={() => setPaused(null)} />}
    </Stack>
  );
}
