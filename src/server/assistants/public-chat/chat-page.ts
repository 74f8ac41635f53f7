import { LONGEST_VISITOR_MESSAGE, LONGEST_VISITOR_NAME } from '#contract/assistants/public-chat-values.ts';
import type { Language } from '#contract/primitives.ts';
import { text } from '#server/assistants/storage/texts.ts';
import { type Html, html } from '#server/platform/visitors/visitor-html.ts';
import type { PublicAppearance, VisitorPage } from '#server/platform/visitors/visitor-pages.ts';
import { CHAT_SCRIPT } from './chat-script.ts';
import { CHAT_STYLES } from './chat-styles.ts';
import type { ContactWays } from './contact-ways-reads.ts';

export type DrawnChat = {
  language: Language;
  appearance: PublicAppearance;
  /** The name of the assistant. */
  assistant: string;
  greeting: string;
  questions: readonly string[];
  /** Origins that may show the page in a frame. */
  sites: readonly string[];
  /** A new token, for a visitor whose browser has none. */
  token: string;
  ways: ContactWays;
};

/** Draws the page of an open chat. Without scripts it shows how else the business is reached. */
export function drawChat(chat: DrawnChat): VisitorPage {
  const { language, appearance, assistant, greeting, questions, sites, token, ways } = chat;
  const business = appearance.businessName;
  const title = text(language, 'chat.title', { assistant });
  const config = JSON.stringify({ token, name: assistant, words: wordsOf(language, assistant) });
  const body = html`<div id="chat" data-config="${config}">
    <header>
      <h1>${assistant}</h1>
      <p class="business">${business}</p>
      <p class="about">${text(language, 'chat.about', { assistant })}</p>
    </header>
    <noscript>
      <p class="problem">${text(language, 'chat.scripts')}</p>
      ${drawWays(ways, language)}
    </noscript>
    <div id="app" hidden>
      <div id="log" role="log" aria-live="polite" aria-label="${text(language, 'chat.log')}" tabindex="0">
        <div class="theirs">
          <span class="who">${assistant}</span>
          <p class="bubble">${greeting || text(language, 'chat.greeting', { assistant, business })}</p>
        </div>
      </div>
      ${questions.length > 0 && drawQuestions(questions, language)}
      <p id="state" role="status" hidden></p>
      ${drawDetails(language)}
      <p id="note" class="problem" role="alert" hidden></p>
      <form id="write">
        <textarea
          id="text"
          rows="1"
          maxlength="${LONGEST_VISITOR_MESSAGE}"
          enterkeyhint="send"
          aria-label="${text(language, 'chat.field')}"
          placeholder="${text(language, 'chat.field')}"
        ></textarea>
        <button aria-label="${text(language, 'chat.send')}">➤</button>
      </form>
    </div>
  </div>`;
  return {
    language,
    title,
    appearance,
    body,
    styles: CHAT_STYLES,
    script: CHAT_SCRIPT.name,
    isFramable: sites,
  };
}

function wordsOf(language: Language, assistant: string): Record<string, string> {
  const own = ['you', 'staff', 'file', 'again', 'offline', 'person'] as const;
  const named = ['reading', 'searching', 'writing'] as const;
  return {
    ...Object.fromEntries(own.map((key) => [key, text(language, `chat.${key}`)])),
    ...Object.fromEntries(named.map((key) => [key, text(language, `chat.${key}`, { assistant })])),
    empty: text(language, 'chat.error.empty'),
    failed: text(language, 'chat.error.failed'),
  };
}

const drawQuestions = (questions: readonly string[], language: Language): Html =>
  html`<div id="questions" role="group" aria-label="${text(language, 'chat.questions')}">
    ${questions.map((question) => html`<button type="button" class="second">${question}</button>`)}
  </div>`;

const drawDetails = (language: Language): Html =>
  html`<details id="details" hidden>
    <summary>${text(language, 'chat.leave')}</summary>
    <form>
      <small>${text(language, 'chat.leave_help')}</small>
      <label class="field"
        >${text(language, 'chat.name')}<input
          type="text"
          name="name"
          maxlength="${LONGEST_VISITOR_NAME}"
          autocomplete="name"
      /></label>
      <label class="field"
        >${text(language, 'chat.phone')}<input type="tel" name="phone" required maxlength="30" autocomplete="tel"
      /></label>
      <p id="details-problem" class="problem" role="alert"></p>
      <button>${text(language, 'chat.save')}</button>
    </form>
  </details>`;

/** Draws the page of a chat in which nobody can write now. */
export function drawClosedChat({
  language,
  appearance,
  sites,
  ways,
}: Pick<DrawnChat, 'language' | 'appearance' | 'sites' | 'ways'>): VisitorPage {
  const title = text(language, 'chat.closed.title');
  const hasWays = ways.phones.length + ways.chats.length > 0;
  const note = hasWays
    ? text(language, 'chat.closed.note', { business: appearance.businessName })
    : text(language, 'chat.closed.none');
  return {
    language,
    title,
    appearance,
    body: html`<h1>${title}</h1>
      <p>${note}</p>
      ${drawWays(ways, language)}`,
    isFramable: sites,
  };
}

function drawWays({ phones, chats }: ContactWays, language: Language): Html {
  return html`${phones.map(
    ({ title, phone }) =>
      html`<a class="button second" href="tel:${phone.replaceAll(/[^\d+]/g, '')}"
        >${text(language, 'chat.closed.call', { phone })}${phones.length > 1 && ` · ${title}`}</a
      >`,
  )}${chats.map(({ name, url }) => html`<a class="button second" href="${url}" rel="noopener">${text(language, 'chat.closed.write', { channel: name })}</a>`)}`;
}
