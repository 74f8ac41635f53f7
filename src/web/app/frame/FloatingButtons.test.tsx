import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { FloatingButtons } from './FloatingButtons.tsx';

const product = await startProduct({
  SUPPORT_CHANNEL_URL: 'https://t.me/frontdesk_news',
  SUPPORT_TELEGRAM_URL: 'https://t.me/frontdesk_support_bot',
  KNOWLEDGE_BASE_URL: 'https://help.frontdesk.example',
});

const links = () =>
  screen.getAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);

test.each([
  ['a visitor', false],
  ['a member', true],
])('%s sees the support buttons that the deployment has', async (_person, isMember) => {
  await draw(<FloatingButtons />, { texts: [], ...(isMember && { as: await product.signUp() }) });
  await screen.findAllByRole('link');
  expect(links()).toEqual([
    ['Support channel', 'https://t.me/frontdesk_news'],
    ['Message us on Telegram', 'https://t.me/frontdesk_support_bot'],
  ]);
});
