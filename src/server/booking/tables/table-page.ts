import type { TableTerms } from '#contract/booking/buttons.ts';
import type { Language } from '#contract/primitives.ts';
import { type Html, html } from '#server/platform/visitors/visitor-html.ts';
import { waitMinutes } from '#server/platform/visitors/visitor-limits.ts';
import type { PublicAppearance, VisitorPage } from '#server/platform/visitors/visitor-pages.ts';
import { dateIn, oneLine, timeOf, weekdayIn } from '#server/texts/content/format-rules.ts';
import type { StoredRequest } from './table-queries.ts';
import {
  daysOf,
  mayCancelRequest,
  type TableConditions,
  type TableField,
  type TableForm,
  timesOf,
} from './table-rules.ts';
import { text } from '#server/booking/links/texts.ts';

/** The place that a table is requested at, as its pages show it. */
export type TablePlace = { appearance: PublicAppearance; title: string; phone: string | null };

/** A form as it is drawn. */
export type DrawnForm = {
  place: TablePlace;
  language: Language;
  /** Last part of the page's address; the form is posted to it. */
  token: string;
  /** Idempotency key of the form. */
  key: string;
  conditions: TableConditions;
  filled: TableForm;
  wrong: ReadonlySet<TableField>;
  /** The form was one too many: milliseconds until it is accepted; null: it was not. */
  retryAfterMs: number | null;
};

/** Draws the form that requests a table. It works without scripts, also in a frame on the restaurant's own site. */
export function drawTableForm(form: DrawnForm): VisitorPage {
  const { place, language, token, key, conditions, filled, wrong, retryAfterMs } = form;
  const { terms } = conditions;
  const { first, last } = daysOf(conditions);
  const title = text(language, 'table.title');
  const field = (name: TableField, control: Html) =>
    fieldOf(name, control, { language, isWrong: wrong.has(name), terms });
  const body = html`<p class="business">${place.title}</p>
    <h1>${title}</h1>
    <p>${text(language, 'table.lead')}</p>
    ${retryAfterMs !== null && html`<p class="problem" role="alert">${waitText(place, language, retryAfterMs)}</p>`}
    <form method="post" action="${token}">
      <input type="hidden" name="key" value="${key}" />
      ${field('date', html`<input type="date" name="date" required min="${first.toString()}" max="${last.toString()}" value="${filled.date}" ${invalid(wrong, 'date')} />`)}
      ${field(
        'time',
        html`<select name="time" ${invalid(wrong, 'time')}>
          ${timesOf(terms).map((time) => html`<option ${time === filled.time && html` selected`}>${time}</option>`)}
        </select>`,
      )}
      ${field('guests', html`<input type="number" name="guests" required min="1" max="${terms.mostGuests}" inputmode="numeric" value="${filled.guests}" ${invalid(wrong, 'guests')} />`)}
      ${field('name', html`<input type="text" name="name" required maxlength="80" autocomplete="name" value="${filled.name}" ${invalid(wrong, 'name')} />`)}
      ${field('phone', html`<input type="tel" name="phone" required maxlength="30" autocomplete="tel" value="${filled.phone}" ${invalid(wrong, 'phone')} />`)}
      ${field('comment', html`<textarea name="comment" rows="2" maxlength="500" placeholder="${text(language, 'table.comment_help')}">${filled.comment}</textarea>`)}
      <button>${text(language, 'table.submit')}</button>
    </form>
    ${callLink(place, language)}`;
  const status = retryAfterMs === null ? 200 : 429;
  return {
    status: wrong.size > 0 ? 422 : status,
    retryAfterMs: retryAfterMs ?? undefined,
    language,
    title,
    appearance: place.appearance,
    body,
    styles: STYLES,
    isFramable: true,
  };
}

function waitText({ phone }: TablePlace, language: Language, retryAfterMs: number): string {
  const count = waitMinutes(retryAfterMs);
  return text(language, oneLine(phone) ? 'table.often_call' : 'table.often', { count });
}

function fieldOf(
  name: TableField,
  control: Html,
  { language, isWrong, terms }: { language: Language; isWrong: boolean; terms: TableTerms },
): Html {
  return html`<label class="field"
    >${text(language, `table.${name}`)}${control}${
      isWrong &&
      html`<small class="problem" id="wrong-${name}" role="alert"
        >${text(language, `table.wrong.${name}`, { most: terms.mostGuests })}</small
      >`
    }</label
  >`;
}

const invalid = (wrong: ReadonlySet<TableField>, name: TableField) =>
  wrong.has(name) && html` aria-invalid="true" aria-describedby="wrong-${name}"`;

/** A request as its page shows it. */
export type DrawnRequest = {
  place: TablePlace;
  request: StoredRequest;
  timeZone: string;
  now: Temporal.Instant;
  /** Last parts of the addresses of the form and of this page. */
  tokens: { form: string; request: string };
};

/** Draws the page where a guest sees the answer to a request, and may cancel it. */
export function drawTableRequest({ place, request, timeZone, now, tokens }: DrawnRequest): VisitorPage {
  const { language, status } = request;
  const wall = request.startsAt.toZonedDateTimeISO(timeZone);
  const when = `${weekdayIn(wall, language)}, ${dateIn(wall, language)}, ${timeOf(wall)}`;
  const title = text(language, `table.state.${status}`);
  const body = html`<p class="business">${place.title}</p>
    <div role="status"><h1>${title}</h1></div>
    <dl>
      <div>
        <dt>${text(language, 'fact.when')}</dt>
        <dd>${when}</dd>
      </div>
      <div>
        <dt>${text(language, 'table.guests_fact')}</dt>
        <dd>${request.guests}</dd>
      </div>
      <div>
        <dt>${text(language, 'table.name')}</dt>
        <dd>${oneLine(request.name)}</dd>
      </div>
    </dl>
    ${status === 'new' && html`<a class="button" href="${tokens.request}">${text(language, 'table.refresh')}</a>`}
    ${
      (status === 'declined' || status === 'cancelled') &&
      html`<a class="button" href="../${tokens.form}">${text(language, 'table.again')}</a>`
    }
    ${
      mayCancelRequest(request, now) &&
      html`<details>
        <summary>${text(language, 'table.cancel')}</summary>
        <form method="post" action="${tokens.request}">
          <p>${text(language, 'table.cancel_question', { when })}</p>
          <button class="second">${text(language, 'table.cancel_submit')}</button>
        </form>
      </details>`
    }
    ${callLink(place, language)}`;
  return { language, title, appearance: place.appearance, body, styles: STYLES, isFramable: true };
}

function callLink({ phone }: TablePlace, language: Language): Html | null {
  const shown = oneLine(phone);
  if (!shown) return null;
  return html`<a class="button second call" href="tel:${shown.replaceAll(/[^+\d]/g, '')}"
    >${text(language, 'call', { phone: shown })}</a
  >`;
}

const STYLES = `
.business { margin: 0 0 4px; font-weight: 600; color: var(--text); }
label.field { margin-top: 12px; }
label.field > :is(input, textarea, select) { margin-bottom: 0; }
[aria-invalid] { border-color: var(--bad); }
small.problem { color: var(--bad); }
form > button { margin-top: 20px; }
details { margin-top: 8px; border: 1px solid var(--line); border-radius: 10px; }
details form { padding: 0 16px 16px; }
summary { padding: 12px 16px; line-height: 24px; font-weight: 600; text-align: center; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary:focus-visible { outline: 3px solid color-mix(in srgb, var(--accent) 45%, transparent); outline-offset: 2px; }
`;
