import { expect, test } from 'vitest';
import { traitsOf } from '#contract/channels/kinds.ts';
import { checkFile } from './attachment-check.ts';

const WHATSAPP = traitsOf('dialog360');
const TELEGRAM = traitsOf('telegram_bot');
const SMS = traitsOf('sigma_sms');
const MEGABYTE = 1_048_576;
const photo = (megabytes: number) => ({ name: 'look.jpg', type: 'image/jpeg', size: megabytes * MEGABYTE });
const price = { name: 'Price.DOCX', type: 'application/msword', size: 1000 };

test('a picture within the limits of the channel and of the deployment is taken', () => {
  expect(checkFile(photo(5), WHATSAPP, 10)).toEqual({ kind: 'image' });
  expect(checkFile(photo(6), WHATSAPP, 10)).toEqual({ problem: 'too_big', megabytes: 5 });
  expect(checkFile(photo(4), WHATSAPP, 3)).toEqual({ problem: 'too_big', megabytes: 3 });
});

test('a document is known by its extension, and refused where the channel takes others alone', () => {
  expect(checkFile(price, WHATSAPP, 5)).toEqual({ kind: 'document' });
  expect(checkFile(price, TELEGRAM, 5)).toEqual({ problem: 'not_taken' });
  expect(checkFile({ name: 'price.pdf', type: 'application/pdf', size: 1000 }, TELEGRAM, 5)).toEqual({
    kind: 'document',
  });
});

test('a channel without files refuses them, and nothing takes a program', () => {
  expect(checkFile(photo(1), SMS, 5)).toEqual({ problem: 'not_taken' });
  expect(checkFile({ name: 'run.exe', type: 'application/x-msdownload', size: 10 }, WHATSAPP, 5)).toEqual({
    problem: 'wrong_type',
  });
});

test('videos and sound are known by their extension, within the limits of the channel', () => {
  const video = { name: 'tour.MP4', type: 'video/mp4', size: 16 * MEGABYTE };
  expect(checkFile(video, WHATSAPP, 5)).toEqual({ kind: 'media' });
  expect(checkFile({ ...video, size: 17 * MEGABYTE }, WHATSAPP, 5)).toEqual({ problem: 'too_big', megabytes: 16 });
  expect(checkFile({ name: 'hi.ogg', type: 'video/ogg', size: 10 }, TELEGRAM, 5)).toEqual({ kind: 'media' });
  expect(checkFile(video, SMS, 5)).toEqual({ problem: 'not_taken' });
});
