import './ui/global.css'; // NOTE: first, as it sets the order of the layers
import '@mantine/core/styles.layer.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { loadChunk } from '#web/lib/pages/load-chunk.ts';
import { beginPage, createAppRouter } from './app/router.tsx';
import { clientConfig, startConfig } from './lib/api/config.ts';
import { guardMarkup } from './lib/pages/content-security.ts';
import { startTexts } from './lib/format/i18n.ts';
import { currentSession, startSession } from './lib/api/session.ts';

/**
 * Draws the app once its texts, the page and the person at the screen are known. Until then the shell of the HTML
 * stands.
 */
async function start(): Promise<void> {
  guardMarkup();
  const { search } = location; // NOTE: the first page may lead on to another, without it
  await nextTask(); // NOTE: evaluating the scripts takes a slow telephone long enough, and so does each step below
  const router = createAppRouter();
  await nextTask();
  const soon = beginPage(router);
  const texts = loadChunk('texts', () => startTexts(['app', 'problems', 'ui'], soon));
  await Promise.all([texts, startConfig(), startSession()]);
  if (/[?&](ref|utm)/i.test(search) && !currentSession().isAuthenticated)
    void import('#web/partners/first-touch.ts').then(({ keepFirstTouch }) => keepFirstTouch(search));
  await router.load();
  const counted = clientConfig()?.pageViews;
  // NOTE: a browser that blocks counters may refuse the script: nothing is counted then
  if (counted)
    void import('./app/page-views.ts').then(
      (m) => m.startPageViews(counted, router),
      () => undefined,
    );
  const root = document.getElementById('root');
  if (!root) return;
  // NOTE: a transition is drawn in short pieces, so that a slow telephone answers meanwhile
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  );
}

/** Lets the browser answer touches in between. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

void start();
