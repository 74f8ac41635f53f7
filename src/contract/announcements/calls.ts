import { z } from 'zod';
import { BRAND_KEYS } from '#contract/brands/brands.ts';
import { endpoint } from '#contract/endpoint.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { Instant, Language, PageQuery, pageOf } from '#contract/primitives.ts';

export const AnnouncementId = z.uuid().brand<'AnnouncementId'>();
export type AnnouncementId = z.infer<typeof AnnouncementId>;

const Words = z.object({
  title: z.string().trim().min(1, { error: 'required' }).max(120, { error: 'too_long' }),
  /** Plain paragraphs, parted by empty lines; addresses in them become links. */
  body: z.string().trim().min(1, { error: 'required' }).max(4000, { error: 'too_long' }),
});

/** An announcement as the operator writes it; a language without a text shows that of the brand's first language. */
const AnnouncementDraft = z.object({
  isPublished: z.boolean(),
  brands: z.array(z.enum(BRAND_KEYS)).min(1, { error: 'required' }).max(BRAND_KEYS.length),
  texts: z.partialRecord(z.enum(LANGUAGES), Words),
  shownFrom: Instant,
  /** Null: until it becomes a draft. */
  shownUntil: Instant.nullable(),
});

export const Announcement = AnnouncementDraft.extend({ id: AnnouncementId, changedAt: Instant });
export type Announcement = z.infer<typeof Announcement>;

export const listAllAnnouncements = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/News',
  access: 'admin',
  summary: 'News items and drafts of all brands, by the start of their time, the latest first.',
  query: PageQuery,
  reply: pageOf(Announcement),
});

export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/api/v1/Admin/News',
  access: 'admin',
  summary: 'Writes a news item.',
  takesIdempotencyKey: true,
  body: AnnouncementDraft,
  reply: Announcement,
});

export const changeAnnouncement = endpoint({
  method: 'PUT',
  path: '/api/v1/Admin/News/:announcementId',
  access: 'admin',
  summary: 'Changes a news item; it stays read where it was read.',
  params: z.object({ announcementId: AnnouncementId }),
  body: AnnouncementDraft,
  reply: Announcement,
  problems: ['announcement.not_found'],
});

/** An announcement for a member. */
export const ShownAnnouncement = z.object({
  id: AnnouncementId,
  title: z.string(),
  body: z.string(),
  /** The language of the text: the requested one, else the brand's first that has a text. */
  language: Language,
  shownFrom: Instant,
  isRead: z.boolean(),
});
export type ShownAnnouncement = z.infer<typeof ShownAnnouncement>;

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/api/v1/News',
  access: 'member',
  summary: "News of the page's brand, the latest first; none where the brand has no news.",
  query: PageQuery.extend({ language: Language.optional() }),
  reply: pageOf(ShownAnnouncement),
});

export const readAnnouncements = endpoint({
  method: 'POST',
  path: '/api/v1/News/Read',
  access: 'member',
  summary: 'Marks all news that is shown now as read by the member.',
});
