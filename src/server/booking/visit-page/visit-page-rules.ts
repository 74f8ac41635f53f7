import type { VisitPageAnswer, VisitPageView } from '#contract/booking/calls.ts';
import type { Language } from '#contract/primitives.ts';
import type { PublicAppearance } from '#server/platform/visitors/visitor-pages.ts';
import { dateIn, oneLine, sumIn, timeOf, weekdayIn } from '#server/texts/content/format-rules.ts';
import type { VisitFactsForFlow } from '#server/visits/storage/rules.ts';
import { type CalendarEvent, googleCalendarLink } from '#server/booking/links/calendar-rules.ts';
import {
  answersOffered,
  type BranchVisitPage,
  fullAddressOf,
  mapLinksOf,
  taxiLinkOf,
  type VisitPlace,
  type VisitState,
  visitStateOf,
} from './rules.ts';
import { text } from '#server/booking/links/texts.ts';

/** The facts a visit page is made of. */
export type VisitPageFacts = {
  visit: VisitFactsForFlow;
  place: VisitPlace | null;
  settings: BranchVisitPage;
  appearance: PublicAppearance;
  language: Language;
  now: Temporal.Instant;
  /** They asked for another time than the visit's present one. */
  hasRequestedMove: boolean;
  /** The full address of the page. */
  url: string;
};

/** The page of a visit in words. */
export function visitPageView(facts: VisitPageFacts): VisitPageView {
  const { visit, settings, appearance, language, now } = facts;
  const state = visitStateOf(visit, now);
  const isAhead = state === 'expected' || state === 'confirmed';
  const phone = oneLine(visit.branchPhone);
  return {
    language,
    ...appearance,
    title: text(language, 'title'),
    state: stateIn(state, language),
    facts: factsIn(facts),
    phone: phone ? { title: text(language, 'call', { phone }), phone } : null,
    places: isAhead ? placesIn(facts) : [],
    calendars: isAhead && settings.showsCalendar ? calendarsIn(facts) : [],
    answers: answersIn(facts),
    note: settings.note,
  };
}

/** A visit as an entry of a calendar. */
export function calendarEventOf(facts: VisitPageFacts): CalendarEvent {
  const { visit, place, settings, appearance, language, now, url } = facts;
  const services = servicesIn(visit);
  const business = appearance.businessName;
  const master = settings.showsMaster ? oneLine(visit.masterName) : '';
  const lines = [master && text(language, 'event.master', { master }), text(language, 'event.page', { url })];
  return {
    uid: `visit-${visit.id}@${new URL(url).hostname}`,
    title: services ? text(language, 'event.title', { service: services, business }) : business,
    description: lines.filter(Boolean).join('\n'),
    location: fullAddressOf(oneLine(visit.branchAddress), place?.city ?? null) ?? oneLine(visit.branchTitle),
    coordinates: place?.coordinates ?? null,
    startsAt: visit.startsAt,
    durationMinutes: visit.durationMinutes,
    // NOTE: a cancellation follows the last move.
    sequence: visit.status === 'cancelled' ? visit.timeVersion : visit.timeVersion - 1,
    isCancelled: visit.status === 'cancelled',
    writtenAt: now,
  };
}

const TONES = { confirmed: 'good', cancelled: 'bad', over: 'neutral' } as const;

function stateIn(state: VisitState, language: Language): VisitPageView['state'] {
  if (state === 'expected') return null;
  return { tone: TONES[state], text: text(language, `state.${state}`) };
}

function factsIn({ visit, settings, language }: VisitPageFacts): VisitPageView['facts'] {
  const rows = [
    { label: 'when' as const, text: whenIn(visit, language) },
    { label: 'service' as const, text: servicesIn(visit) },
    { label: 'master' as const, text: settings.showsMaster ? oneLine(visit.masterName) : '' },
    {
      label: 'price' as const,
      text: settings.showsPrice ? sumIn(visit.totalMinor, visit.currency, language) : '',
    },
    {
      label: 'where' as const,
      text: [visit.branchTitle, visit.branchAddress].map(oneLine).filter(Boolean).join(', '),
    },
  ];
  return rows.flatMap((row) => (row.text ? { label: text(language, `fact.${row.label}`), text: row.text } : []));
}

const servicesIn = ({ serviceTitles }: Pick<VisitFactsForFlow, 'serviceTitles'>) =>
  serviceTitles.map(oneLine).filter(Boolean).join(', ');

/** «понедельник, 23 ноября, 18:30–19:30», by the branch's clock. */
function whenIn(visit: VisitFactsForFlow, language: Language): string {
  const from = visit.startsAt.toZonedDateTimeISO(visit.timeZone);
  const to = from.add({ minutes: visit.durationMinutes });
  const hours = visit.durationMinutes > 0 ? `${timeOf(from)}–${timeOf(to)}` : timeOf(from);
  return `${weekdayIn(from, language)}, ${dateIn(from, language)}, ${hours}`;
}

function placesIn({ visit, place, settings, language }: VisitPageFacts): VisitPageView['places'] {
  const coordinates = place?.coordinates ?? null;
  const address = fullAddressOf(oneLine(visit.branchAddress), place?.city ?? null);
  const maps = settings.showsMap ? mapLinksOf({ address, coordinates }) : [];
  const taxi =
    settings.showsTaxi && coordinates ? [{ title: text(language, 'taxi'), url: taxiLinkOf(coordinates) }] : [];
  return [...maps.map(({ title, url }) => ({ title: text(language, `map.${title}`), url })), ...taxi];
}

function calendarsIn(facts: VisitPageFacts): VisitPageView['calendars'] {
  const { language } = facts;
  return [
    { title: text(language, 'calendar.file'), url: null },
    { title: text(language, 'calendar.google'), url: googleCalendarLink(calendarEventOf(facts)) },
  ];
}

function answersIn(facts: VisitPageFacts): VisitPageView['answers'] {
  const { visit, settings, language } = facts;
  return answersOffered(visit, settings, facts).map((answer) => {
    const url = answer === 'move' ? webAddressOf(visit.manageUrl) : null;
    return { answer, url, ...answerWordsIn(answer, visit, language) };
  });
}

function answerWordsIn(answer: VisitPageAnswer, visit: VisitFactsForFlow, language: Language) {
  const title = text(language, `answer.${answer}.title`);
  if (answer === 'confirm') return { title, question: null, submit: title };
  const when = whenIn(visit, language);
  const question = text(language, `answer.${answer}.question`, { when });
  return { title, question, submit: text(language, `answer.${answer}.submit`) };
}

/** An address of a vendor that is safe in a link; null for any other. */
function webAddressOf(url: string | null): string | null {
  const protocol = url !== null && URL.canParse(url) ? new URL(url).protocol : '';
  return protocol === 'https:' || protocol === 'http:' ? url : null;
}
