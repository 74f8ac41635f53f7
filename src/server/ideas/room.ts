import { IDEAS_NOTICES } from '#contract/ideas/codes.ts';
import { defineRoom } from '#server/room.ts';
import { serveIdeas } from './routes.ts';

export const ideas = defineRoom({ name: 'ideas', serve: serveIdeas, notices: IDEAS_NOTICES });
