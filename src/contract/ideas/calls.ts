import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, Language, PageQuery, pageOf } from '#contract/primitives.ts';
import { IDEA_STATES, MAX_IDEA_TEXT, MAX_IDEA_TITLE } from './values.ts';

export const IdeaId = z.uuid().brand<'IdeaId'>();
export type IdeaId = z.infer<typeof IdeaId>;

const Title = z.string().trim().min(1, { error: 'required' }).max(MAX_IDEA_TITLE, { error: 'too_long' });
const Text = z.string().trim().max(MAX_IDEA_TEXT, { error: 'too_long' });

/** A wish for the product. Nobody but the operator sees who wrote it. */
export const Idea = z.object({
  id: IdeaId,
  title: z.string(),
  text: z.string(),
  state: z.enum(IDEA_STATES),
  /** The operator's; null: none yet. */
  answer: z.string().nullable(),
  votesCount: z.int(),
  isVoted: z.boolean(),
  /** Written in this cabinet. */
  isOwn: z.boolean(),
  createdAt: Instant,
});
export type Idea = z.infer<typeof Idea>;

export const listIdeas = endpoint({
  method: 'GET',
  path: '/api/v1/ideas',
  access: 'member',
  summary: "Ideas of the page's brand in one language, and those of the cabinet in any.",
  query: PageQuery.extend({
    language: Language,
    state: z.enum(IDEA_STATES).optional(),
    /** `votes`: the most wanted first; `new`: the latest first. */
    order: z.enum(['votes', 'new']).default('votes'),
    own: z.stringbool().optional(),
  }),
  reply: pageOf(Idea),
});

export const createIdea = endpoint({
  method: 'POST',
  path: '/api/v1/ideas',
  access: 'member',
  summary: 'Suggests an idea, with the vote of its author.',
  takesIdempotencyKey: true,
  ratePerMinute: 5,
  body: z.object({ title: Title, text: Text, language: Language }),
  reply: Idea,
  problems: ['idea.unread_limit'],
});

export const voteForIdea = endpoint({
  method: 'PUT',
  path: '/api/v1/ideas/:ideaId/vote',
  access: 'member',
  summary: "Gives the member's vote to an idea, or takes it back.",
  ratePerMinute: 60,
  params: z.object({ ideaId: IdeaId }),
  body: z.object({ isVoted: z.boolean() }),
  reply: Idea,
  problems: ['idea.not_found'],
});

/** An idea for the operator. */
export const OperatorIdea = Idea.omit({ isVoted: true, isOwn: true }).extend({
  brand: z.string(),
  language: Language,
  /** Null: their cabinet is deleted. */
  author: z.object({ email: z.string(), business: z.string() }).nullable(),
});
export type OperatorIdea = z.infer<typeof OperatorIdea>;

export const listAllIdeas = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Ideas',
  access: 'admin',
  summary: 'Ideas of all brands, the latest first.',
  query: PageQuery.extend({ state: z.enum(IDEA_STATES).optional() }),
  reply: pageOf(OperatorIdea),
});

export const answerIdea = endpoint({
  method: 'PUT',
  path: '/api/v1/Admin/Ideas/:ideaId',
  access: 'admin',
  summary: 'Sets the state of an idea and its answer; its author gets a notice.',
  params: z.object({ ideaId: IdeaId }),
  body: z.object({ state: z.enum(IDEA_STATES), answer: Text.transform((text) => text || null).nullable() }),
  problems: ['idea.not_found'],
});
