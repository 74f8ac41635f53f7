import { generate } from 'lean-qr';
import type { Language } from '#contract/primitives.ts';
import type { Pairing } from '#contract/channels/pairing.ts';
import { roomTexts } from '#server/platform/values/locale-rules.ts';
import { type Html, html } from '#server/platform/visitors/visitor-html.ts';
import type { PublicAppearance, VisitorPage } from '#server/platform/visitors/visitor-pages.ts';
import en from '#server/channels/locales/en.json' with { type: 'json' };
import pt_br from '#server/channels/locales/pt_br.json' with { type: 'json' };
import ru from '#server/channels/locales/ru.json' with { type: 'json' };
import uk from '#server/channels/locales/uk.json' with { type: 'json' };

const text = roomTexts({ ru, en, pt_br, uk });

type Drawn = { language: Language; appearance: PublicAppearance; now: Temporal.Instant };

/** A code lives 20 seconds; the page is read again well within. */
const REFRESH_SECONDS = 4;

/** The link before it is used: its button shows the code on this device. */
export function linkPage({ language, appearance }: Drawn, token: string): VisitorPage {
  return {
    language,
    title: text(language, 'pairing.title'),
    appearance,
    body: html`<p class="business">${appearance.businessName}</p>
      <h1>${text(language, 'pairing.title')}</h1>
      <p>${text(language, 'pairing.about')}</p>
      <form method="post" action="${token}"><button>${text(language, 'pairing.show')}</button></form>
      <p class="note">${text(language, 'pairing.once')}</p>`,
  };
}

/** A link that is over, or was opened on another device. */
export function overPage({ language, appearance }: Drawn): VisitorPage {
  return messagePage({ language, appearance }, { title: 'pairing.expired', note: 'pairing.ask_again', status: 410 });
}

/** The code, drawn again until someone has scanned it. */
export function codePage(drawn: Drawn, { state, code, phoneCode, expiresAt, trouble }: Pairing): VisitorPage {
  const { language, appearance, now } = drawn;
  if (state === 'Authorized') return messagePage(drawn, { title: 'pairing.connected', note: 'pairing.connected_note' });
  if (expiresAt === null)
    return trouble === 'link_expired'
      ? overPage(drawn)
      : messagePage(drawn, { title: 'pairing.failed', note: 'pairing.ask_again' });
  const minutes = Math.max(1, Math.ceil(now.until(expiresAt).total('minutes')));
  return {
    language,
    title: text(language, 'pairing.title'),
    appearance,
    refreshSeconds: REFRESH_SECONDS,
    styles: STYLES,
    body: html`<p class="business">${appearance.businessName}</p>
      <h1>${text(language, 'pairing.title')}</h1>
      <ol>
        <li>${text(language, 'pairing.step_1')}</li>
        <li>${text(language, 'pairing.step_2')}</li>
        <li>${text(language, 'pairing.step_3')}</li>
      </ol>
      <div class="code" role="img" aria-label="${text(language, 'pairing.code')}">
        ${code ? drawnCode(code) : html`<p>${text(language, 'pairing.loading')}</p>`}
      </div>
      ${
        phoneCode &&
        html`<p>${text(language, 'pairing.phone_code', { phone: phoneCode.phone })}</p>
          <p class="phone-code">${shownPhoneCode(phoneCode.code)}</p>`
      }
      <p class="note">${text(language, 'pairing.minutes_left', { minutes })}</p>`,
  };
}

type Message = {
  title: 'pairing.expired' | 'pairing.connected' | 'pairing.failed';
  note: 'pairing.ask_again' | 'pairing.connected_note';
  status?: number;
};

function messagePage(
  { language, appearance }: Pick<Drawn, 'language' | 'appearance'>,
  { title, note, status }: Message,
): VisitorPage {
  return {
    ...(status && { status }),
    language,
    title: text(language, title),
    appearance,
    body: html`<p class="business">${appearance.businessName}</p>
      <h1>${text(language, title)}</h1>
      <p>${text(language, note)}</p>`,
  };
}

/** `GAPI-2015`, as messengers show it. */
const shownPhoneCode = (code: string) => (code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code);

/** White around the code, as readers expect; in modules. */
const QUIET = 4;

function drawnCode({ text: words, image }: NonNullable<Pairing['code']>): Html {
  if (image !== null) return html`<img src="${image}" alt="" width="264" height="264" />`;
  const code = generate(words ?? '');
  const side = code.size + 2 * QUIET;
  const modules = Array.from({ length: code.size }, (_row, y) =>
    Array.from({ length: code.size }, (_column, x) =>
      code.get(x, y) ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '',
    ).join(''),
  );
  return html`<svg viewBox="0 0 ${side} ${side}" width="264" height="264" shape-rendering="crispEdges">
    <path fill="#000" d="${modules.join('')}" />
  </svg>`;
}

const STYLES = `.code{display:grid;place-items:center;width:288px;height:288px;margin:16px auto;background:#fff;color:#000;border-radius:12px}
.phone-code{font-size:28px;font-weight:600;letter-spacing:2px}
ol{padding-left:20px;text-align:left}`;
