import type { Language } from '#contract/primitives.ts';
import { type Html, html } from '#server/platform/visitors/visitor-html.ts';
import { waitMinutes } from '#server/platform/visitors/visitor-limits.ts';
import type { PublicAppearance, VisitorPage } from '#server/platform/visitors/visitor-pages.ts';
import { oneLine } from '#server/texts/content/format-rules.ts';
import { DAY_PARTS, type DayPart } from '#server/waitlist/entries/joining-rules.ts';
import { text } from '#server/waitlist/settings/texts.ts';

/** The form as a visitor filled it in. */
export type JoiningForm = { name: string; phone: string; service: string; part: DayPart };

/** The branch whose list the page is of. */
type JoiningPlace = {
  title: string;
  /** As it is shown to contacts. */
  phone: string | null;
  services: readonly { id: string; title: string }[];
  appearance: PublicAppearance;
};

type DrawnForm = {
  place: JoiningPlace;
  language: Language;
  filled: JoiningForm;
  wrong: ReadonlySet<'name' | 'phone'>;
  /** The form was one too many: milliseconds until it is accepted; null: it was not. */
  retryAfterMs: number | null;
};

/** Draws the form by which a visitor joins the waiting list. It works without scripts, also in a frame on a site. */
export function drawJoiningForm({ place, language, filled, wrong, retryAfterMs }: DrawnForm): VisitorPage {
  const { title: branch, services, appearance } = place;
  const title = text(language, 'site.title');
  const selected = (isChosen: boolean) => isChosen && html` selected`;
  const field = (name: 'name' | 'phone', control: Html) =>
    html`<label class="field"
      >${text(language, `site.${name}`)}${control}${
        wrong.has(name) &&
        html`<small class="problem" id="wrong-${name}" role="alert">${text(language, `site.wrong.${name}`)}</small>`
      }</label
    >`;
  const invalid = (name: 'name' | 'phone') =>
    wrong.has(name) && html` aria-invalid="true" aria-describedby="wrong-${name}"`;
  const body = html`<p class="business">${branch}</p>
    <h1>${title}</h1>
    <p>${text(language, 'site.lead')}</p>
    ${retryAfterMs !== null && html`<p class="problem" role="alert">${waitText(place, language, retryAfterMs)}</p>`}
    <form method="post" action="waitlist">
      ${
        services.length > 0 &&
        html`<label class="field"
          >${text(language, 'page.service')}
          <select name="service">
            <option value="">${text(language, 'site.any_service')}</option>
            ${services.map(({ id, title: name }) => html`<option value="${id}" ${selected(id === filled.service)}>${name}</option>`)}
          </select></label
        >`
      }
      <label class="field"
        >${text(language, 'join.part_label')}
        <select name="part">
          ${DAY_PARTS.map((part) => html`<option value="${part}" ${selected(part === filled.part)}>${text(language, `join.part.${part}`)}</option>`)}
        </select></label
      >
      ${field('name', html`<input type="text" name="name" required maxlength="80" autocomplete="name" value="${filled.name}" ${invalid('name')} />`)}
      ${field('phone', html`<input type="tel" name="phone" required maxlength="30" autocomplete="tel" value="${filled.phone}" ${invalid('phone')} />`)}
      <button>${text(language, 'join.submit')}</button>
    </form>`;
  const status = retryAfterMs === null ? 200 : 429;
  return {
    status: wrong.size > 0 ? 422 : status,
    retryAfterMs: retryAfterMs ?? undefined,
    language,
    title,
    appearance,
    body,
    styles: STYLES,
    isFramable: true,
  };
}

function waitText({ phone: written }: JoiningPlace, language: Language, retryAfterMs: number): string {
  const count = waitMinutes(retryAfterMs);
  const phone = oneLine(written);
  return phone ? text(language, 'site.often_call', { count, phone }) : text(language, 'site.often', { count });
}

/** Draws the answer to a visitor who has joined. */
export function drawJoined({ title: branch, appearance }: JoiningPlace, language: Language): VisitorPage {
  const title = text(language, 'site.joined');
  const body = html`<p class="business">${branch}</p>
    <div role="status"><h1>${title}</h1></div>
    <p>${text(language, 'site.joined_note')}</p>`;
  return { language, title, appearance, body, styles: STYLES, isFramable: true };
}

const STYLES = `
.business { margin: 0 0 4px; font-weight: 600; color: var(--text); }
label.field { margin-top: 12px; }
label.field > :is(input, select) { margin-bottom: 0; }
[aria-invalid] { border-color: var(--bad); }
small.problem { color: var(--bad); }
form > button { margin-top: 20px; }
`;
