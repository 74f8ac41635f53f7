import { Link, useNavigate } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { useLayer } from './use-layer.ts';

function Page() {
  const sheet = useLayer('sheet');
  const navigate = useNavigate();
  const filter = () => void navigate({ to: '.', search: { search: 'olga' } as never, state: true, replace: true });
  if (!sheet.isOpen)
    return (
      <button type="button" onClick={sheet.open}>
        Open
      </button>
    );
  return (
    <>
      <button type="button" onClick={sheet.close}>
        Close
      </button>
      <button type="button" onClick={filter}>
        Filter
      </button>
      <Link to={'/other' as never} replace>
        Other page
      </Link>
    </>
  );
}

test('Back closes a layer, and the page and its filters stay', async () => {
  const { router, user } = await draw(<Page />, { texts: [], at: '/list?search=anna' });
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('button', { name: 'Close' });
  router.history.back();
  await screen.findByRole('button', { name: 'Open' });
  expect(router.state.location.href).toBe('/list?search=anna');
});

test('closing a layer takes its step from the history, and a link inside replaces it', async () => {
  const { router, user } = await draw(<Page />, { texts: [], at: '/list' });
  for (const leave of ['Close', 'Other page']) {
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.click(await screen.findByText(leave));
    await screen.findByRole('button', { name: 'Open' });
  }
  expect(router.state.location.href).toBe('/other');
  router.history.back();
  await waitFor(() => expect(router.state.location.href).toBe('/list'));
  expect(router.history.canGoBack()).toBe(false);
});

test('what was chosen in a layer stays when it is closed', async () => {
  const { router, user } = await draw(<Page />, { texts: [], at: '/list' });
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(await screen.findByText('Filter'));
  await waitFor(() => expect(router.state.location.href).toBe('/list?search=olga'));
  await user.click(await screen.findByText('Close'));
  await screen.findByRole('button', { name: 'Open' });
  expect(router.state.location.href).toBe('/list?search=olga');
});
