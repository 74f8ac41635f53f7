import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { FirstSteps } from '#web/onboarding/FirstSteps.tsx';
import { useHome } from '#web/onboarding/use-home.ts';

/** Route: /account/medflex-onboarding. The steps go on from where the cabinet stands. */
export function MedflexOnboardingPage() {
  const t = useTexts();
  const home = useHome();
  return (
    <>
      <PageHead
        title={t('onboarding:medflex_title')}
        action={
          <Button component={Link} to="/" variant="default">
            {t('app:menu.home')}
          </Button>
        }
      />
      {home.data && <FirstSteps steps={home.data.firstSteps} />}
      {!home.data && (home.isError ? <Failure error={home.error} onRetry={home.refetch} /> : <RowsSkeleton rows={5} />)}
    </>
  );
}
