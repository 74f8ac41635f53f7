import type { Language } from '#contract/primitives.ts';
import { type Html, html } from '#server/platform/visitors/visitor-html.ts';
import { waitMinutes } from '#server/platform/visitors/visitor-limits.ts';
import type { VisitorPage } from '#server/platform/visitors/visitor-pages.ts';
import { oneLine } from '#server/texts/content/format-rules.ts';
import { text } from '#server/booking/links/texts.ts';
import { phoneCountries } from './country-rules.ts';
import {
  chosenList,
  type ChosenVisit,
  drawOnline,
  type OnlineFrame,
  type OnlinePlace,
  reachLinks,
  whenText,
} from './online-page.ts';
import type { OnlineBooking } from './online-queries.ts';
import type { OnlineField, OnlineForm } from './online-rules.ts';

/** The form of a visit as it is drawn. */
export type DrawnOnlineForm = {
  chosen: ChosenVisit & { at: Temporal.Instant };
  /** As it is in addresses. */
  master: string;
  /** Idempotency key of the form. */
  key: string;
  filled: OnlineForm;
  wrong: ReadonlySet<OnlineField>;
  /** The form was one too many: milliseconds until it is accepted; null: it was not. */
  retryAfterMs: number | null;
  /** The booking system did not answer. */
  isDown: boolean;
};

/** Draws the form that books a visit. It works without scripts. */
export function drawOnlineForm(frame: OnlineFrame, form: DrawnOnlineForm): VisitorPage {
  const { place, language, token, again } = frame;
  const { chosen, master, key, filled, wrong, retryAfterMs, isDown } = form;
  const invalid = (name: OnlineField) => wrong.has(name) && html` aria-invalid="true" aria-describedby="wrong-${name}"`;
  const problem = (name: OnlineField) =>
    wrong.has(name) &&
    html`<small class="problem" id="wrong-${name}" role="alert">${text(language, `table.wrong.${name}`)}</small>`;
  const business = oneLine(place.appearance.businessName) || oneLine(place.title);
  const body = html`<h1>${text(language, 'online.check')}</h1>
    ${retryAfterMs !== null && html`<p class="problem" role="alert">${oftenText(place, language, retryAfterMs)}</p>`}
    ${isDown && html`<p class="problem" role="alert">${text(language, 'online.down_form')}</p>`}
    ${chosenList(frame, chosen)}
    <form method="post" action="${token}">
      <input type="hidden" name="key" value="${key}" />
      <input type="hidden" name="service" value="${chosen.service.id}" />
      <input type="hidden" name="master" value="${master}" />
      <input type="hidden" name="at" value="${chosen.at.toString()}" />
      ${again !== null && html`<input type="hidden" name="again" value="${again}" />`}
      <label class="field"
        >${text(language, 'table.name')}<input
          type="text"
          name="name"
          required
          maxlength="80"
          autocomplete="name"
          value="${filled.name}"
          ${invalid('name')}
        />${problem('name')}</label
      >
      <div class="phone" role="group" aria-label="${text(language, 'table.phone')}">
        <label class="field"
          >${text(language, 'online.country')}<select name="country" autocomplete="country">
            ${phoneCountries(language).map(({ code, label }) => html`<option value="${code}" ${code === filled.country && html` selected`}>${label}</option>`)}
          </select></label
        >
        <label class="field"
          >${text(language, 'table.phone')}<input
            type="tel"
            name="phone"
            required
            maxlength="30"
            autocomplete="tel"
            value="${filled.phone}"
            ${invalid('phone')}
        /></label>
        ${problem('phone')}
      </div>
      <button>${text(language, 'online.submit')}</button>
      <small>${text(language, 'online.consent', { business })}</small>
    </form>
    ${(isDown || retryAfterMs !== null) && reachLinks(place, language)}`;
  return drawOnline(frame, body, {
    title: text(language, 'online.check'),
    status: statusOf(form),
    retryAfterMs: retryAfterMs ?? undefined,
  });
}

function statusOf({ wrong, retryAfterMs, isDown }: DrawnOnlineForm): number {
  if (wrong.size > 0) return 422;
  if (retryAfterMs !== null) return 429;
  return isDown ? 503 : 200;
}

function oftenText({ phone }: OnlinePlace, language: Language, retryAfterMs: number): string {
  const count = waitMinutes(retryAfterMs);
  return text(language, oneLine(phone) ? 'table.often_call' : 'table.often', { count });
}

/** A booked visit as its page shows it. */
export type DrawnBooking = {
  booking: OnlineBooking;
  /** Null where the booking system no longer has it. */
  service: string | null;
  master: string | null;
  /** The page of the visit, relative to this one; null until it is booked. */
  visitUrl: string | null;
  now: Temporal.Instant;
  /** The first page of the button, relative to this one. */
  againUrl: string;
};

const FIRST_SECONDS = 60;
const FIRST_REFRESH = 2;
const LATER_REFRESH = 15;

/** Draws what became of a booking. */
export function drawBooking(frame: Pick<OnlineFrame, 'place' | 'language'>, drawn: DrawnBooking): VisitorPage {
  const { place, language } = frame;
  const { booking, service, master, visitUrl, now, againUrl } = drawn;
  const { status, startsAt, createdAt, name } = booking;
  const where = [place.city, place.address].map(oneLine).filter(Boolean).join(', ');
  const fact = (label: string, value: string | null): Html | null =>
    value
      ? html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`
      : null;
  const title = text(language, `online.state.${status}`);
  const seconds = now.since(createdAt).total('seconds');
  const isLong = seconds > FIRST_SECONDS;
  const body = html`<div role="status"><h1>${title}</h1></div>
    ${status === 'pending' && html`<p>${text(language, isLong ? 'online.pending_long' : 'online.pending')}</p>`}
    ${status === 'failed' && html`<p>${text(language, 'online.failed_note')}</p>`}
    <dl>
      ${fact(text(language, 'fact.when'), whenText(startsAt, place.timeZone, language))}
      ${fact(text(language, 'fact.service'), service)} ${fact(text(language, 'fact.master'), master)}
      ${fact(text(language, 'fact.where'), where || oneLine(place.title))}
      ${fact(text(language, 'table.name'), oneLine(name))}
    </dl>
    ${status === 'pending' && html`<a class="button second" href="">${text(language, 'table.refresh')}</a>`}
    ${visitUrl !== null && html`<a class="button" href="${visitUrl}">${text(language, 'online.details')}</a>`}
    ${status === 'booked' && html`<a class="button second" href="${againUrl}">${text(language, 'online.another')}</a>`}
    ${reachLinks(place, language)}`;
  const wait = isLong ? LATER_REFRESH : FIRST_REFRESH;
  return drawOnline(frame, body, { title, ...(status === 'pending' && { refreshSeconds: wait }) });
}

/** Draws the page of a branch in which nothing can be booked online now. */
export function drawUnavailable(
  { place, language }: Pick<OnlineFrame, 'place' | 'language'>,
  { isDown, againUrl }: { isDown: boolean; againUrl: string | null },
): VisitorPage {
  const canReach = oneLine(place.phone) !== '' || place.chats.length > 0;
  const kind = isDown ? 'down' : 'closed';
  const title = text(language, `online.${kind}`);
  const body = html`<div role="status"><h1>${title}</h1></div>
    <p>${text(language, canReach ? `online.${kind}_reach` : `online.${kind}_note`)}</p>
    ${againUrl !== null && html`<a class="button" href="${againUrl}">${text(language, 'online.try_again')}</a>`}
    ${reachLinks(place, language)}`;
  return drawOnline({ place, language }, body, { title, ...(isDown && { status: 503 }) });
}
