import type { VisitPageView } from '#contract/booking/calls.ts';
import { type Html, html } from '#server/platform/visitors/visitor-html.ts';
import type { VisitorPage } from '#server/platform/visitors/visitor-pages.ts';
import type { PageMessage } from './rules.ts';
import { text } from '#server/booking/links/texts.ts';

/** A visit page as it is drawn. */
export type DrawnVisitPage = {
  view: VisitPageView;
  /** Last part of the page's address; forms and links are relative to it, because a path may stand before ours. */
  token: string;
  /** The start that an answer is about. */
  startsAt: Temporal.Instant;
  message: PageMessage | null;
  /** Parts that upper rooms add, between the answers and the note. */
  parts: readonly Html[];
};

/** Draws the page of a visit, which works without scripts. */
export function drawVisitPage({ view, token, startsAt, message, parts }: DrawnVisitPage): VisitorPage {
  const { language, title, businessName, accent, logoUrl } = view;
  const body = html` <p class="business">${businessName}</p>
    <h1>${title}</h1>
    <div role="status">
      ${view.state && html`<p class="state ${view.state.tone}">${view.state.text}</p>`}
      ${message && html`<p class="message ${message}">${text(language, `message.${message}`)}</p>`}
    </div>
    <dl>
      ${view.facts.map(
        (fact) =>
          html`<div>
            <dt>${fact.label}</dt>
            <dd>${fact.text}</dd>
          </div>`,
      )}
    </dl>
    ${view.answers.map((answer) => answerForm(answer, { token, startsAt }))} ${parts} ${placeLinks(view)}
    ${calendarLinks(view, token)}
    ${view.phone && html`<a class="button second call" href="tel:${view.phone.phone.replaceAll(/[^+\d]/g, '')}">${view.phone.title}</a>`}
    ${view.note && html`<p class="note">${view.note}</p>`}`;
  return { language, title, appearance: { businessName, accent, logoUrl }, body, styles: STYLES };
}

type Answer = VisitPageView['answers'][number];

function answerForm(
  { answer, title, question, submit, url }: Answer,
  { token, startsAt }: Pick<DrawnVisitPage, 'token' | 'startsAt'>,
): Html {
  if (url) return html`<a class="button second" href="${url}" rel="noreferrer">${title}</a>`;
  const form = html`<form method="post" action="${token}">
    <input type="hidden" name="start" value="${startsAt.toString()}" />
    ${question && html`<p>${question}</p>`}
    <button name="answer" value="${answer}" class="${question && 'second'}">${submit}</button>
  </form>`;
  return question === null
    ? form
    : html`<details>
        <summary class="${answer}">${title}</summary>
        ${form}
      </details>`;
}

function placeLinks({ places, language }: VisitPageView): Html | null {
  if (places.length === 0) return null;
  return linkList(
    text(language, 'map.title'),
    places.map(({ title, url }) => html`<a href="${url}" rel="noreferrer">${title}</a>`),
  );
}

function calendarLinks({ calendars, language }: VisitPageView, token: string): Html | null {
  if (calendars.length === 0) return null;
  const links = calendars.map(
    ({ title, url }) =>
      html`<a href="${url ?? `${token}/calendar.ics`}" ${url && html` rel="noreferrer"`}>${title}</a>`,
  );
  return html`${linkList(text(language, 'calendar.title'), links)}<small>${text(language, 'calendar.again')}</small>`;
}

function linkList(title: string, links: readonly Html[]): Html {
  return html`<h2>${title}</h2>
    <ul class="links">
      ${links.map((link) => html`<li>${link}</li>`)}
    </ul>`;
}

const STYLES = `
.business { margin: 0 0 4px; font-weight: 600; color: var(--text); }
.state.bad { color: var(--bad); }
.state.neutral { color: var(--dim); }
.message { color: var(--text); font-weight: 600; }
.message:is(.failed, .late) { color: var(--bad); }
.links { margin: 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: 8px; }
.links a {
  display: grid; place-items: center; min-height: 44px; padding: 0 14px; box-sizing: border-box;
  border: 1px solid var(--line); border-radius: 10px; text-decoration: none;
}
details { margin-top: 8px; border: 1px solid var(--line); border-radius: 10px; }
details form { padding: 0 16px 16px; }
summary { padding: 12px 16px; line-height: 24px; font-weight: 600; text-align: center; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary:focus-visible { outline: 3px solid color-mix(in srgb, var(--accent) 45%, transparent); outline-offset: 2px; }
.note { margin: 24px 0 0; white-space: pre-line; }
small { margin-top: 8px; }
.call { margin-top: 24px; }
`;
