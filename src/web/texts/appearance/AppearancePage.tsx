import { Card, Skeleton, Text } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { AppearanceForm } from './AppearanceForm.tsx';
import { useAppearance } from './use-appearance.ts';

/** Route: /widgets/appearance */
export function AppearancePage() {
  const t = useTexts();
  const appearance = useAppearance();
  const isOwner = useCurrentUser().memberRole === 'owner';
  return (
    <>
      <PageHead title={t('texts:appearance.title')} state={t('texts:appearance.state')} />
      {appearance.isError && !appearance.data && <Failure error={appearance.error} onRetry={appearance.refetch} />}
      {appearance.isPending && (
        <Loading>
          <Skeleton height={320} />
        </Loading>
      )}
      {appearance.data &&
        (isOwner ? (
          <AppearanceForm saved={appearance.data} />
        ) : (
          <Card component="section">
            <Text c="dimmed">{t('texts:appearance.owner_only')}</Text>
          </Card>
        ))}
    </>
  );
}
