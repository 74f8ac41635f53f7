import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { FloatingButtons } from './FloatingButtons.tsx';

await startProduct({ KNOWLEDGE_BASE_URL: 'https://help.frontdesk.example' });

test('a deployment without support contacts has no support buttons, and no margin for them', async () => {
  const { container } = await draw(<FloatingButtons />, { texts: [] });
  expect(container.querySelector('[data-floating], a')).toBeNull();
});
