import { expect, test } from 'vitest';
import { iconWithBadge } from './tab-icon.ts';

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M0 0"/></svg>';
const drawn = (count: number) => decodeURIComponent(iconWithBadge(drawing, count) ?? '');

test('the number stands on the icon, and more than nine as 9+', () => {
  expect(drawn(3)).toMatch(/^data:image\/svg\+xml,<svg .*<path d="M0 0"\/>.*>3<\/text><\/svg>$/);
  expect(drawn(9)).toContain('>9</text>');
  expect(drawn(10)).toContain('>9+</text>');
});

test('another drawing stays as it is', () => {
  expect(iconWithBadge('<html></html>', 3)).toBeNull();
});
