import type { Language } from '#contract/primitives.ts';
import type { Chat } from '#server/channels/storage/chat-reads.ts';
import { type Html, html } from '#server/platform/visitors/visitor-html.ts';
import type { PublicAppearance, VisitorPage } from '#server/platform/visitors/visitor-pages.ts';
import { dateIn, oneLine, shortWeekdayIn, sumIn, timeOf, weekdayIn } from '#server/texts/content/format-rules.ts';
import type { BookableMaster, BookableService, Performer } from '#server/visits/appointments/bookable-rules.ts';
import { text } from '#server/booking/links/texts.ts';
import { ONLINE_STYLES } from './online-styles.ts';
import { type OnlineDays, servicesByCategory, stripOf } from './online-rules.ts';

/** The branch whose visits are booked, as its pages show it. */
export type OnlinePlace = {
  appearance: PublicAppearance;
  title: string;
  address: string | null;
  city: string | null;
  phone: string | null;
  /** IANA. */
  timeZone: string;
  /** ISO 4217. */
  currency: string;
  /** Messengers in which a visitor can write. */
  chats: readonly Chat[];
};

/** A page of a button. @property token last part of the address of its first page */
export type OnlineFrame = {
  place: OnlinePlace;
  language: Language;
  token: string;
  /** A booking whose time was taken: its name and phone come back in the form. */
  again: string | null;
};

/** The choices made so far; the others are left out. @property master null: any */
export type ChosenVisit = {
  service: BookableService;
  master?: BookableMaster | null;
  /** Several masters perform the service. */
  hasChoice?: boolean;
  at?: Temporal.Instant;
  day?: Temporal.PlainDate;
};

/** The address of a step, relative to any page of the button. */
export function stepUrl(
  { token, again }: Pick<OnlineFrame, 'token' | 'again'>,
  choice: Record<string, string | null | undefined>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...choice, again })) if (value) query.set(name, value);
  return query.size > 0 ? `${token}?${query.toString()}` : token;
}

/** Draws a page of booking; all of them may be shown in a frame on the business's own site. */
export function drawOnline(
  { place, language }: Pick<OnlineFrame, 'place' | 'language'>,
  body: Html,
  rest: Partial<Pick<VisitorPage, 'status' | 'title' | 'retryAfterMs' | 'refreshSeconds'>> = {},
): VisitorPage {
  return {
    language,
    title: text(language, 'online.title'),
    appearance: place.appearance,
    body: html`<p class="business">${oneLine(place.title)}</p>
      ${body}`,
    styles: ONLINE_STYLES,
    isFramable: true,
    ...rest,
  };
}

/** Draws the choice of a service. */
export function drawServices(frame: OnlineFrame, services: readonly BookableService[]): VisitorPage {
  const { language, place } = frame;
  const groups = [...servicesByCategory(services)];
  const list = (group: readonly BookableService[]) =>
    html`<ul class="choices">
      ${group.map(
        (service) =>
          html`<li>
            <a href="${stepUrl(frame, { service: service.id })}"
              ><span>${oneLine(service.title)}</span>${detailsOf(service, place, language)}</a
            >
          </li>`,
      )}
    </ul>`;
  const isSplit = groups.length > 1 && services.length > UNFOLDED;
  return drawOnline(
    frame,
    html`<h1>${text(language, 'online.title')}</h1>
      <h2>${text(language, 'online.service')}</h2>
      ${groups.map(([category, group]) => {
        const name = oneLine(category) || text(language, 'online.other_services');
        if (isSplit)
          return html`<details>
            <summary>${name}</summary>
            ${list(group)}
          </details>`;
        return html`${groups.length > 1 && html`<h3>${name}</h3>`}${list(group)}`;
      })}
      ${reachLinks(place, language)}`,
  );
}

/** More services than these are folded into their categories. */
const UNFOLDED = 12;

function detailsOf(
  { priceMinor, durationMinutes }: BookableService,
  { currency }: OnlinePlace,
  language: Language,
): Html | null {
  const price = sumIn(priceMinor ?? 0, currency, language);
  const parts = [
    ...(durationMinutes ? [text(language, 'online.minutes', { count: durationMinutes })] : []),
    ...(price ? [price] : []),
  ];
  return parts.length > 0 ? html`<small>${parts.join(' · ')}</small>` : null;
}

/** Draws the choice of a master. */
export function drawMasters(frame: OnlineFrame, chosen: ChosenVisit, performers: readonly Performer[]): VisitorPage {
  const { language } = frame;
  const service = chosen.service.id;
  const choice = (master: string, name: string, note: string | null) =>
    html`<li>
      <a href="${stepUrl(frame, { service, master })}"><span>${name}</span>${note && html`<small>${note}</small>`}</a>
    </li>`;
  return drawOnline(
    frame,
    html`<h1>${text(language, 'online.master')}</h1>
      ${chosenList(frame, chosen)}
      <ul class="choices">
        ${choice('any', text(language, 'online.any_master'), text(language, 'online.any_master_note'))}
        ${performers.map(({ master }) => choice(master.id, oneLine(master.name), oneLine(master.specialization) || null))}
      </ul>`,
  );
}

/** The times of a day; `null` day: the searched days, up to `last`, have none. */
export type DrawnTimes = {
  chosen: ChosenVisit;
  /** As it is in addresses. */
  master: string;
  days: OnlineDays;
  day: Temporal.PlainDate | null;
  /** The last searched day. */
  last: Temporal.PlainDate;
  starts: readonly Temporal.Instant[];
  /** The time that was chosen was taken meanwhile. */
  isTaken: boolean;
};

/** Draws the choice of a day and a time. */
export function drawTimes(frame: OnlineFrame, drawn: DrawnTimes): VisitorPage {
  const { place, language } = frame;
  const { chosen, master, days, day, last, starts, isTaken } = drawn;
  const service = chosen.service.id;
  const to = (choice: Record<string, string>) => stepUrl(frame, { service, master, ...choice });
  const next = last.add({ days: 1 });
  const hasNext = Temporal.PlainDate.compare(next, days.last) <= 0;
  const times = html`<ul class="times" aria-label="${text(language, 'online.times')}">
    ${starts.map((at) => {
      const wall = at.toZonedDateTimeISO(place.timeZone);
      return html`<li><a href="${to({ at: at.toString() })}">${timeOf(wall)}</a></li>`;
    })}
  </ul>`;
  const until = dateIn(last.toZonedDateTime(place.timeZone), language);
  const nothing = html`<p role="status">
      ${day ? text(language, 'online.none_on_day') : text(language, 'online.none_until', { day: until })}
    </p>
    ${hasNext && html`<a class="button" href="${to({ from: next.toString() })}">${text(language, 'online.next_days')}</a>`}
    ${!hasNext && html`<p>${text(language, 'online.none_at_all')}</p>`}`;
  return drawOnline(
    frame,
    html`<h1>${text(language, 'online.time')}</h1>
      ${isTaken && html`<p class="problem" role="alert">${text(language, 'online.taken')}</p>`}
      ${chosenList(frame, chosen)}
      ${dayStrip({ language, days, day: day ?? last, isChosen: day !== null, timeZone: place.timeZone }, to)}
      ${day && html`<h2>${dayText(day, place.timeZone, language)}</h2>`}
      ${starts.length > 0 ? times : html`${nothing}${reachLinks(place, language)}`}`,
  );
}

type Strip = {
  language: Language;
  days: OnlineDays;
  day: Temporal.PlainDate;
  isChosen: boolean;
  timeZone: string;
};

function dayStrip(
  { language, days, day, isChosen, timeZone }: Strip,
  to: (choice: Record<string, string>) => string,
): Html {
  const { days: shown, before, after } = stripOf(day, days);
  const week = (start: Temporal.PlainDate | null, label: string, sign: string) =>
    start
      ? html`<a href="${to({ day: start.toString() })}" aria-label="${label}">${sign}</a>`
      : html`<span aria-hidden="true">${sign}</span>`;
  return html`<nav class="days" aria-label="${text(language, 'online.day')}">
    ${week(before, text(language, 'online.week_before'), '‹')}
    ${shown.map((one) => {
      const wall = one.toZonedDateTime(timeZone);
      const isCurrent = isChosen && one.equals(day);
      return html`<a
        href="${to({ day: one.toString() })}"
        aria-label="${dayText(one, timeZone, language)}"
        ${isCurrent && html` aria-current="date"`}
        ><small>${shortWeekdayIn(wall, language)}</small>${one.day}</a
      >`;
    })}
    ${week(after, text(language, 'online.week_after'), '›')}
  </nav>`;
}

const dayText = (day: Temporal.PlainDate, timeZone: string, language: Language) => {
  const wall = day.toZonedDateTime(timeZone);
  return `${weekdayIn(wall, language)}, ${dateIn(wall, language)}`;
};

/** The parts that are chosen, each with a link that chooses it again. */
export function chosenList(frame: OnlineFrame, { service, master, hasChoice, at, day }: ChosenVisit): Html {
  const { place, language } = frame;
  const change = (to: string, name: string) =>
    html`<a href="${to}" aria-label="${text(language, 'online.change_of', { name })}"
      >${text(language, 'online.change')}</a
    >`;
  const row = (name: string, value: string, details: HtmlOrNull, to: string | null) =>
    html`<div>
      <dt>${name}</dt>
      <dd><span>${value}${details}</span>${to !== null && change(to, name)}</dd>
    </div>`;
  const nameOfMaster = master ? oneLine(master.name) : text(language, 'online.any_master');
  const masterId = master ? master.id : 'any';
  return html`<dl class="chosen">
    ${row(text(language, 'fact.service'), oneLine(service.title), detailsOf(service, place, language), stepUrl(frame, {}))}
    ${master !== undefined && row(text(language, 'fact.master'), nameOfMaster, null, hasChoice ? stepUrl(frame, { service: service.id }) : null)}
    ${at && row(text(language, 'fact.when'), whenText(at, place.timeZone, language), null, stepUrl(frame, { service: service.id, master: masterId, day: day?.toString() }))}
  </dl>`;
}

type HtmlOrNull = Html | null;

export function whenText(at: Temporal.Instant, timeZone: string, language: Language): string {
  const wall = at.toZonedDateTimeISO(timeZone);
  return `${weekdayIn(wall, language)}, ${dateIn(wall, language)}, ${timeOf(wall)}`;
}

/** Ways to book otherwise: the phone, and messengers. */
export function reachLinks({ phone, chats }: OnlinePlace, language: Language): Html | null {
  const shown = oneLine(phone);
  if (!shown && chats.length === 0) return null;
  return html`<div class="reach">
    ${
      shown &&
      html`<a class="button second" href="tel:${shown.replaceAll(/[^+\d]/g, '')}"
        >${text(language, 'call', { phone: shown })}</a
      >`
    }
    ${chats.map(({ name, url }) => html`<a class="button second" href="${url}" rel="noreferrer noopener" target="_blank">${text(language, 'online.write', { channel: name })}</a>`)}
  </div>`;
}
