import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { WeeklyLetterCard } from './WeeklyLetterCard.tsx';

const product = await startProduct();

test('the letter of an owner is on, and is switched off at once', async () => {
  const owner = await product.signUp();
  const { user } = await draw(<WeeklyLetterCard />, { texts: ['auth'], as: owner });
  const letter = await screen.findByRole<HTMLInputElement>('switch', { name: /Send it to me/ });
  expect(letter.checked).toBe(true);
  expect(screen.getByText(/Confirm your email first/)).toBeDefined();
  await user.click(letter);
  await screen.findByText('The weekly letter is turned off');
  expect(letter.checked).toBe(false);
});
