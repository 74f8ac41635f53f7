import type { SubjectKind } from '#contract/subjects/subjects.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { loadApiEvents, loadCarts } from './api-subjects.ts';
import { loadBirthdays } from './birthday-subjects.ts';
import { loadDealSubjects, loadTaskSubjects } from './deal-subjects.ts';
import { loadOrderSubjects } from './order-subjects.ts';
import type { KnownSubject } from './rules.ts';
import { loadVisitSubjects } from './visit-subjects.ts';

/** Reads subjects of one kind. Ids that do not exist are left out. */
export type SubjectSource = (
  scope: TenantScope,
  ids: readonly string[],
  now: Temporal.Instant,
) => Promise<KnownSubject[]>;

/** Kinds of subjects that higher rooms supply: moves between groups are read by `audiences`, periods by `reports`. */
type ForeignKind = 'group_move' | 'day' | 'week';
export type OwnKind = Exclude<SubjectKind, ForeignKind>;

/** The source of each kind of subject. A new kind is added here, or supplied by the room that owns it. */
export const SUBJECT_SOURCES: Readonly<Record<OwnKind, SubjectSource>> = {
  visit: loadVisitSubjects,
  order: loadOrderSubjects,
  deal: loadDealSubjects,
  deal_task: loadTaskSubjects,
  cart: loadCarts,
  api_event: loadApiEvents,
  contact: loadBirthdays,
};
