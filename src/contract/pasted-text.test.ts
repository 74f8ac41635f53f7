import { expect, test } from 'vitest';
import { Email } from './auth/calls.ts';
import { onOneLine, withoutInvisible } from './pasted-text.ts';
import { PastedSecret } from './primitives.ts';

test('marks that show nothing are taken out of what people paste', () => {
  expect(withoutInvisible('\u202A+7 916\u200B 111\u2066-22-33\uFEFF')).toBe('+7 916 111-22-33');
  expect(PastedSecret.parse(' \u200Esk-\u200B12\u00AD34\uFEFF ')).toBe('sk-1234');
  expect(Email.parse('\u2068anna@mail.example\u2069\u00A0')).toBe('anna@mail.example');
});

test('names have composed letters and one space between words; joined emoji stay', () => {
  expect(onOneLine(' И\u0306онас\u00A0 \u200EПроба\t')).toBe('Йонас Проба');
  expect(onOneLine('Анна 👩‍🦰 ❤️')).toBe('Анна 👩‍🦰 ❤️');
});
