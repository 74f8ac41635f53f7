/** The values that the script for sites contains. */
export type EmbeddedChat = { url: string; accent: string; open: string; close: string };

/**
 * The script that adds a chat to a site: a button that opens the page in a frame, which is loaded with the first opening. It
 * sets no cookies, reads nothing of the site and declares no globals. An error stays inside.
 */
export function embedScript(chat: EmbeddedChat): string {
  return SCRIPT.replace('CHAT', () => literalOf(chat));
}

/** The answer for a chat that is closed, or does not exist: the site stays as it is. */
export const EMPTY_SCRIPT = '';

/** A literal that is safe in a script, also where the script is pasted into a page. */
function literalOf(value: object): string {
  return JSON.stringify(value).replaceAll(
    /[<\u2028\u2029]/g,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const SCRIPT = `(() => {
  'use strict';
  const chat = CHAT;
  const set = (node, styles) => Object.keys(styles).forEach((name) => node.style.setProperty(name, styles[name], 'important'));
  const add = () => {
    try {
      const button = document.createElement('button');
      let frame = null;
      let isOpen = false;
      button.type = 'button';
      set(button, {
        all: 'initial', position: 'fixed', right: '20px', bottom: 'calc(20px + env(safe-area-inset-bottom, 0px))',
        'z-index': '2147483001', 'box-sizing': 'border-box', 'max-width': 'calc(100vw - 32px)', padding: '14px 22px',
        'border-radius': '28px', background: chat.accent, color: '#fff', cursor: 'pointer',
        font: '600 16px/20px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
        'box-shadow': '0 4px 16px rgb(0 0 0 / 25%)',
      });
      const show = () => {
        const isSmall = window.innerWidth < 520;
        button.textContent = isOpen ? '✕' : chat.open;
        button.setAttribute('aria-label', isOpen ? chat.close : chat.open);
        button.setAttribute('aria-expanded', String(isOpen));
        set(button, isOpen && isSmall ? { bottom: 'auto', top: '8px', right: '8px', padding: '8px 14px' }
          : { top: 'auto', bottom: 'calc(20px + env(safe-area-inset-bottom, 0px))', right: '20px', padding: '14px 22px' });
        if (!frame) return;
        set(frame, { display: isOpen ? 'block' : 'none' });
        set(frame, isSmall ? { inset: '0', width: '100%', height: '100%', 'border-radius': '0' }
          : { inset: 'auto 20px 84px auto', width: '400px', height: 'min(640px, calc(100vh - 110px))', 'border-radius': '14px' });
      };
      button.addEventListener('click', () => {
        isOpen = !isOpen;
        if (!frame) {
          frame = document.createElement('iframe');
          frame.src = chat.url;
          frame.title = chat.open;
          frame.referrerPolicy = 'no-referrer';
          set(frame, { all: 'initial', position: 'fixed', 'z-index': '2147483000', border: '0', background: '#fff',
            'box-shadow': '0 8px 32px rgb(0 0 0 / 30%)' });
          document.body.appendChild(frame);
        }
        show();
      });
      button.addEventListener('focus', () => set(button, { outline: '3px solid ' + chat.accent, 'outline-offset': '2px' }));
      button.addEventListener('blur', () => set(button, { outline: 'none' }));
      document.addEventListener('keydown', (event) => { if (event.key === 'Escape' && isOpen) button.click(); });
      window.addEventListener('resize', show);
      show();
      document.body.appendChild(button);
    } catch {
      // The site is worth more than the chat.
    }
  };
  if (document.body) add();
  else document.addEventListener('DOMContentLoaded', add);
})();
`;
