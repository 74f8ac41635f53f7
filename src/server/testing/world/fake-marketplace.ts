import type { Marketplace } from '#server/connections/marketplace-port.ts';
import type { ProviderResult } from '#server/connections/port.ts';

type Refused = Extract<ProviderResult<never>, { isOk: false }>;

export type WatchedMarketplace = Marketplace & {
  /** Activated branches, in order. */
  activated: string[];
  webhookUrls: string[];
  uninstalled: string[];
  /** Recorded calls: `status 4564`, `activate 4564`, … */
  requests: string[];
  /** When set, answers instead of the vendor, which is then not called. */
  disturb: (() => Refused) | null;
  /** Called after the vendor has activated a branch and before we get its answer. */
  after: (() => void) | null;
  reset(): void;
};

/** Wraps a marketplace: records its calls, and lets a test interfere before and after the vendor's answer. */
export function watched(marketplace: Marketplace): WatchedMarketplace {
  const watch: WatchedMarketplace = {
    kind: marketplace.kind,
    activated: [],
    webhookUrls: [],
    uninstalled: [],
    requests: [],
    disturb: null,
    after: null,
    reset() {
      [watch.disturb, watch.after] = [null, null];
      for (const list of [watch.activated, watch.webhookUrls, watch.uninstalled, watch.requests]) list.length = 0;
    },
    async statusOf(requester, application) {
      watch.requests.push(`status ${application.branchId}`);
      return watch.disturb?.() ?? marketplace.statusOf(requester, application);
    },
    async activate(requester, application, given) {
      watch.requests.push(`activate ${application.branchId}`);
      const answer = watch.disturb?.() ?? (await marketplace.activate(requester, application, given));
      if (answer.isOk) {
        watch.activated.push(application.branchId);
        watch.webhookUrls.push(given.webhookUrl);
        watch.after?.();
      }
      return answer;
    },
    async uninstall(requester, application) {
      watch.requests.push(`uninstall ${application.branchId}`);
      watch.uninstalled.push(application.branchId);
      return watch.disturb?.() ?? marketplace.uninstall(requester, application);
    },
  };
  return watch;
}

/** The vendor's refusal while it is unavailable. */
export const AWAY: Refused = {
  isOk: false,
  trouble: 'unreachable',
  text: 'HTTP 503',
  isTemporary: true,
  retryAfterMs: null,
};
