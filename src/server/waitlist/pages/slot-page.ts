import type { Language } from '#contract/primitives.ts';
import { type Html, html } from '#server/platform/visitors/visitor-html.ts';
import type { PublicAppearance, VisitorPage } from '#server/platform/visitors/visitor-pages.ts';
import { sumIn, timeOf } from '#server/texts/content/format-rules.ts';
import type { OfferedTime } from '#server/waitlist/offers/offer-writing.ts';
import type { OfferState } from '#server/waitlist/slots/rules.ts';
import type { StoredSlot } from '#server/waitlist/slots/stored.ts';
import { nearestLine, text, whenOf } from '#server/waitlist/settings/texts.ts';

/** The page of an offer at its link. */
export type SlotView = {
  appearance: PublicAppearance;
  language: Language;
  slot: StoredSlot;
  state: OfferState;
  /** The contact is on the waiting list. */
  isWaiting: boolean;
  /** Until then the slot is theirs to take; null: others may be quicker. */
  endsAt: Temporal.Instant | null;
  /** The later visit that they give up for this one. */
  givenUp: Temporal.Instant | null;
  now: Temporal.Instant;
};

/** The public page where a contact takes a freed slot. */
export function slotPage(view: SlotView): VisitorPage {
  const { language, appearance } = view;
  const title = text(language, TITLES[view.state]);
  return {
    language,
    title,
    appearance,
    body: html`<h1>${title}</h1>
      ${contentOf(view)}`,
  };
}

/** The page of an invented offer, without anything to press. */
export function exampleSlotPage({
  appearance,
  language,
  slot,
}: Pick<SlotView, 'appearance' | 'language'> & { slot: OfferedTime }): VisitorPage {
  const title = text(language, TITLES.free);
  return {
    language,
    title,
    appearance,
    body: html`<h1>${title}</h1>
      ${factsOf({ language, slot })}
      <p>${text(language, 'page.example')}</p>`,
  };
}

const TITLES = {
  free: 'page.title',
  declined: 'page.title_declined',
  yours: 'page.title_yours',
  lost: 'page.title_lost',
  refused: 'page.title_lost',
  held: 'page.title_gone',
  past: 'page.title_gone',
  gone: 'page.title_gone',
} as const satisfies Record<OfferState, string>;

function contentOf(view: SlotView): Html {
  const { language, slot, state, givenUp } = view;
  const when = whenOf(slot, language);
  const moves =
    givenUp && html`<p>${text(language, 'page.moves', { when: whenOf({ ...slot, startsAt: givenUp }, language) })}</p>`;
  const isTaken = state === 'lost' || state === 'refused';
  const nearest = isTaken ? nearestLine(slot, language, view.now) : [];
  switch (state) {
    case 'free':
      return html`${factsOf(view)}
        <p>${untilOf(view)}</p>
        ${moves}
        ${form(
          html`${button('accept', text(language, 'page.accept'))}${button('decline', text(language, 'page.decline'), true)}`,
        )}`;
    case 'yours': {
      const isBooked = slot.booking === 'booked' || slot.booking === 'entered';
      return html`<p class="state">${when}</p>
        ${factsOf(view)}
        <p>${text(language, isBooked ? 'page.booked' : 'page.promised')}</p>
        ${
          slot.branchPhone &&
          html`<a class="button second" href="${`tel:${slot.branchPhone}`}">${text(language, 'page.call')}</a>`
        }`;
    }
    case 'declined':
      return html`<p>${text(language, view.isWaiting ? 'reply.declined_waiting' : 'reply.declined')}</p>
        ${form(button('accept', text(language, 'page.accept_anyway'), true))}${waitingOf(view)}`;
    default:
      return html`<p>${text(language, `reply.${state}`, { when })}</p>
        ${nearest.map((line) => html`<p>${line}</p>`)} ${waitingOf(view)}`;
  }
}

function factsOf({ language, slot }: Pick<SlotView, 'language'> & { slot: OfferedTime }): Html {
  const fact = (name: 'when' | 'service' | 'master' | 'where' | 'price', value: string | null) =>
    value &&
    html`<div>
      <dt>${text(language, `page.${name}`)}</dt>
      <dd>${value}</dd>
    </div>`;
  return html`<dl>
    ${fact('when', whenOf(slot, language))}${fact('service', slot.serviceTitles.join(', '))}
    ${fact('master', slot.masterName)}
    ${fact('where', [slot.branchTitle, slot.branchAddress].filter(Boolean).join(', '))}
    ${fact('price', slot.priceMinor > 0 ? sumIn(slot.priceMinor, slot.currency, language) : null)}
  </dl>`;
}

function untilOf({ language, endsAt, slot: { timeZone } }: SlotView): string {
  if (endsAt === null) return text(language, 'page.until_all');
  return text(language, 'page.until', { time: timeOf(endsAt.toZonedDateTimeISO(timeZone)) });
}

/** A contact on the list sees that they are; a likely client may join. */
function waitingOf({ language, isWaiting, state }: SlotView): Html | null {
  if (state === 'declined' && isWaiting) return null;
  if (isWaiting) return html`<p>${text(language, 'page.waiting')}</p>`;
  return form(button('wait', text(language, 'page.wait'), true));
}

const form = (content: Html) => html`<form method="post">${content}</form>`;

const button = (answer: 'accept' | 'decline' | 'wait', title: string, isSecond = false) =>
  html`<button name="answer" value="${answer}" class="${isSecond && 'second'}">${title}</button>`;
