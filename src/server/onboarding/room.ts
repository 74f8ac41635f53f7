import { defineRoom } from '#server/room.ts';
import { serveOnboarding } from './routes.ts';
import { workOnboarding } from './workers.ts';

export const onboarding = defineRoom({
  name: 'onboarding',
  serve: serveOnboarding,
  work: workOnboarding,
});
