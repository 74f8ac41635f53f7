import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { MainBookingBotPage, NewBookingBotPage } from './booking/BookingBotPage.tsx';
import { ChatbotsPage } from './ChatbotsPage.tsx';

const product = await startProduct();

test('the list has the bot that confirms and cancels, and it is switched off there', async () => {
  const owner = await product.signUp();
  const { user } = await draw(<ChatbotsPage />, { texts: ['chatbots', 'channels'], as: owner, at: '/chatbots' });
  await screen.findByText('1 bot answers clients');
  expect(screen.getByRole('link', { name: 'Confirm and cancel bookings' })).toBeTruthy();
  await user.click(screen.getByRole('switch', { name: 'Bot “Confirm and cancel bookings” is on' }));
  await screen.findByText('0 bots answer clients');
});

test('the owner writes a reply of their own, and tries it on the phone before it is saved', async () => {
  const owner = await product.signUp();
  const texts = ['chatbots', 'flows', 'texts'] as const;
  const { user } = await draw(<MainBookingBotPage />, { texts: [...texts], as: owner, at: '/chatbots/booking' });
  const phone = within(await screen.findByRole('log'));
  await phone.findByText(/^Спасибо, запись на .* подтверждена/);
  await screen.findByText('The booking is confirmed in the booking system.');

  await user.click(screen.getByRole('radio', { name: /^Keep it in the schedule/ }));
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  await user.type(screen.getByRole('textbox', { name: 'Client’s message' }), 'не смогу{Enter}');
  await screen.findByText('The booking stays in the schedule as a no-show.');
  await user.type(screen.getByRole('textbox', { name: 'Client’s message' }), 'Есть ли парковка?{Enter}');
  await screen.findByText('The bot does not answer: the message waits for your staff.');

  await user.click(screen.getByRole('switch', { name: /^Own reply to a confirmation/ }));
  await screen.findByText('Reply when the client confirmed');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Bot saved');
  await screen.findByText('Confirms and cancels bookings; keeps cancelled ones in the schedule as no-shows.');
});

test('a bot for a place needs a name, and a branch or a channel', async () => {
  const owner = await product.signUp();
  const texts = ['chatbots', 'flows', 'texts', 'problems'] as const;
  const { user } = await draw(<NewBookingBotPage />, { texts: [...texts], as: owner, at: '/chatbots/booking/new' });
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.click(screen.getByRole('button', { name: 'Create bot' }));
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  await user.type(name, 'Downtown');
  await user.click(screen.getByRole('button', { name: 'Create bot' }));
  await screen.findByText(/There already is a bot for this branch and channel/);
});
