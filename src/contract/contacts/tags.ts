import { z } from 'zod';
import { ContactId } from './calls.ts';
import { LONGEST_TAG, MAX_TAGGED_AT_ONCE, MAX_TAGS } from './values.ts';
import { endpoint } from '#contract/endpoint.ts';
import { onOneLine } from '#contract/pasted-text.ts';

/** A word that members sort contacts by. */
export const Tag = z
  .string()
  .overwrite(onOneLine)
  .min(1, { error: 'required' })
  .max(LONGEST_TAG, { error: 'too_long' });

export const listTags = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/tags',
  access: 'member',
  summary: 'Tags in use, in alphabetical order.',
  reply: z.object({ tags: z.array(z.string()) }),
});

/** Tags to add, and tags to take off. */
export const TagChange = z.object({
  add: z.array(Tag).max(MAX_TAGS).default([]),
  remove: z.array(Tag).max(MAX_TAGS).default([]),
});

/** Adds and removes tags; contacts that have or lack them already stay as they are. */
export const changeTags = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/tags',
  access: 'member',
  summary: 'Adds tags to customers and takes others off them.',
  body: TagChange.extend({
    contactIds: z.array(ContactId).min(1, { error: 'required' }).max(MAX_TAGGED_AT_ONCE),
  }),
  /** Contacts whose tags changed. */
  reply: z.object({ changed: z.int() }),
  problems: ['tag.limit_reached'],
});
