import { useParams } from '@tanstack/react-router';
import { textIn } from '#web/lib/api/known.ts';
import { MarketplaceVisit } from './MarketplaceVisit.tsx';

/** Route: /account/register/yclients/{applicationId} */
export function RegisterYclientsPage() {
  return <MarketplaceVisit kind="yclients" applicationId={useApplicationId()} />;
}

/** Route: /account/register/altegio/{applicationId} */
export function RegisterAltegioPage() {
  return <MarketplaceVisit kind="altegio" applicationId={useApplicationId()} />;
}

/** Route: /accounts/connect/ycompany. For owners who have a cabinet already. */
export function ConnectCompanyPage() {
  return <MarketplaceVisit kind="yclients" applicationId={null} isSignInFirst />;
}

function useApplicationId(): string {
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  return textIn(params['applicationId']) ?? '';
}
