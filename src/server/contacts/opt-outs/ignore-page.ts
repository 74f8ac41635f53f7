import type { Language } from '#contract/primitives.ts';
import { type Html, html } from '#server/platform/visitors/visitor-html.ts';
import type { PublicAppearance, VisitorPage } from '#server/platform/visitors/visitor-pages.ts';
import { IGNORE_PAGE_TEXTS } from './ignore-page-texts.ts';

/** The page of a contact at their link. */
export type IgnoreLink = {
  appearance: PublicAppearance;
  /** Masked, so that a forwarded link reveals little: `+7 ••• •••-11-22`. */
  maskedPhone: string | null;
  /** The messages that do not come; null: all come. */
  stopped: 'all' | 'marketing' | null;
  language: Language;
};

/** The public page where a contact stops messages, or allows them again. */
export function ignorePage(link: IgnoreLink): VisitorPage {
  const { language, appearance } = link;
  const title = fill(IGNORE_PAGE_TEXTS[language].title, { name: appearance.businessName });
  return {
    language,
    title,
    appearance,
    body: html`<h1>${title}</h1>
      ${contentOf(link)}`,
  };
}

/** The page of a link we did not make, or of a contact who no longer exists. */
export function invalidIgnorePage(language: Language): VisitorPage {
  const { invalid, invalid_note: note } = IGNORE_PAGE_TEXTS[language];
  return {
    status: 404,
    language,
    title: invalid,
    appearance: null,
    body: html`<h1>${invalid}</h1>
      <p>${note}</p>`,
  };
}

function contentOf({ language, maskedPhone, stopped }: IgnoreLink): Html {
  const texts = IGNORE_PAGE_TEXTS[language];
  const mistake = html`<p>${texts.mistake}</p>
    ${form(button(texts.allow, { request: 'allow', isSecond: true }))}`;
  if (stopped === 'all')
    return html`<p class="state">${texts.stopped}</p>
      ${mistake}`;
  if (stopped === 'marketing') {
    const rest = html`<input type="hidden" name="scope" value="all" />${button(texts.stop_rest, { request: 'stop' })}`;
    return html`<p class="state">${texts.stopped_marketing}</p>
      ${form(rest)}${mistake}`;
  }
  const question = maskedPhone ? fill(texts.ask, { phone: unbroken(maskedPhone) }) : texts.ask_without_phone;
  const choices = html`<fieldset>
    <legend>${question}</legend>
    ${[choice('all', texts.all, texts.all_note), choice('marketing', texts.marketing, texts.marketing_note)]}
  </fieldset>`;
  return form(html`${choices}${button(texts.stop, { request: 'stop' })}`);
}

const form = (content: Html) => html`<form method="post">${content}</form>`;

const button = (text: string, { request, isSecond = false }: { request: 'stop' | 'allow'; isSecond?: boolean }) =>
  html`<button name="request" value="${request}" class="${isSecond && 'second'}">${text}</button>`;

const choice = (value: 'all' | 'marketing', name: string, note: string) =>
  html`<label
    ><input type="radio" name="scope" value="${value}" ${value === 'all' && html` checked`} /><span
      >${name}<small>${note}</small></span
    ></label
  >`;

/** A number stays on one line. */
function unbroken(phone: string): string {
  return phone.replaceAll(' ', '\u00A0').replaceAll('-', '\u2060-\u2060');
}

function fill(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '');
}
