import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

/** Browser APIs that jsdom lacks, as on a desk: a mouse, a wide screen, nothing to observe. */
globalThis.matchMedia = (media) => ({
  media,
  matches: media === '(pointer: fine)' || media.startsWith('(min-width'),
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
});
globalThis.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
globalThis.IntersectionObserver = class {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
};
globalThis.CSS = { escape: (text: string) => text } as typeof CSS; // NOTE: the page escapes words alone
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
Element.prototype.scrollIntoView = () => undefined;
Range.prototype.getClientRects = () => [] as unknown as DOMRectList; // NOTE: nothing is laid out
Range.prototype.getBoundingClientRect = () => new DOMRect();
globalThis.scrollTo = () => undefined;

configure({ asyncUtilTimeout: 60_000 });

afterEach(() => {
  cleanup();
  notifications.clean(); // NOTE: the files of a worker share its modules, and with them what a module remembers
  localStorage.clear();
  sessionStorage.clear();
});
