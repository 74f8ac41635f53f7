import type { MarketplaceKind } from '#contract/marketplace.ts';
import type { Application, Marketplace, MarketplaceStatus } from '#server/connections/marketplace-port.ts';
import type { Told } from '#server/connections/port.ts';

export type FakeMarketplace = Marketplace & {
  /** Where each branch is; `none` where nothing is said. */
  statuses: Map<string, MarketplaceStatus>;
  /** Branches it was asked to activate, in order. */
  activated: string[];
  hookUrls: string[];
  uninstalled: string[];
  /** What it was asked at all: `status 4564`, `activate 4564`, … */
  asked: string[];
  /** Called before each answer; what it returns is the answer instead. */
  disturb: ((what: string) => Extract<Told<never>, { isOk: false }> | void) | null;
  reset(): void;
};

/** A marketplace at its port, with a memory. */
export function aFakeMarketplace(kind: MarketplaceKind): FakeMarketplace {
  const hear = <T>(what: string, application: Application, answer: () => T): Told<T> => {
    const line = `${what} ${application.branchId}`;
    fake.asked.push(line);
    return fake.disturb?.(line) ?? { isOk: true, value: answer() };
  };
  const fake: FakeMarketplace = {
    kind,
    statuses: new Map(),
    activated: [],
    hookUrls: [],
    uninstalled: [],
    asked: [],
    disturb: null,
    reset() {
      fake.statuses.clear();
      fake.disturb = null;
      for (const list of [fake.activated, fake.hookUrls, fake.uninstalled, fake.asked]) list.length = 0;
    },
    statusOf: async (_asker, application) =>
      hear('status', application, () => fake.statuses.get(application.branchId) ?? 'none'),
    activate: async (_asker, application, { hookUrl }) =>
      hear('activate', application, () => {
        fake.activated.push(application.branchId);
        fake.hookUrls.push(hookUrl);
        fake.statuses.set(application.branchId, 'active');
        return null;
      }),
    uninstall: async (_asker, application) =>
      hear('uninstall', application, () => {
        fake.uninstalled.push(application.branchId);
        fake.statuses.set(application.branchId, 'none');
        return null;
      }),
  };
  return fake;
}

/** As the vendor refuses when it is away. */
export const AWAY = {
  isOk: false,
  trouble: 'unreachable',
  text: 'HTTP 503',
  isTemporary: true,
  retryAfterMs: null,
} as const;
