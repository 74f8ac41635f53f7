import type { QrPageId } from '#contract/links/qr-pages.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { PrintSheet } from '#web/links/qr/PrintSheet.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { useQrPage } from './use-qr-pages.ts';

/** Route: /widgets/qr/{pageId}/print */
export function PrintQrPage() {
  const t = useTexts();
  const pageId = usePathId<QrPageId>('pageId');
  const page = useQrPage(pageId);
  usePageName(page.data && t('links:print_title', { title: page.data.title }));
  if (page.data) {
    const { title, heading, url } = page.data;
    return <PrintSheet title={heading || title} url={url} backTo={`/widgets/qr/${pageId}`} />;
  }
  if (page.isError) return <Failure error={page.error} onRetry={page.refetch} />;
  return (
    <Loading>
      <RowsSkeleton />
    </Loading>
  );
}
