import { defineRoom } from '#server/room.ts';
import { serveOnboarding } from './routes.ts';

export const onboarding = defineRoom({
  name: 'onboarding',
  serve: serveOnboarding,
});
