import type { BranchPlace, getVisitPage, previewVisitPage, setVisitPage } from '#contract/booking/calls.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import { listBranches } from '#server/connections/storage/actions.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { listVisitsAhead } from '#server/visits/changes/actions.ts';
import { countAnswers, listPlaces, savePlaces, saveVisitPage } from './queries.ts';
import { getVisitPageSettings } from './reads.ts';
import { loadVisitPage } from './visit-page-actions.ts';
import { visitPageView } from './visit-page-rules.ts';

const FIGURE_DAYS = 30;
const PREVIEWED_VISITS = 5;

/** Describes the visit page with its branches and the answers given on it. */
export async function describeVisitPage(scope: ActionScope): Promise<ReplyOf<typeof getVisitPage>> {
  const places = await listPlaces(scope);
  const branches = (await listBranches(scope)).filter(({ isActive }) => isActive);
  const counts = await countAnswers(scope, scope.clock.now().subtract({ hours: 24 * FIGURE_DAYS }));
  const of = (answer: string) => counts.get(answer) ?? 0;
  return {
    settings: await getVisitPageSettings(scope),
    branches: branches.map(({ id, title, address, coordinates }) => ({
      branchId: id,
      title,
      address,
      coordinates: places.get(id) ?? coordinates,
    })),
    figures: { days: FIGURE_DAYS, confirmed: of('confirm'), moved: of('move'), cancelled: of('cancel') },
  };
}

/**
 * Changes the visit page. Links that were sent before show the new one.
 *
 * @throws {Problem} `branch.not_found` where a place is given for a branch the tenant does not have
 */
export async function changeVisitPage(
  scope: MemberScope,
  { settings, places }: BodyOf<typeof setVisitPage>,
): Promise<ReplyOf<typeof getVisitPage>> {
  const branches = new Map((await listBranches(scope)).map((branch) => [branch.id, branch]));
  if (places.some(({ branchId }) => !branches.has(branchId))) throw new Problem('branch.not_found');
  await saveVisitPage(scope, settings);
  // NOTE: a place as the booking system has it is not the owner's own, so that it follows a move of the branch.
  const own = places.map(({ branchId, coordinates }) =>
    isSamePlace(coordinates, branches.get(branchId)?.coordinates ?? null)
      ? { branchId, coordinates: null }
      : { branchId, coordinates },
  );
  await savePlaces(scope, own);
  await announce(scope, 'booking');
  return describeVisitPage(scope);
}

function isSamePlace(one: BranchPlace['coordinates'], other: BranchPlace['coordinates']): boolean {
  return one?.latitude === other?.latitude && one?.longitude === other?.longitude;
}

/** Draws the pages of the next visits under settings that are not saved. */
export async function previewPage(
  scope: ActionScope,
  { settings, places, language }: BodyOf<typeof previewVisitPage>,
): Promise<ReplyOf<typeof previewVisitPage>> {
  const { visits } = await listVisitsAhead(scope, { now: scope.clock.now(), limit: PREVIEWED_VISITS });
  const typed = new Map(places.map((place) => [place.branchId, place.coordinates]));
  const known = new Map((await listBranches(scope)).map((branch) => [branch.id, branch.coordinates]));
  const pages = [];
  for (const { id, branchId } of visits) {
    const page = await loadVisitPage(scope, id, language);
    if (!page) continue;
    const place = page.place && { ...page.place, coordinates: typed.get(branchId) ?? known.get(branchId) ?? null };
    pages.push(visitPageView({ ...page, place, settings: { ...page.settings, ...settings }, language }));
  }
  return { pages };
}
