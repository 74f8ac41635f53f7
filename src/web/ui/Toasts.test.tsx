import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';

test('the frame that screen readers listen to stands before the first toast', async () => {
  await draw(<p>Page</p>, { texts: [] });
  await waitFor(() => expect(document.querySelector('[aria-live="polite"]')).not.toBeNull());
});
