import { quickStartPath } from '#contract/brands/brands.ts';
import type { Home } from '#contract/onboarding/calls.ts';
import { QUICK_START_KINDS, QUICK_STARTS, type QuickStartKind } from '#contract/onboarding/quick-start-values.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';

export type UnfinishedQuickStart = { kind: QuickStartKind; step: number };

const PATH = quickStartPath(brand);
const USUAL_KIND = QUICK_START_KINDS.find((kind) => QUICK_STARTS[kind].path === PATH);

/**
 * The quick start that an owner has still to do: the one that was begun, else the brand's. Null for other members, where
 * the brand has none, and once it is finished or the cabinet is live by another way.
 */
export function useUnfinishedQuickStart({ quickStart, isLive }: Home): UnfinishedQuickStart | null {
  const canOpen = useCanOpen();
  if (!USUAL_KIND || isLive || quickStart?.isFinished) return null;
  const isStarted = quickStart && canOpen(QUICK_STARTS[quickStart.kind].path);
  const { kind, step } = isStarted ? quickStart : { kind: USUAL_KIND, step: 1 };
  return canOpen(QUICK_STARTS[kind].path) ? { kind, step } : null;
}
