import { Badge, Button, Group } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { Segment, SegmentId } from '#contract/audiences/segments.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { RowMenu } from '#web/ui/lists/RowMenu.tsx';
import { SegmentForm } from './SegmentForm.tsx';
import {
  useDeleteSegment,
  useDuplicateSegment,
  useFreezeSegment,
  useSegment,
  useSegmentSizes,
} from './use-segments.ts';

const SizeChart = lazy(async () => ({ default: (await import('./SizeChart.tsx')).SizeChart }));

/** Route: /segments/new */
export function NewSegmentPage() {
  const t = useTexts();
  return (
    <>
      <PageHead backTo="/segments" title={t('segments:new')} state={t('segments:lead')} />
      <SegmentForm segment={null} onRenew={() => undefined} />
    </>
  );
}

/** Route: /segments/{segmentId} */
export function SegmentPage() {
  const t = useTexts();
  const segmentId = usePathId<SegmentId>('segmentId');
  const segment = useSegment(segmentId);
  const [renewals, setRenewals] = useState(0);
  const renew = useCallback(() => setRenewals((count) => count + 1), []);
  usePageName(segment.data?.title);
  if (segment.isError && !segment.data) return <Failure error={segment.error} onRetry={segment.refetch} />;
  if (!segment.data) {
    return (
      <Loading>
        <PageHead backTo="/segments" title={t('segments:title')} />
        <RowsSkeleton />
      </Loading>
    );
  }
  return (
    <>
      <SegmentHead segment={segment.data} />
      <SegmentForm key={`${segmentId}.${renewals}`} segment={segment.data} onRenew={renew} />
      <Sizes segmentId={segmentId} />
    </>
  );
}

function SegmentHead({ segment }: { segment: Segment }) {
  const t = useTexts();
  const format = useFormat();
  const navigate = useNavigate();
  const duplicate = useDuplicateSegment();
  const remove = useDeleteSegment();
  const freeze = useFreezeSegment();
  const [isFreezing, setFreezing] = useState(false);
  const { id, title, kind, size, countedAt } = segment;
  const counted = t('segments:counted_at', { count: size, when: format.ago(countedAt) });
  return (
    <>
      <PageHead
        backTo="/segments"
        title={title}
        state={
          <Group gap={8}>
            {counted}
            <Badge color="gray" tt="none">
              {t(`segments:kind.${kind}`)}
            </Badge>
          </Group>
        }
        action={
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconUsers size={18} />}
              renderRoot={(props) => <Link {...props} to="/contacts" search={{ segment: id }} />}
            >
              {t('segments:show_clients')}
            </Button>
            <RowMenu name={title}>
              {kind === 'current' && <MenuItem onClick={() => setFreezing(true)}>{t('segments:freeze')}</MenuItem>}
              <MenuItem
                onClick={() =>
                  duplicate.mutate(segment, {
                    onSuccess: (copy) => void navigate({ to: '/segments/$segmentId', params: { segmentId: copy.id } }),
                  })
                }
              >
                {t('segments:duplicate')}
              </MenuItem>
              <MenuItem onClick={() => remove.mutate(segment, { onSuccess: () => void navigate({ to: '/segments' }) })}>
                {t('segments:delete')}
              </MenuItem>
            </RowMenu>
          </Group>
        }
      />
      <ConfirmDialog
        isOpen={isFreezing}
        title={t('segments:freeze_title')}
        text={t('segments:freeze_text')}
        confirmLabel={t('segments:freeze')}
        isBusy={freeze.isPending}
        onConfirm={() => freeze.mutate(id, { onSuccess: () => setFreezing(false) })}
        onClose={() => setFreezing(false)}
      />
    </>
  );
}

function Sizes({ segmentId }: { segmentId: SegmentId }) {
  const t = useTexts();
  const sizes = useSegmentSizes(segmentId);
  const days = sizes.data?.days ?? [];
  if (days.length < 2) return null;
  return (
    <section aria-label={t('segments:over_time')}>
      <h2>{t('segments:over_time')}</h2>
      <Suspense fallback={<div style={{ height: 220 }} />}>
        <SizeChart days={days} />
      </Suspense>
    </section>
  );
}
