import type { Marketplace } from '#server/connections/marketplace-port.ts';
import type { ProviderResult } from '#server/connections/port.ts';

type Refused = Extract<ProviderResult<never>, { isOk: false }>;

export type WatchedMarketplace = Marketplace & {
  /** Branches it activated, in order. */
  activated: string[];
  webhookUrls: string[];
  uninstalled: string[];
  /** What it was asked: `status 4564`, `activate 4564`, … */
  asked: string[];
  /** Answers instead of the vendor, which is not asked then. */
  disturb: (() => Refused) | null;
  /** Called when the vendor has activated a branch and we have not heard of it yet. */
  after: (() => void) | null;
  reset(): void;
};

/** A marketplace with a memory, which a test may disturb on either side of the vendor's answer. */
export function watched(marketplace: Marketplace): WatchedMarketplace {
  const watch: WatchedMarketplace = {
    kind: marketplace.kind,
    activated: [],
    webhookUrls: [],
    uninstalled: [],
    asked: [],
    disturb: null,
    after: null,
    reset() {
      [watch.disturb, watch.after] = [null, null];
      for (const list of [watch.activated, watch.webhookUrls, watch.uninstalled, watch.asked]) list.length = 0;
    },
    async statusOf(requester, application) {
      watch.asked.push(`status ${application.branchId}`);
      return watch.disturb?.() ?? marketplace.statusOf(requester, application);
    },
    async activate(requester, application, given) {
      watch.asked.push(`activate ${application.branchId}`);
      const told = watch.disturb?.() ?? (await marketplace.activate(requester, application, given));
      if (told.isOk) {
        watch.activated.push(application.branchId);
        watch.webhookUrls.push(given.webhookUrl);
        watch.after?.();
      }
      return told;
    },
    async uninstall(requester, application) {
      watch.asked.push(`uninstall ${application.branchId}`);
      watch.uninstalled.push(application.branchId);
      return watch.disturb?.() ?? marketplace.uninstall(requester, application);
    },
  };
  return watch;
}

/** As the vendor refuses when it is away. */
export const AWAY: Refused = {
  isOk: false,
  trouble: 'unreachable',
  text: 'HTTP 503',
  isTemporary: true,
  retryAfterMs: null,
};
