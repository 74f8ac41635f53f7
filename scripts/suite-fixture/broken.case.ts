import { expect, test } from 'vitest';

test('passes', () => expect(1).toBe(1));
test('adds up', () => expect(1 + 1).toBe(3));
