import { Skeleton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { InstallId, MarketplaceKind, MarketplaceLink } from '#contract/connections/marketplace.ts';
import { AuthFrame } from '#web/auth/sign-in/AuthFrame.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { idIn } from '#web/lib/api/known.ts';
import { useSession } from '#web/lib/api/session.ts';
import { usePageSearch } from '#web/lib/pages/url-state.ts';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { EnterFromMarketplace } from './EnterFromMarketplace.tsx';
import { MarketplaceFailure } from './MarketplaceFailure.tsx';
import { useMarketplaceLink, useStartInstall } from './use-marketplace.ts';
import { ConfirmInstall } from './ConfirmInstall.tsx';
import { InstallProgress } from './InstallProgress.tsx';

type Props = {
  kind: MarketplaceKind;
  /** Null where the path has none. */
  applicationId: string | null;
  /** The visitor most likely has a cabinet. */
  isSignInFirst?: boolean;
};

/** Page for an owner who comes from a vendor's marketplace: their identity, the cabinet, and the progress. */
export function MarketplaceVisit({ kind, applicationId, isSignInFirst = false }: Props) {
  const session = useSession();
  const { installId } = usePageSearch(({ install }) => ({ installId: idIn<InstallId>(install) }));
  const [from] = useState(() => location.search);
  if (installId && session.isAuthenticated) return <InstallProgress installId={installId} />;
  if (installId)
    return <EnterFromMarketplace kind={kind} person={null} isSignInFirst onRegistered={async () => undefined} />;
  return <FromMarketplace link={{ kind, applicationId, search: from }} isSignInFirst={isSignInFirst} />;
}

function FromMarketplace({ link, isSignInFirst }: { link: MarketplaceLink; isSignInFirst: boolean }) {
  const navigate = useNavigate();
  const session = useSession();
  const visit = useMarketplaceLink(link);
  const start = useStartInstall();

  async function begin(): Promise<void> {
    const install = await start.mutateAsync(link).catch(() => null); // NOTE: its failure is shown
    if (install) await navigate({ to: '.', search: { install: install.id }, replace: true });
  }

  if (visit.isError) return <MarketplaceFailure error={visit.error} kind={link.kind} onRetry={visit.refetch} />;
  if (visit.isPending) return <Waiting />;
  if (!session.isAuthenticated)
    return (
      <EnterFromMarketplace
        kind={link.kind}
        person={visit.data.person}
        isSignInFirst={isSignInFirst}
        onRegistered={begin}
      />
    );
  return (
    <ConfirmInstall
      kind={link.kind}
      branchExternalIds={visit.data.branchExternalIds}
      isBusy={start.isPending || start.isSuccess}
      failure={start.error}
      onConfirm={() => void begin()}
    />
  );
}

function Waiting() {
  const t = useTexts();
  return (
    <AuthFrame title={t('connections:marketplace.title')}>
      <Loading>
        <Skeleton height={320} radius="md" />
      </Loading>
    </AuthFrame>
  );
}
