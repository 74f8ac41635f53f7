import { expect, test } from 'vitest';
import { traitsOf } from '#contract/channels/kinds.ts';
import { carriedMedia } from './rendered-message-rules.ts';

const image = { url: 'https://files.example/own.png' };
const file = { url: 'https://files.example/price.pdf', name: 'price.pdf', mime: 'application/pdf' };
const header = { type: 'image', url: 'https://files.example/header.png' };
const whatsApp = traitsOf('dialog360');
const nothing = { image: null, file: null, header: null };

test('a picture is shown only where it was sent', () => {
  expect(carriedMedia(whatsApp, { text: 'Hello', image })).toEqual({ ...nothing, image });
  // A template carries its own header and nothing else.
  expect(carriedMedia(whatsApp, { text: 'Hello', image, file, leftBy: {} })).toEqual(nothing);
  expect(carriedMedia(whatsApp, { text: 'Hello', image, leftBy: { header } })).toEqual({ ...nothing, header });
  expect(carriedMedia(whatsApp, { text: 'Hello', leftBy: null, asTemplate: true, templates: [{ header }] })).toEqual({
    ...nothing,
    header,
  });
  // A channel without pictures has its address in the text.
  expect(carriedMedia(traitsOf('twilio_sms'), { text: 'Hello', image, file })).toEqual(nothing);
  // A text that is too long for a caption has its picture's address in it too.
  const text = 'Hello '.repeat(1_000);
  expect(carriedMedia(whatsApp, { text, image })).toEqual(nothing);
});
