import { createHash } from 'node:crypto';

/**
 * The script of the rating page: the tapped stars are posted without loading the page again, and what is being written stays.
 * Without it, or when anything fails, the form is sent as it is. It also writes the name of a chosen file on its button: what
 * browsers write beside their own is in the language of the browser.
 *
 * The answer is parsed by XMLHttpRequest, because the policy of our pages lets no script parse HTML.
 */
const SOURCE = `'use strict';
(() => {
  let isPlain = false;
  const typed = () => [...document.querySelectorAll('textarea, [name="tags"], [name="comesAgain"]')];
  const keyOf = (field) => field.name + ':' + (field.type === 'textarea' ? '' : field.value);
  function show(answer, url) {
    const kept = new Map(typed().map((field) => [keyOf(field), field]));
    document.querySelector('main').replaceWith(document.adoptNode(answer.querySelector('main')));
    document.title = answer.title;
    history.replaceState(null, '', url);
    for (const field of typed()) {
      const before = kept.get(keyOf(field));
      if (!before) continue;
      if (field.type === 'textarea') field.value = before.value;
      else field.checked = before.checked;
    }
    const pressed = document.querySelector('.stars [aria-pressed="true"]');
    if (pressed) pressed.focus();
  }
  document.addEventListener('change', ({ target }) => {
    if (target.type !== 'file') return;
    const words = target.nextElementSibling;
    const [file] = target.files;
    words.dataset.before ??= words.textContent;
    words.textContent = file ? words.dataset.chosen.replace('%', () => file.name) : words.dataset.before;
  });
  document.addEventListener('submit', (event) => {
    const form = event.target;
    const star = event.submitter;
    if (isPlain || !star || star.name !== 'stars') return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form));
    body.set(star.name, star.value);
    const request = new XMLHttpRequest();
    request.open('POST', location.href);
    request.responseType = 'document';
    request.timeout = 10000;
    request.setRequestHeader('x-part', 'main');
    request.onloadend = () => {
      const answer = request.status === 200 && request.response;
      if (answer && answer.querySelector('main .stars')) return show(answer, request.responseURL);
      isPlain = true;
      form.requestSubmit(star);
    };
    request.send(body);
  });
})();
`;

const VERSION = createHash('sha256').update(SOURCE).digest('base64url').slice(0, 10);

/** The script, and the last part of its address, which changes with it. */
export const STARS_SCRIPT = { source: SOURCE, name: `stars.js?v=${VERSION}` };
