import type { Coordinates, VisitPageAnswer, VisitPageSettings } from '#contract/booking/calls.ts';
import type { VisitSwitches } from '#contract/reviews/widgets.ts';
import { changeBlocker, mayCancel, type VisitChange, type VisitFactsForFlow } from '#server/visits/storage/rules.ts';

export const USUAL_VISIT_PAGE: VisitPageSettings = {
  isOn: true,
  showsMap: true,
  showsCalendar: true,
  mayMove: true,
  note: '',
};

/** The settings of the page with those that the review page of the visit's branch has. */
export type BranchVisitPage = VisitPageSettings & VisitSwitches;

/** The branch of a visit as far as its page shows it; null where it is no longer connected. */
export type VisitPlace = {
  city: string | null;
  cancelClosesMinutes: number | null;
  coordinates: Coordinates | null;
};

/** `over` begins with the visit: nothing can be answered any more. */
export type VisitState = 'expected' | 'confirmed' | 'cancelled' | 'over';

export function visitStateOf(
  { status, startsAt }: Pick<VisitFactsForFlow, 'status' | 'startsAt'>,
  now: Temporal.Instant,
): VisitState {
  const blocker = changeBlocker({ status, startsAt }, now);
  if (blocker) return blocker === 'gone' ? 'cancelled' : 'over';
  return status === 'confirmed' ? 'confirmed' : 'expected';
}

/** Returns the answers that the page offers: the owner's choice, as far as the visit still allows them. */
export function answersOffered(
  visit: Pick<VisitFactsForFlow, 'status' | 'startsAt'>,
  settings: Pick<BranchVisitPage, 'mayConfirm' | 'mayMove' | 'mayCancel'>,
  { now, place, hasRequestedMove }: { now: Temporal.Instant; place: VisitPlace | null; hasRequestedMove: boolean },
): VisitPageAnswer[] {
  const state = visitStateOf(visit, now);
  if (place === null || state === 'cancelled' || state === 'over') return [];
  const isOffered: Record<VisitPageAnswer, boolean> = {
    confirm: settings.mayConfirm && state === 'expected',
    move: settings.mayMove && !hasRequestedMove,
    cancel: settings.mayCancel && mayCancel(visit.startsAt, place.cancelClosesMinutes, now),
  };
  return (['confirm', 'move', 'cancel'] as const).filter((answer) => isOffered[answer]);
}

/**
 * Messages of the page after an answer, where the state of the visit does not say enough.
 *
 * - `moved`: the visit has another start than the one answered about. `requested`: staff will offer another time.
 * - `late`: it can be cancelled by staff only. `failed`: the answer was not recorded.
 */
export const PAGE_MESSAGES = ['moved', 'requested', 'late', 'failed'] as const;
export type PageMessage = (typeof PAGE_MESSAGES)[number];

/** Returns what the page says about the result of a change; null where the state of the visit says it. */
export function messageOf(result: VisitChange): PageMessage | null {
  if (result.kind === 'moved') return 'moved';
  if (result.kind !== 'failed') return null;
  return result.trouble === 'cancel_closed' ? 'late' : 'failed';
}

/** The address with its city, for searches on maps; null where the branch has no address. */
export function fullAddressOf(address: string | null, city: string | null): string | null {
  if (!address) return null;
  return city && !address.toLowerCase().includes(city.toLowerCase()) ? `${city}, ${address}` : address;
}

type Place = { address: string | null; coordinates: Coordinates | null };

/** Links to maps. Coordinates are exact, so they come before the address; without both there are none. */
export function mapLinksOf({ address, coordinates }: Place): { title: MapService; url: string }[] {
  if (coordinates) {
    const { latitude, longitude } = coordinates;
    return [
      { title: 'yandex', url: urlOf('https://yandex.ru/maps/', { pt: `${longitude},${latitude}`, z: '17' }) },
      { title: 'two_gis', url: `https://2gis.ru/geo/${longitude},${latitude}` },
      { title: 'google', url: urlOf(GOOGLE_MAPS, { api: '1', query: `${latitude},${longitude}` }) },
    ];
  }
  if (!address) return [];
  return [
    { title: 'yandex', url: urlOf('https://yandex.ru/maps/', { text: address }) },
    { title: 'two_gis', url: `https://2gis.ru/search/${encodeURIComponent(address)}` },
    { title: 'google', url: urlOf(GOOGLE_MAPS, { api: '1', query: address }) },
  ];
}

export type MapService = 'yandex' | 'two_gis' | 'google';

const GOOGLE_MAPS = 'https://www.google.com/maps/search/';

/** The id under which Yandex counts links that open the application, or its store where it is not installed. */
const YANDEX_GO_TRACKING = '1178268795219780156';

/** Link that orders a taxi to the branch, from where the contact is. */
export function taxiLinkOf({ latitude, longitude }: Coordinates): string {
  return urlOf('https://3.redirect.appmetrica.yandex.com/route', {
    'end-lat': String(latitude),
    'end-lon': String(longitude),
    ref: 'frontdesk',
    appmetrica_tracking_id: YANDEX_GO_TRACKING,
  });
}

function urlOf(base: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(base);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
