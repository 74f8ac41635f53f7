import type { LinkId } from '#contract/links/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { useLink } from '#web/links/use-links.ts';
import { PrintSheet } from './PrintSheet.tsx';

/** Route: /short-link/{linkId}/print */
export function PrintLinkPage() {
  const t = useTexts();
  const linkId = usePathId<LinkId>('linkId');
  const link = useLink(linkId);
  usePageName(link.data && t('links:print_title', { title: link.data.title }));
  if (link.data) return <PrintSheet {...link.data} backTo={`/short-link/${linkId}`} />;
  if (link.isError) return <Failure error={link.error} onRetry={link.refetch} />;
  return (
    <Loading>
      <RowsSkeleton />
    </Loading>
  );
}
