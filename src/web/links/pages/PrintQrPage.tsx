import type { QrPageId } from '#contract/qr-pages.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { usePageName } from '#web/lib/page-name.ts';
import { usePathId } from '#web/lib/room.ts';
import { PrintSheet } from '#web/links/qr/PrintSheet.tsx';
import { Failure } from '#web/ui/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/Loading.tsx';
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
