import { createHash } from 'node:crypto';

/**
 * The script of the page of a public chat. It draws texts as text nodes, never as markup, and makes links of web addresses
 * alone. What was typed stays in the browser until the server has it, and is sent under one key, so that it arrives once. The
 * token of the visitor is kept by the browser for the page, not in a cookie: in a frame of another site cookies are blocked.
 */
const SOURCE = `'use strict';
(() => {
  const root = document.getElementById('chat');
  if (!root) return;
  const { token: fresh, words, name } = JSON.parse(root.dataset.config);
  const base = location.pathname.replace(/\\/+$/, '');
  const part = (id) => document.getElementById(id);
  const [log, state, note, form, field, details, questions] =
    ['log', 'state', 'note', 'write', 'text', 'details', 'questions'].map(part);
  const memory = {};
  const store = {
    get(key) { try { return localStorage.getItem('ai-chat:' + base + ':' + key); } catch { return memory[key] ?? null; } },
    set(key, value) {
      memory[key] = value;
      try { localStorage.setItem('ai-chat:' + base + ':' + key, value); } catch { /* The browser keeps nothing here. */ }
    },
  };
  let token = store.get('token') || fresh;
  store.set('token', token);
  let waiting = [];
  try { waiting = JSON.parse(store.get('waiting') || '[]'); } catch { waiting = []; }
  let lines = [];
  let seen = '';
  let isSending = false;
  let hasPhone = false;
  let lastState = '';

  const make = (tag, className, content) => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    if (content) node.textContent = content;
    return node;
  };
  const linked = (node, text) => {
    let from = 0;
    for (const found of text.matchAll(/https?:\\/\\/[^\\s<>"']+[^\\s<>"'.,;:!?)\\]]/g)) {
      node.append(text.slice(from, found.index));
      const link = make('a', '', found[0]);
      link.href = found[0];
      link.target = '_blank';
      link.rel = 'noopener noreferrer nofollow';
      node.append(link);
      from = found.index + found[0].length;
    }
    node.append(text.slice(from));
  };
  const bubble = ({ side, by, author, text, file, failed, key }) => {
    const item = make('div', side === 'contact' ? 'mine' : 'theirs');
    const who = side === 'contact' ? words.you : by === 'person' ? author || words.staff : name;
    item.append(make('span', side === 'contact' ? 'who hidden' : 'who', who));
    const body = make('p', 'bubble');
    linked(body, text);
    if (file) {
      const link = make('a', 'file', file.isImage ? '' : file.name || words.file);
      link.href = file.url;
      link.target = '_blank';
      link.rel = 'noopener';
      if (file.isImage) {
        const image = make('img');
        image.src = file.url;
        image.alt = words.file;
        link.append(image);
      }
      body.append(link);
    }
    item.append(body);
    if (failed) {
      const again = make('button', 'again', words.again);
      again.type = 'button';
      again.addEventListener('click', () => { waiting.forEach((one) => { if (one.key === key) delete one.failed; }); flush(); });
      item.append(make('span', 'problem', failed), again);
    }
    if (!failed && key && waiting.some((one) => one.key === key)) item.classList.add('waiting');
    return item;
  };
  const draw = () => {
    const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
    const arrived = new Set(lines.map(({ key }) => key).filter(Boolean));
    const before = waiting.length;
    waiting = waiting.filter(({ key }) => !arrived.has(key));
    if (waiting.length !== before) store.set('waiting', JSON.stringify(waiting));
    const shown = [...lines, ...waiting.map((one) => ({ ...one, side: 'contact' }))];
    const drawn = shown.map((line) => JSON.stringify([line.id, line.key, line.text, line.failed]) + waiting.some(({ key }) => key === line.key));
    [...log.children].slice(1).forEach((node, index) => { if (node.dataset.line !== drawn[index]) node.remove(); });
    const present = new Map([...log.children].slice(1).map((node) => [node.dataset.line, node]));
    shown.forEach((line, index) => {
      const node = present.get(drawn[index]) ?? bubble(line);
      node.dataset.line = drawn[index];
      if (log.children[index + 1] !== node) log.insertBefore(node, log.children[index + 1] ?? null);
    });
    if (questions) questions.hidden = shown.length > 0;
    if (isAtEnd || before !== waiting.length) log.scrollTop = log.scrollHeight;
  };
  const say = (text) => { note.textContent = text || ''; note.hidden = !text; };
  const showState = (now) => {
    const word = { reading: words.reading, searching: words.searching, writing: words.writing, person: words.person }[now] || '';
    if (state.dataset.word !== word) {
      state.dataset.word = word;
      state.textContent = word;
      state.hidden = !word;
      state.classList.toggle('busy', !!word && now !== 'person');
      log.scrollTop = log.scrollHeight;
    }
    if (now === 'person' && lastState !== 'person' && !hasPhone && !store.get('asked')) {
      store.set('asked', '1');
      details.open = true;
    }
    lastState = now;
    details.hidden = hasPhone || lines.length === 0;
  };
  const ask = async (path, options, withinMs) => {
    const response = await fetch(base + path, {
      ...options,
      headers: { 'x-chat-token': token, ...(options.body && { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(withinMs),
    });
    const body = await response.json().catch(() => ({}));
    return { status: response.status, body };
  };
  const renew = () => {
    if (token === fresh) return false;
    token = fresh;
    store.set('token', token);
    lines = [];
    seen = '';
    return true;
  };
  const pause = (ms) => new Promise((go) => setTimeout(go, ms));

  async function flush() {
    if (isSending) return;
    isSending = true;
    draw();
    try {
      for (;;) {
        const next = waiting.find(({ failed }) => !failed);
        if (!next) break;
        const answer = await ask('/messages', { method: 'POST', body: JSON.stringify(next) }, 20000);
        if (answer.status === 404 && renew()) continue;
        if (answer.status === 200) {
          waiting = waiting.filter(({ key }) => key !== next.key);
          if (!lines.some(({ key }) => key === next.key)) lines.push({ ...next, side: 'contact' });
          say('');
        } else if (answer.status >= 500) {
          throw new Error('unavailable');
        } else {
          next.failed = answer.body.text || words.failed;
        }
        store.set('waiting', JSON.stringify(waiting));
        draw();
      }
    } catch {
      say(words.offline);
      showState('idle');
      setTimeout(flush, 4000);
    }
    isSending = false;
    store.set('waiting', JSON.stringify(waiting));
    draw();
  }
  const send = (message) => {
    waiting.push({ key: crypto.randomUUID ? crypto.randomUUID() : keyOf(), ...message });
    store.set('waiting', JSON.stringify(waiting));
    showState('reading');
    void flush();
  };
  const keyOf = () => {
    const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return hex.slice(0, 8) + '-' + hex.slice(8, 12) + '-4' + hex.slice(13, 16) + '-8' + hex.slice(17, 20) + '-' + hex.slice(20);
  };

  async function follow() {
    for (;;) {
      if (document.hidden) { await pause(1000); continue; }
      const started = Date.now();
      try {
        const answer = await ask('/talk?seen=' + encodeURIComponent(seen), { method: 'GET' }, 40000);
        if (answer.status === 404) { if (!renew()) return; continue; }
        if (answer.status === 200) {
          seen = answer.body.stamp;
          lines = answer.body.lines;
          hasPhone = answer.body.hasPhone;
          draw();
          showState(waiting.some(({ failed }) => !failed) ? 'reading' : answer.body.state);
        } else await pause(5000);
      } catch { await pause(3000); }
      if (Date.now() - started < 500) await pause(1500);
    }
  }

  field.value = store.get('draft') || '';
  const fit = () => { field.style.height = 'auto'; field.style.height = Math.min(field.scrollHeight, 140) + 'px'; };
  field.addEventListener('input', () => { store.set('draft', field.value); fit(); });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) return say(words.empty);
    say('');
    field.value = '';
    store.set('draft', '');
    fit();
    send({ text });
    field.focus();
  });
  if (questions) questions.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button) send({ text: button.textContent });
  });
  details.addEventListener('toggle', () => { log.scrollTop = log.scrollHeight; });
  let detailsKey = keyOf();
  details.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const filled = new FormData(event.target);
    const problem = part('details-problem');
    problem.textContent = '';
    try {
      const body = JSON.stringify({ key: detailsKey, name: filled.get('name'), phone: filled.get('phone') });
      const answer = await ask('/details', { method: 'POST', body }, 20000);
      if (answer.status === 404 && renew()) return event.target.requestSubmit();
      if (answer.status !== 200) { problem.textContent = answer.body.text || words.failed; return; }
      hasPhone = true;
      detailsKey = keyOf();
      details.open = false;
      details.hidden = true;
      field.focus();
    } catch { problem.textContent = words.failed; }
  });
  addEventListener('online', () => void flush());
  document.addEventListener('visibilitychange', () => { if (!document.hidden) void flush(); });
  part('app').hidden = false;
  draw();
  fit();
  void flush();
  void follow();
})();
`;

const VERSION = createHash('sha256').update(SOURCE).digest('base64url').slice(0, 10);

/** The script, and its address beside the page, which changes with it. */
export const CHAT_SCRIPT = { source: SOURCE, name: `page.js?v=${VERSION}` };
