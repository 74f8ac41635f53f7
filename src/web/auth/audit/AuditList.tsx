import { Badge, Button, NativeSelect, Text } from '@mantine/core';
import type { AuditEntry, OperatorAuditEntry } from '#contract/auth/audit.ts';
import { AUDIT_AREAS, type AuditArea } from '#contract/audit/areas.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { idIn, wordIn } from '#web/lib/api/known.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column, Paging } from '#web/ui/lists/list.ts';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { actionWords, actorWords, changeLines } from './audit-words.ts';

export type AuditFilter = { memberId: MemberId | undefined; area: AuditArea | undefined };

const readFilter = (search: Readonly<Record<string, unknown>>): AuditFilter => ({
  memberId: idIn<MemberId>(search['memberId']),
  area: wordIn(AUDIT_AREAS, search['area']) ?? undefined,
});

/** The filter of a log, kept in the address. */
export function useAuditFilter() {
  const [filter, set] = useUrlState(readFilter);
  return { filter, set };
}

type Row = AuditEntry | OperatorAuditEntry;

type Props = {
  entries: Paging & { data: readonly Row[] | undefined };
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
  /** People to choose from; none: no such filter. */
  people?: readonly { id: string; name: string }[];
};

/** A log by time, with its filters. */
export function AuditList({ entries, filter, onFilter, people = [] }: Props) {
  const t = useTexts();
  const columns = useColumns((entries.data ?? []).some((row) => 'tenantName' in row));
  const isFiltered = Boolean(filter.memberId ?? filter.area);
  const clear = () => onFilter({ memberId: undefined, area: undefined });
  const areaField = (
    <NativeSelect
      aria-label={t('audit:filter.area')}
      value={filter.area ?? ''}
      data={[
        { value: '', label: t('audit:filter.all_areas') },
        ...AUDIT_AREAS.map((area) => ({ value: area, label: t(`audit:area.${area}`) })),
      ]}
      onChange={({ currentTarget }) =>
        onFilter({ ...filter, area: wordIn(AUDIT_AREAS, currentTarget.value) ?? undefined })
      }
    />
  );
  const personField = (
    <NativeSelect
      aria-label={t('audit:filter.person')}
      value={filter.memberId ?? ''}
      data={[
        { value: '', label: t('audit:filter.all_people') },
        ...people.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={({ currentTarget }) => onFilter({ ...filter, memberId: idIn<MemberId>(currentTarget.value) })}
    />
  );
  return (
    <>
      <ListTools
        filters={[
          { label: t('audit:filter.area'), isOn: filter.area !== undefined, field: areaField },
          ...(people.length > 0
            ? [{ label: t('audit:filter.person'), isOn: filter.memberId !== undefined, field: personField }]
            : []),
        ]}
        {...(isFiltered && { onClear: clear })}
      />
      <DataList
        label={t('audit:label')}
        rows={entries.data ?? []}
        rowKey={({ id }) => id}
        rowName={(row) => actionWords(row, t)}
        columns={columns}
        paging={entries}
        empty={
          isFiltered ? (
            <EmptyState
              text={t('audit:none')}
              action={
                <Button variant="default" onClick={clear}>
                  {t('audit:show_all')}
                </Button>
              }
            />
          ) : (
            <EmptyState text={t('audit:empty')} />
          )
        }
      />
    </>
  );
}

function useColumns(isOfAll: boolean): Column<Row>[] {
  const t = useTexts();
  const format = useFormat();
  return [
    { key: 'action', title: t('audit:column.action'), isMain: true, cell: (row) => <ActionCell row={row} /> },
    { key: 'actor', title: t('audit:column.actor'), isBrief: true, cell: (row) => <ActorCell row={row} /> },
    ...(isOfAll
      ? [
          {
            key: 'cabinet',
            title: t('audit:column.cabinet'),
            isBrief: true,
            cell: (row: Row) => ('tenantName' in row ? row.tenantName : null),
          },
        ]
      : []),
    { key: 'at', title: t('audit:column.at'), isBrief: true, cell: ({ at }) => format.dateTime(at) },
    {
      key: 'where',
      title: t('audit:column.where'),
      from: 'wide',
      cell: ({ ip, browser, system }) => [browser, system, ip].filter(Boolean).join(', '),
    },
  ];
}

function ActionCell({ row }: { row: Row }) {
  const t = useTexts();
  const format = useFormat();
  return (
    <div>
      <Text fw={600}>
        {actionWords(row, t)}
        {row.objectTitle && `: ${row.objectTitle}`}
      </Text>
      {changeLines(row, t, format).map((line) => (
        <Text key={line} size="sm" c="dimmed">
          {line}
        </Text>
      ))}
    </div>
  );
}

function ActorCell({ row }: { row: Row }) {
  const t = useTexts();
  const words = actorWords(row, t);
  return row.isOfSupport || row.actorKind === 'admin' ? <Badge color="attention">{words}</Badge> : words;
}
