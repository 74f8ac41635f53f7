import '@mantine/core/styles.layer.css';
import './ui/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { beginPage } from './app/router.tsx';
import { startTexts } from './lib/i18n.ts';
import { startSession } from './lib/session.ts';

/** Draws the app once the words are there and it is known who is at the screen. */
async function start(): Promise<void> {
  const soon = beginPage();
  await Promise.all([startTexts(['app', 'problems', 'ui'], soon), startSession()]);
  const root = document.getElementById('root');
  if (root) {
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  }
}

void start();
