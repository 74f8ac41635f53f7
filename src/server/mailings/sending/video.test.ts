import { expect, test } from 'vitest';
import type { ChannelLimits } from '#contract/channels/kind.ts';
import { SMS_LIMITS } from '#contract/channels/sms-limits.ts';
import { uploadMedia, UploadedImage } from '#contract/flows/trials.ts';
import { EASY_TRAITS } from '#server/testing/world/fake-channel.ts';
import { mailingHouses } from '#server/testing/houses/mailing-house.ts';

const { server, open } = await mailingHouses();

/** The beginning of a video in MP4. */
const VIDEO = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42\0\0\0\0mp42isom'), Buffer.alloc(64)]);

async function uploadVideo(token: string): Promise<UploadedImage> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(VIDEO)], { type: 'video/mp4' }), 'salon.mp4');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.origin}${uploadMedia.path}`, { method: 'POST', body: form, headers });
  expect(answer.status).toBe(200);
  return UploadedImage.parse(await answer.json());
}

/** Sends a mailing with a video to three people. @returns what left, and the address of the video */
async function sendOn(limits: ChannelLimits) {
  const house = await open({ traits: limits });
  await house.people(3);
  const video = await uploadVideo(house.owner.token);
  const mailing = await house.aMailing({
    content: { imageId: video.id, texts: { default: 'See our new salon' } },
  });
  await house.start(mailing);
  const done = await house.settle(mailing);
  expect(done).toMatchObject({ status: 'done', counts: { sent: 3 } });
  return { video, left: house.channel.sent.map(({ message }) => message) };
}

test('the video of a mailing leaves as a video on a channel that carries it', async () => {
  const { video, left } = await sendOn(EASY_TRAITS);
  expect(left).toHaveLength(3);
  for (const { file, image, text } of left) {
    expect(file).toMatchObject({ mime: 'video/mp4', name: 'salon.mp4' });
    expect(image).toBeNull();
    expect(text).toContain('See our new salon');
    expect(text).not.toContain(new URL(video.url).pathname);
    const fetched = await fetch(`${server.origin}${new URL(file!.url).pathname}`);
    expect(Buffer.from(await fetched.arrayBuffer()).equals(VIDEO)).toBe(true);
  }
});

test('on a channel without videos the message has the address of the video', async () => {
  const { video, left } = await sendOn(SMS_LIMITS);
  expect(left).toHaveLength(3);
  for (const { file, text } of left) {
    expect(file ?? null).toBeNull();
    expect(text).toContain('See our new salon');
    expect(text).toContain(new URL(video.url).pathname);
  }
});
