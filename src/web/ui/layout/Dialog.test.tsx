import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';

function Page() {
  const [opened, open] = useState<'first' | 'second' | null>(null);
  const [isConfirming, confirm] = useState(false);
  return (
    <>
      <button type="button" onClick={() => open('first')}>
        Open
      </button>
      {opened === 'first' && (
        <Dialog title="First" onClose={() => open(null)}>
          <button type="button" onClick={() => confirm(true)}>
            Remove
          </button>
          <button type="button" onClick={() => open('second')}>
            Next
          </button>
          <ConfirmDialog isOpen={isConfirming} title="Sure?" onClose={() => confirm(false)} />
        </Dialog>
      )}
      {opened === 'second' && (
        <Dialog title="Second" onClose={() => open(null)}>
          Done
        </Dialog>
      )}
    </>
  );
}

const isGone = (name: string) => waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());

test('Back closes the upper dialog, then the one below, and the page and its filters stay', async () => {
  const { router, user } = await draw(<Page />, { texts: [], at: '/list?search=anna' });
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await screen.findByRole('dialog', { name: 'Sure?' });
  router.history.back();
  await isGone('Sure?');
  expect(screen.getByRole('dialog', { name: 'First' })).not.toBeNull();
  router.history.back();
  await isGone('First');
  expect(router.state.location.href).toBe('/list?search=anna');
  expect(router.history.canGoBack()).toBe(false);
});

test('a dialog that is closed takes its step from the history, and one that follows another has a step of its own', async () => {
  const { router, user } = await draw(<Page />, { texts: [], at: '/list' });
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  await screen.findByRole('dialog', { name: 'Second' });
  await user.keyboard('{Escape}');
  await isGone('Second');
  await waitFor(() => expect(router.history.canGoBack()).toBe(false));
  expect(router.state.location.href).toBe('/list');
});
