import { Badge, Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { SegmentRow } from '#contract/audiences/segments.ts';
import { hasRoute } from '#contract/brands/route-tables.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { textIn } from '#web/lib/api/known.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { SizeLine } from './SizeLine.tsx';
import { useDeleteSegment, useDuplicateSegment, useSegmentMailing, useSegments } from './use-segments.ts';

const readSearch = ({ search }: Readonly<Record<string, unknown>>) => ({ search: textIn(search) });

/** Route: /segments */
export function SegmentsPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const [{ search }, setState] = useUrlState(readSearch);
  const segments = useSegments(search);
  const duplicate = useDuplicateSegment();
  const remove = useDeleteSegment();
  const mailing = useSegmentMailing();
  const columns = useColumns();
  const open = ({ id }: Pick<SegmentRow, 'id'>) =>
    void navigate({ to: '/segments/$segmentId', params: { segmentId: id } });
  const isEmpty = segments.data?.length === 0 && !search;
  const add = (
    <Button leftSection={<IconPlus size={18} />} component={Link} to="/segments/new">
      {t('segments:new')}
    </Button>
  );
  return (
    <>
      <PageHead title={t('segments:title')} state={t('segments:lead')} action={isEmpty ? undefined : add} />
      {!isEmpty && (
        <ListTools
          search={{
            value: search ?? '',
            placeholder: t('segments:search'),
            onChange: (typed) => setState({ search: typed || undefined }),
          }}
        />
      )}
      <DataList
        label={t('segments:title')}
        rows={segments.data ?? []}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        columns={columns}
        paging={segments}
        linkTo={({ id }) => ({ to: '/segments/$segmentId', params: { segmentId: id } })}
        rowMenu={(row) => (
          <>
            <MenuItem onClick={() => void navigate({ to: '/contacts', search: { segment: row.id } })}>
              {t('segments:show_clients')}
            </MenuItem>
            {hasRoute(brand.variant, '/distributions') && (
              <MenuItem onClick={() => mailing.mutate(row)}>{t('segments:send')}</MenuItem>
            )}
            <MenuItem onClick={() => duplicate.mutate(row, { onSuccess: open })}>{t('segments:duplicate')}</MenuItem>
            <MenuItem onClick={() => remove.mutate(row)}>{t('segments:delete')}</MenuItem>
          </>
        )}
        empty={
          search ? (
            <EmptyState
              text={t('segments:nothing_found')}
              action={<Button onClick={() => setState({ search: undefined })}>{t('contacts:clear')}</Button>}
            />
          ) : (
            <EmptyState title={t('segments:empty_title')} text={t('segments:empty')} action={add} />
          )
        }
      />
    </>
  );
}

function useColumns(): Column<SegmentRow>[] {
  const t = useTexts();
  const format = useFormat();
  return [
    {
      key: 'title',
      title: t('segments:segment'),
      isMain: true,
      cell: ({ title, kind }) => (
        <Group gap={8}>
          {title}
          {kind === 'frozen' && (
            <Badge color="gray" tt="none">
              {t('segments:kind.frozen')}
            </Badge>
          )}
        </Group>
      ),
    },
    {
      key: 'size',
      title: t('segments:size'),
      isNumeric: true,
      isBrief: true,
      cell: ({ size }) => format.number(size),
    },
    {
      key: 'trend',
      title: t('segments:month'),
      cell: ({ sizes }) => (sizes.length > 1 ? <SizeLine sizes={sizes} /> : '—'),
    },
    {
      key: 'counted',
      title: t('segments:counted'),
      isBrief: true,
      cell: ({ countedAt }) => format.ago(countedAt),
    },
  ];
}
