import type { Language } from '#contract/primitives.ts';
import {
  classOfStars,
  LARGEST_PHOTO_MEGABYTES,
  LONGEST_REVIEW,
  type ReviewClass,
  STARS,
} from '#contract/reviews/values.ts';
import { type Html, html } from '#server/platform/visitors/visitor-html.ts';
import type { ReviewPageView, ReviewWidgetSettings } from '#contract/reviews/widgets.ts';
import type { PublicAppearance, VisitorPage } from '#server/platform/visitors/visitor-pages.ts';
import { dateIn, timeOf } from '#server/texts/content/format-rules.ts';
import type { OpenPage, PageLink } from './page-actions.ts';
import { hintsFor, offerAfter } from '#server/reviews/storage/rules.ts';
import { STARS_SCRIPT } from './stars-script.ts';
import { hintText, text } from '#server/reviews/storage/texts.ts';

type Shown = {
  page: OpenPage;
  link: PageLink;
  /** The last part of the page's address. */
  token: string;
  language: Language;
  /** The contact has sent the form. */
  isSent: boolean;
  /** Why the photo of the form was not kept. */
  photoTrouble: 'wrong' | 'big' | 'slow' | 'pixels' | 'busy' | null;
};

/** The public page where a contact rates a visit, an order or the business. */
export function reviewPage(shown: Shown): VisitorPage {
  const { page, link, language } = shown;
  return {
    language,
    title: text(language, 'page.title'),
    appearance: page.appearance,
    styles: STYLES,
    script: `${link.kind === 'widget' ? '../' : ''}${STARS_SCRIPT.name}`,
    body: html`<p class="name">${page.appearance.businessName}</p>
      ${mainPart(shown)} ${page.settings.footerText && html`<p class="foot">${page.settings.footerText}</p>`}`,
  };
}

/** The same words as data, for the preview of unsaved settings. */
export function reviewPageView(
  { businessName, accent, logoUrl }: PublicAppearance,
  settings: ReviewWidgetSettings,
  { stars, language }: { stars: number; language: Language },
): ReviewPageView {
  const ofClass = classOfStars(stars);
  const { maps, isOwnerFirst } = offerAfter(stars, settings);
  const t = (key: Parameters<typeof text>[1], values?: Parameters<typeof text>[2]) => text(language, key, values);
  return {
    language,
    businessName,
    accent,
    logoUrl,
    title: t('page.headline'),
    question: t(`page.${QUESTIONS[ofClass]}`),
    hints: hintsFor(stars, settings, false).map((tag) => hintText(tag, language)),
    textLabel: t('page.text'),
    comesAgain: settings.hasComesAgain ? { question: t('page.again'), yes: t('page.yes'), no: t('page.no') } : null,
    photoLabel: settings.takesPhoto ? t('page.photo') : null,
    toOwner: isOwnerFirst ? t('page.to_owner') : null,
    send: t(isOwnerFirst ? 'page.send_owner' : 'page.send'),
    call: isOwnerFirst && settings.answerPhone ? t('page.call', { phone: settings.answerPhone }) : null,
    maps:
      maps.length === 0
        ? null
        : {
            title: t(isOwnerFirst ? 'page.maps_bad' : 'page.maps'),
            names: maps.map(({ service }) => t(`map.${service}`)),
          },
    footerText: settings.footerText,
  };
}

function mainPart(shown: Shown): Html | null {
  const { review, isTooEarly } = shown.page;
  if (review && shown.isSent) return sentPart(shown);
  return isTooEarly && !review ? earlyPart(shown) : ratingPart(shown);
}

function earlyPart({ page, language }: Shown): Html {
  return html`<h1>${text(language, 'page.early')}</h1>
    ${thingLine(page, language)}
    <p class="hint">${text(language, 'page.early_note')}</p>`;
}

function ratingPart(shown: Shown): Html {
  const { page, link, language } = shown;
  const { review } = page;
  return html`<h1>${text(language, 'page.headline')}</h1>
    ${thingLine(page, language)}
    <form method="post" class="stars" aria-label="${text(language, review ? 'page.yours' : 'page.rate')}">
      ${link.nonce && html`<input type="hidden" name="once" value="${link.nonce}" />`}
      ${STARS.map(
        (stars) =>
          html`<button
            name="stars"
            value="${stars}"
            aria-label="${text(language, 'page.stars', { count: stars })}"
            aria-pressed="${review?.stars === stars ? 'true' : 'false'}"
            class="${review && stars <= review.stars && 'lit'}"
          >
            ★
          </button>`,
      )}
    </form>
    <p class="hint">${text(language, review ? 'page.change' : 'page.rate')}</p>
    ${review && [detailsPart(shown, review), offerPart(shown, review)]}`;
}

function thingLine({ thing }: OpenPage, language: Language): Html | null {
  const wall = thing.startsAt?.toZonedDateTimeISO(thing.timeZone);
  const words = [
    wall && `${dateIn(wall, language)}, ${timeOf(wall)}`,
    thing.serviceTitles.join(', '),
    thing.branchTitle,
  ];
  const line = words.filter(Boolean).join(' · ');
  return line === '' ? null : html`<p>${line}</p>`;
}

const QUESTIONS: Readonly<Record<ReviewClass, 'bad' | 'neutral' | 'good'>> = {
  negative: 'bad',
  neutral: 'neutral',
  positive: 'good',
};

type Review = NonNullable<OpenPage['review']>;

function detailsPart({ page: { settings }, link, language, photoTrouble }: Shown, review: Review): Html {
  const ofClass = classOfStars(review.stars);
  const { isOwnerFirst } = offerAfter(review.stars, settings);
  return html`<form method="post" ${settings.takesPhoto && html` enctype="multipart/form-data"`}>
    <input type="hidden" name="details" value="1" />
    <fieldset>
      <legend>${text(language, `page.${QUESTIONS[ofClass]}`)}</legend>
      <div class="tags">
        ${hintsFor(review.stars, settings, link.kind === 'order').map(
          (tag) =>
            html`<label class="tag"
              ><input type="checkbox" name="tags" value="${tag}" ${review.tags.includes(tag) && html` checked`} /><span
                >${hintText(tag, language)}</span
              ></label
            >`,
        )}
      </div>
    </fieldset>
    <label class="field"
      >${text(language, 'page.text')}<textarea
        name="text"
        rows="3"
        maxlength="${LONGEST_REVIEW}"
        placeholder="${text(language, 'page.text_hint')}"
      >
${review.text}</textarea>
    </label>
    ${settings.hasComesAgain && comesAgainPart(review, language)}
    ${settings.takesPhoto && photoPart(review, photoTrouble, language)}
    ${isOwnerFirst && html`<small>${text(language, 'page.to_owner')}</small>`}
    <button>${text(language, isOwnerFirst ? 'page.send_owner' : 'page.send')}</button>
    ${isOwnerFirst && phonePart(settings.answerPhone, language)}
  </form>`;
}

function comesAgainPart({ comesAgain }: Review, language: Language): Html {
  const choice = (value: 'yes' | 'no', isChosen: boolean) =>
    html`<label
      ><input
        type="radio"
        name="comesAgain"
        value="${value}"
        ${isChosen && html` checked`}
      />${text(language, `page.${value}`)}</label
    >`;
  return html`<fieldset class="again">
    <legend>${text(language, 'page.again')}</legend>
    ${[choice('yes', comesAgain === true), choice('no', comesAgain === false)]}
  </fieldset>`;
}

function photoPart({ photoId }: Review, trouble: Shown['photoTrouble'], language: Language): Html {
  const limit = { megabytes: LARGEST_PHOTO_MEGABYTES };
  return html`<label class="field"
    >${text(language, 'page.photo')}<input type="file" name="photo" accept="image/jpeg,image/png" /><span
      class="pick"
      data-chosen="${text(language, 'page.photo_chosen')}"
      >${text(language, photoId === null ? 'page.photo_choose' : 'page.photo_replace')}</span
    ><small>${photoId === null ? text(language, 'page.photo_hint', limit) : text(language, 'page.photo_there')}</small
    >${trouble && html`<span class="problem" role="alert">${text(language, `page.photo_${trouble}`, limit)}</span>`}</label
  >`;
}

function phonePart(phone: string | null, language: Language): Html | null {
  if (phone === null) return null;
  return html`<a class="button second" href="tel:${phone}">${text(language, 'page.call', { phone })}</a>`;
}

/** The maps, each with a click that is counted; secondary ones for a contact who is offered the owner first. */
function offerPart({ page: { settings, thing }, token, language, isSent }: Shown, { stars }: Review): Html | null {
  const { maps, isOwnerFirst } = offerAfter(stars, settings);
  if (maps.length === 0) return null;
  return html`<section class="maps">
    <h2>${text(language, isOwnerFirst ? 'page.maps_bad' : 'page.maps')}</h2>
    ${thing.branchAddress && html`<p>${thing.branchAddress}</p>`}
    ${maps.map(
      ({ service }) =>
        html`<a
          class="button ${(isOwnerFirst || !isSent) && 'second'}"
          href="${encodeURIComponent(token)}/map/${service}"
          rel="nofollow noopener"
          >${text(language, `map.${service}`)}</a
        >`,
    )}
  </section>`;
}

function sentPart(shown: Shown): Html | null {
  const { page, token, language } = shown;
  const { review, settings } = page;
  if (!review) return null;
  const { isOwnerFirst } = offerAfter(review.stars, settings);
  return html`<h1>${text(language, 'page.sent')}</h1>
    <p class="state">${text(language, 'page.thanks')}</p>
    ${isOwnerFirst && phonePart(settings.answerPhone, language)} ${offerPart(shown, review)}
    <p class="hint"><a href="${encodeURIComponent(token)}">${text(language, 'page.edit')}</a></p>`;
}

const STYLES = `
.name { margin: 0 0 4px; font-weight: 600; }
.stars { display: flex; justify-content: space-between; gap: 4px; margin: 16px 0 4px; }
.stars button {
  width: 20%; min-height: 56px; margin: 0; padding: 0; background: none;
  color: color-mix(in srgb, var(--dim) 72%, var(--card));
  font-size: 44px; line-height: 1;
}
.stars button.lit { color: #f59f00; }
.stars button:hover, .stars button:has(~ button:hover) { color: #f59f00; }
.hint { text-align: center; font-size: 14px; }
.tags { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 16px; }
.tag { padding: 0; }
.tag input { position: absolute; opacity: 0; }
.tag span { display: block; padding: 11px 14px; border: 1px solid var(--line); border-radius: 22px; font-size: 15px; }
.tag input:checked + span { border-color: var(--accent); background: color-mix(in srgb, var(--accent) 16%, transparent); }
.tag input:focus-visible + span { outline: 3px solid color-mix(in srgb, var(--accent) 45%, transparent); outline-offset: 2px; }
input[type='file'] { position: absolute; opacity: 0; width: 1px; height: 1px; }
.pick {
  display: grid; place-items: center; min-height: 48px; margin: 4px 0; padding: 8px 16px; box-sizing: border-box;
  border: 1px solid var(--line); border-radius: 10px; color: var(--text); font-weight: 600; cursor: pointer; overflow-wrap: anywhere;
}
input[type='file']:focus-visible + .pick { outline: 3px solid color-mix(in srgb, var(--accent) 45%, transparent); outline-offset: 2px; }
@media (scripting: none) {
  input[type='file'] { position: static; opacity: 1; width: 100%; height: auto; min-height: 44px; padding: 10px 0; font: inherit; }
  .pick { display: none; }
}
.again { display: flex; flex-wrap: wrap; gap: 0 24px; }
.again legend { margin: 0; }
.maps { margin-top: 24px; padding-top: 4px; border-top: 1px solid var(--line); }
.foot { margin: 24px 0 0; font-size: 14px; }
`;
