import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InstallId, MarketplaceKind, MarketplaceLink } from '#contract/marketplace.ts';
import { call, callPublic } from '#web/lib/api.ts';

/** How often an install that goes on is looked at: its page may stand outside the cabinet, where no news come. */
const LOOK_MS = 1_500;

/** Who came from the marketplace and with what; asked once an address. */
export const useMarketplaceLink = (link: MarketplaceLink) =>
  useQuery({
    queryKey: ['marketplace', 'link', link],
    queryFn: () => callPublic('POST /api/v1/marketplace/links', { body: link }),
    staleTime: Infinity,
    retry: false,
  });

/** Begins to connect the branches of an address. */
export function useStartInstall() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (link: MarketplaceLink) => call('POST /api/v1/marketplace/installs', { body: link }),
    onSuccess: (install) => queryClient.setQueryData(['marketplace', 'install', install.id], install),
  });
}

/** An install, looked at again until it is over. */
export const useInstall = (installId: InstallId) =>
  useQuery({
    queryKey: ['marketplace', 'install', installId],
    queryFn: () => call('GET /api/v1/marketplace/installs/:installId', { params: { installId } }),
    refetchInterval: ({ state }) => (state.data?.isFinished ? false : LOOK_MS),
  });

/** Where our application stands in a vendor's marketplace, and what was installed lately. */
export const useMarketplace = (kind: MarketplaceKind) =>
  useQuery({
    queryKey: ['marketplace', { kind }],
    queryFn: () => call('GET /api/v1/marketplace', { query: { kind } }),
  });
