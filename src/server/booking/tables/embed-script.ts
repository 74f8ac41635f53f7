import type { BookingButton } from '#contract/booking/buttons.ts';

/** The settings of a button that its script contains. */
export type EmbeddedButton = Pick<BookingButton, 'label' | 'position'> & { accent: string; url: string };

/**
 * The script that adds a button to a site. It is an ordinary link: it sets no cookies, sends nothing and declares no globals.
 * Its styles are set one by one, which content security policies permit. An error stays inside.
 */
export function embedScript(button: EmbeddedButton): string {
  return SCRIPT.replace('BUTTON', () => literalOf(button));
}

/** The answer for a button that does not exist, or no longer does: the site stays as it is. */
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
  const button = BUTTON;
  const script = document.currentScript;
  const looks = {
    all: 'initial',
    display: 'inline-block',
    'box-sizing': 'border-box',
    'max-width': 'calc(100vw - 32px)',
    padding: '14px 24px',
    'border-radius': '12px',
    background: button.accent,
    color: '#fff',
    font: '600 16px/20px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
    'text-align': 'center',
    'text-decoration': 'none',
    cursor: 'pointer',
  };
  const floats = {
    position: 'fixed',
    bottom: 'calc(20px + env(safe-area-inset-bottom, 0px))',
    'z-index': '2147483000',
    'box-shadow': '0 4px 16px rgb(0 0 0 / 25%)',
  };
  const add = () => {
    try {
      const link = document.createElement('a');
      link.href = button.url;
      link.target = '_blank';
      link.rel = 'noopener';
      link.textContent = button.label;
      const styles = { ...looks };
      if (button.position !== 'inline') {
        Object.assign(styles, floats);
        styles[button.position === 'bottom_left' ? 'left' : 'right'] = '20px';
      }
      for (const name of Object.keys(styles)) link.style.setProperty(name, styles[name], 'important');
      link.addEventListener('focus', () => link.style.setProperty('outline', '3px solid ' + button.accent, 'important'));
      link.addEventListener('focus', () => link.style.setProperty('outline-offset', '2px', 'important'));
      link.addEventListener('blur', () => link.style.removeProperty('outline'));
      if (button.position === 'inline' && script && script.parentNode && script.parentNode !== document.head)
        script.parentNode.insertBefore(link, script.nextSibling);
      else document.body.appendChild(link);
    } catch {
      // The site is worth more than the button.
    }
  };
  if (document.body) add();
  else document.addEventListener('DOMContentLoaded', add);
})();
`;
