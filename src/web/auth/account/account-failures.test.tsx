import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { AccountPage } from './AccountPage.tsx';
import { EmailForm } from './EmailForm.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import { WeeklyLetterCard } from './WeeklyLetterCard.tsx';

const product = await startProduct();
const LOST = 'Check your connection and try again. Everything you typed is still here.';
const onDone = () => undefined;

async function drawFor(element: ReactElement) {
  const owner = await product.signUp();
  const { user } = await draw(element, { texts: ['auth'], as: owner });
  const type = (label: string | RegExp, text: string) => user.type(screen.getByLabelText(label), text);
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  return { user, type, press, password: owner.password };
}

/** The alert or toast names the operation, and what to do. */
async function isShown(failed: string) {
  await screen.findByText(failed);
  expect(screen.getAllByText(LOST).length).toBeGreaterThan(0);
}

test('a phone that could not be saved is said to be unchanged', async () => {
  const { type, press } = await drawFor(<PhoneForm onDone={onDone} />);
  await type('Phone', '415 555 0188');
  product.loseNextAnswer('/Account/Phone');
  await press('Save phone');
  await isShown('The phone was not changed');
});

test('an email that could not be saved is said to be unchanged', async () => {
  const { type, press, password } = await drawFor(<EmailForm onDone={onDone} />);
  await type('New email', 'other@salon.example');
  await type('Your password', password);
  product.loseNextAnswer('/Account/Email');
  await press('Change email');
  await isShown('The email was not changed');
});

test('a password that could not be saved is said to be unchanged', async () => {
  const { type, press, password } = await drawFor(<PasswordForm onDone={onDone} />);
  await type('Current password', password);
  await type('New password', 'correct-horse-2');
  await type('Repeat new password', 'correct-horse-2');
  product.loseNextAnswer('/Account/Password');
  await press('Change password');
  await isShown('The password was not changed');
});

test('a language that could not be stored is said so', async () => {
  const { user } = await drawFor(<LanguageChoice />);
  product.loseNextAnswer('/Account/Settings');
  await user.selectOptions(screen.getByRole('combobox'), 'Русский');
  await screen.findByText('The language was not saved');
});

test('report settings that could not be saved are said to be unchanged, other settings not saved', async () => {
  const { user, type, press } = await drawFor(<AccountPage />);
  await type('Name', ' 2');
  product.loseNextAnswer('/Account/Settings');
  await press('Save');
  await isShown('The settings were not saved');
  await user.click(screen.getByRole('switch', { name: 'Orders in iiko' }));
  product.loseNextAnswer('/Account/Settings');
  await press('Save');
  await isShown('The report setting was not changed');
});

test('a weekly letter that could not be switched is said to be unchanged', async () => {
  const { user } = await drawFor(<WeeklyLetterCard />);
  const letter = await screen.findByRole('switch', { name: /Send it to me/ });
  product.loseNextAnswer('/insights/letter');
  await user.click(letter);
  await isShown('The report setting was not changed');
});
