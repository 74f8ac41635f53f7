import { expect, test } from 'vitest';
import { withToast } from './toasts.ts';
import type { Toast, ToastType } from './toasts.ts';

const aToast = (id: string, type: ToastType = 'success'): Toast => ({ id, type, title: id, shownMs: 5_000 });
const after = (...shown: Toast[]) => shown.reduce<readonly Toast[]>(withToast, []).map(({ id }) => id);

test('five toasts are shown, and the oldest goes when a sixth comes', () => {
  expect(after(...['1', '2', '3', '4', '5'].map((id) => aToast(id)))).toEqual(['1', '2', '3', '4', '5']);
  expect(after(...['1', '2', '3', '4', '5', '6'].map((id) => aToast(id)))).toEqual(['2', '3', '4', '5', '6']);
});

test('a warning takes the place of the warning before it', () => {
  expect(after(aToast('low', 'warning'), aToast('saved'), aToast('lower', 'warning'))).toEqual(['saved', 'lower']);
});

test('a warning leaves errors and successes alone', () => {
  expect(after(aToast('failed', 'error'), aToast('saved'), aToast('low', 'warning'))).toEqual([
    'failed',
    'saved',
    'low',
  ]);
});
