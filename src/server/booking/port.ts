import type { Language } from '#contract/primitives.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { Html } from '#server/platform/visitors/visitor-html.ts';
import type { VisitFactsForFlow } from '#server/visits/storage/rules.ts';

/**
 * A part that an upper room adds to the page of a visit, between the answers and the address; null where it has nothing
 * for the visit. Its forms are posted to paths of that room.
 */
export type VisitPagePart = (
  scope: ActionScope,
  page: { visit: VisitFactsForFlow; token: string; language: Language },
) => Promise<Html | null>;
