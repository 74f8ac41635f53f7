import '@mantine/core/styles.layer.css';
import './ui/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { loadAllTexts, startTexts } from './lib/i18n.ts';
import { startSession } from './lib/session.ts';

/** Draws the app once the words are there and it is known who is at the screen. */
async function start(): Promise<void> {
  await Promise.all([startTexts(['app', 'menu', 'problems', 'ui']), startSession()]);
  const root = document.getElementById('root');
  if (root) {
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  }
  whenIdle(() => void loadAllTexts());
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5_000 });
  else setTimeout(work, 2_000);
}

void start();
