import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct, startWorld } from '#web/testing/product.ts';
import { MedflexOnboardingPage } from './MedflexOnboardingPage.tsx';

const world = await startWorld();
const product = await startProduct(world.env);

test('a clinic goes through four questions, can leave between them, and comes back to change an answer', async () => {
  const as = await product.signUp();
  const options = { texts: ['onboarding', 'connections', 'channels'] as const, as };
  const { user, unmount } = await draw(<MedflexOnboardingPage />, options);
  await screen.findByText('Which clinic are we connecting?');
  await user.type(screen.getByLabelText('MedFlex token'), 'medflex-ember-token');
  await user.click(screen.getByRole('button', { name: 'Find clinics' }));
  await user.click(await screen.findByRole('button', { name: 'Connect 1 clinic' }));
  await screen.findByText('Which WhatsApp should patients hear from?');
  expect(screen.getByText('Steps done: 1 of 4').textContent).toBe('Steps done: 1 of 4');
  unmount();

  await product.aChannel({ tenantId: as.tenantId });
  const later = await draw(<MedflexOnboardingPage />, options);
  const text = await screen.findByLabelText<HTMLTextAreaElement>(
    'What should a patient read a day before the appointment?',
  );
  expect(text.value).toContain('Doctor: {masterName}');
  await later.user.click(screen.getByRole('button', { name: 'Save and go on' }));
  await later.user.click(await screen.findByRole('button', { name: 'Start' }));
  await screen.findByText(/Reminders are reaching your patients\./);

  const steps = within(screen.getByRole('list')).getAllByRole('listitem');
  await later.user.click(within(steps[2]!).getByRole('button', { name: 'Change' }));
  await later.user.clear(await screen.findByLabelText('What should a patient read a day before the appointment?'));
  expect(screen.getByRole('button', { name: 'Save and go on' })).toMatchObject({ disabled: true });
});
