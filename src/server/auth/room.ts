import { AUTH_NOTICES } from '#contract/auth/codes.ts';
import { defineRoom } from '#server/room.ts';
import { serveAuth } from './routes.ts';
import { workAuth } from './workers.ts';

export const auth = defineRoom({
  name: 'auth',
  serve: (serve, { cabinet, providers }) => serveAuth(serve, cabinet, providers.textPhone ?? null),
  work: workAuth,
  notices: AUTH_NOTICES,
});
