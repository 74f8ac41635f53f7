import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InstallId, MarketplaceKind, MarketplaceLink } from '#contract/connections/marketplace.ts';
import { call, callPublic } from '#web/lib/api/api.ts';

/** Polling interval of an install: its page may be outside the cabinet, without realtime updates. */
const POLL_INTERVAL_MS = 1_500;

/** The visitor and branches of a marketplace link; loaded once per link. */
export const useMarketplaceLink = (link: MarketplaceLink) =>
  useQuery({
    queryKey: ['marketplace', 'link', link],
    queryFn: () => callPublic('POST /api/v1/marketplace/links', { body: link }),
    staleTime: Infinity,
    retry: false,
  });

/** Starts an install of a link's branches. */
export function useStartInstall() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (link: MarketplaceLink) => call('POST /api/v1/marketplace/installs', { body: link }),
    onSuccess: (install) => queryClient.setQueryData(['marketplace', 'install', install.id], install),
  });
}

/** An install, polled until it is over. */
export const useInstall = (installId: InstallId) =>
  useQuery({
    queryKey: ['marketplace', 'install', installId],
    queryFn: () => call('GET /api/v1/marketplace/installs/:installId', { params: { installId } }),
    refetchInterval: ({ state }) => (state.data?.isFinished ? false : POLL_INTERVAL_MS),
  });

/** Our application in a vendor's marketplace, and recent installs. */
export const useMarketplace = (kind: MarketplaceKind) =>
  useQuery({
    queryKey: ['marketplace', { kind }],
    queryFn: () => call('GET /api/v1/marketplace', { query: { kind } }),
  });
