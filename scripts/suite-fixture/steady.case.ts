import { expect, test } from 'vitest';

test('one passes', () => expect(1).toBe(1));
test('two passes', () => expect(2).toBe(2));
