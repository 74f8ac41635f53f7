import { notifications, notificationsStore } from '@mantine/notifications';
import { beforeEach, expect, test } from 'vitest';
import { toast } from './toasts.ts';

const shown = () => notificationsStore.getState().notifications.map(({ id }) => id);
const queued = () => notificationsStore.getState().queue;
const success = (title: string) => toast.success({ title });
const warning = (title: string) => toast.warning({ title });

beforeEach(() => notifications.clean());

test('five toasts are shown, and the oldest goes when a sixth comes', () => {
  const [oldest, ...others] = ['1', '2', '3', '4', '5'].map(success);
  expect(shown()).toEqual([oldest, ...others]);

  const sixth = success('6');
  expect(shown()).toEqual([...others, sixth]);
  expect(queued()).toEqual([]);
});

test('a warning takes the place of the warning before it', () => {
  warning('low');
  const ids = [success('saved'), warning('lower')];
  expect(shown()).toEqual(ids);
});

test('a warning leaves errors and successes alone', () => {
  const ids = [toast.error({ title: 'failed' }), success('saved'), warning('low')];
  expect(shown()).toEqual(ids);
});

test('a toast goes after five seconds, one that can be undone after ten', () => {
  success('saved');
  toast.undo({ title: 'removed' }, () => undefined);
  expect(notificationsStore.getState().notifications.map(({ autoClose }) => autoClose)).toEqual([5_000, 10_000]);
});

test('an error interrupts a screen reader, the others wait for their turn', () => {
  toast.error({ title: 'failed' });
  warning('low');
  success('saved');
  expect(notificationsStore.getState().notifications.map(({ role }) => role)).toEqual(['alert', 'status', 'status']);
});
