import { expect, test } from 'vitest';
import { traitsOf } from '#contract/channels/kinds.ts';
import type { ChannelKind } from '#contract/channels/calls.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { textContent } from './answer-writing.ts';

const MEGABYTE = 1_048_576;
const FILES = {
  picture: { mime: 'image/jpeg', name: 'hall.jpg' },
  PDF: { mime: 'application/pdf', name: 'prices.pdf' },
  sheet: { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', name: 'prices.xlsx' },
  voice: { mime: 'audio/ogg', name: 'voice.ogg' },
} as const;

/** Writes an answer with a file. @returns how it is sent, or why not */
function write(kind: ChannelKind, name: keyof typeof FILES, megabytes: number, text = ''): string {
  const file = { ...FILES[name], url: 'https://files.example/1', sizeBytes: megabytes * MEGABYTE };
  try {
    const content = textContent(text, file, traitsOf(kind));
    return content.image ? 'image' : `document ${content.file?.name}`;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { why, maxMegabytes, max } = error.details as Record<string, unknown>;
    return [error.code, why, maxMegabytes, max].filter(Boolean).join(' ');
  }
}

test.each([
  ['dialog360', 'picture', 5, 'image'],
  ['dialog360', 'picture', 6, 'conversation.file_unfit too_big 5'],
  ['dialog360', 'PDF', 100, 'document prices.pdf'],
  ['dialog360', 'PDF', 101, 'conversation.file_unfit too_big 100'],
  ['dialog360', 'voice', 1, 'document voice.ogg'],
  ['telegram_bot', 'picture', 6, 'conversation.file_unfit too_big 5'],
  ['telegram_bot', 'PDF', 20, 'document prices.pdf'],
  ['telegram_bot', 'PDF', 21, 'conversation.file_unfit too_big 20'],
  ['telegram_bot', 'sheet', 1, 'conversation.file_unfit not_taken'],
  ['telegram_bot', 'voice', 1, 'document voice.ogg'],
  ['telegram_user', 'picture', 6, 'conversation.file_unfit too_big 5'],
  ['telegram_user', 'PDF', 101, 'conversation.file_unfit too_big 100'],
  ['whatsapp_qr', 'picture', 6, 'conversation.file_unfit too_big 5'],
  ['whatsapp_qr', 'voice', 17, 'conversation.file_unfit too_big 16'],
  ['twilio_whatsapp', 'picture', 6, 'conversation.file_unfit too_big 5'],
  ['twilio_whatsapp', 'PDF', 17, 'conversation.file_unfit too_big 16'],
  ['twilio_sms', 'picture', 1, 'conversation.file_unfit not_taken'],
  ['sigma_sms', 'PDF', 1, 'conversation.file_unfit not_taken'],
] as const)('%s: a %s of %i MB: %s', (kind, file, megabytes, expected) => {
  expect(write(kind, file, megabytes)).toBe(expected);
});

test('a text beside a file is limited as a caption', () => {
  const { maxCaptionLength } = traitsOf('telegram_bot');
  expect(write('telegram_bot', 'picture', 1, 'x'.repeat(maxCaptionLength))).toBe('image');
  expect(write('telegram_bot', 'picture', 1, 'x'.repeat(maxCaptionLength + 1))).toBe(
    `conversation.text_unfit ${maxCaptionLength}`,
  );
});
