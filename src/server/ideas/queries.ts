import { type RawBuilder, sql } from 'kysely';
import { Idea, type IdeaId, OperatorIdea } from '#contract/ideas/calls.ts';
import type { IdeaState } from '#contract/ideas/values.ts';
import type { Language } from '#contract/primitives.ts';
import { type MemberId, TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import { isBeyond } from '#server/platform/values/cursor.ts';

type Row = {
  id: string;
  title: string;
  body: string;
  state: IdeaState;
  answer: string | null;
  votes_count: number;
  created_at: Temporal.Instant;
};

const toFields = ({ body, votes_count: votesCount, created_at: createdAt, ...rest }: Row) => ({
  ...rest,
  text: body,
  votesCount,
  createdAt: createdAt.toString(),
});

export type NewIdea = { id: IdeaId; brand: string; language: Language; title: string; text: string };

/** Stores an idea with its author and their vote. */
export async function insertIdea(
  { tx, tenantId }: TenantScope,
  { text, ...idea }: NewIdea,
  { memberId, at }: { memberId: MemberId; at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('ideas')
    .values({ ...idea, body: text, votes_count: 1, created_at: at })
    .execute();
  const keys = { tenant_id: tenantId, idea_id: idea.id, member_id: memberId };
  await tx.insertInto('idea_authors').values(keys).execute();
  await tx
    .insertInto('idea_votes')
    .values({ ...keys, voted_at: at })
    .execute();
}

/** Counts ideas of the cabinet that the operator has not read yet. */
export async function countNewIdeas({ tx, tenantId }: TenantScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from idea_authors a join ideas i on i.id = a.idea_id
    where a.tenant_id = ${tenantId} and i.state = 'new'`.execute(tx);
  return rows[0]?.count ?? 0;
}

const isOwn = (tenantId: TenantId) =>
  sql<boolean>`exists (select from idea_authors a where a.tenant_id = ${tenantId} and a.idea_id = i.id)`;

const isVotedBy = (tenantId: TenantId, memberId: MemberId) => sql<boolean>`exists (
  select from idea_votes v where v.tenant_id = ${tenantId} and v.member_id = ${memberId} and v.idea_id = i.id)`;

type Viewer = { brand: string; memberId: MemberId };

type Shown = Viewer & {
  language: Language;
  state: IdeaState | undefined;
  isOwnOnly: boolean;
  limit: number;
  after: PageStart;
};

/** The order of a list and the last row of the page before. */
export type PageStart =
  | { order: 'votes'; end: readonly [votes: number, id: string] | null }
  | { order: 'new'; end: readonly [createdAt: string, id: string] | null };

/** Ideas that a member sees; one more than the page. */
export async function listShown(
  { tx, tenantId }: TenantScope,
  { brand, memberId, language, state, isOwnOnly, after, limit }: Shown,
): Promise<Idea[]> {
  const own = isOwn(tenantId);
  const seen = isOwnOnly ? own : sql<boolean>`((i.state <> 'new' and i.language = ${language}) or ${own})`;
  const ofState: RawBuilder<boolean> = state ? sql`i.state = ${state}` : sql`true`;
  const position = after.order === 'votes' ? sql`i.votes_count` : sql`i.created_at`;
  const { rows } = await sql<Row & { is_own: boolean; is_voted: boolean }>`
    select i.id, i.title, i.body, i.state, i.answer, i.votes_count, i.created_at,
      ${own} as is_own, ${isVotedBy(tenantId, memberId)} as is_voted
    from ideas i
    where i.brand = ${brand} and ${seen} and ${ofState} and ${isAfter(after)}
    order by ${position} desc, i.id desc limit ${limit + 1}`.execute(tx);
  return rows.map(toIdea);
}

function isAfter({ order, end }: PageStart): RawBuilder<boolean> {
  if (!end) return sql`true`;
  if (order === 'new') return isBeyond([sql`i.created_at`, sql`i.id`], end, 'desc');
  const [votes, id] = end;
  return sql`(i.votes_count, i.id) < (${votes}::int, ${id}::uuid)`;
}

/** Returns null for an idea that the member does not see. */
export async function findShown(
  { tx, tenantId }: TenantScope,
  id: IdeaId,
  { brand, memberId }: Viewer,
): Promise<Idea | null> {
  const { rows } = await sql<Row & { is_own: boolean; is_voted: boolean }>`
    select i.id, i.title, i.body, i.state, i.answer, i.votes_count, i.created_at,
      ${isOwn(tenantId)} as is_own, ${isVotedBy(tenantId, memberId)} as is_voted
    from ideas i
    where i.id = ${id} and i.brand = ${brand} and (i.state <> 'new' or ${isOwn(tenantId)})`.execute(tx);
  return rows[0] ? toIdea(rows[0]) : null;
}

const toIdea = ({ is_own, is_voted, ...row }: Row & { is_own: boolean; is_voted: boolean }): Idea =>
  Idea.parse({ ...toFields(row), isOwn: is_own, isVoted: is_voted });

/** Gives or takes back a vote; one that is given already counts once. */
export async function putVote(
  { tx, tenantId }: TenantScope,
  id: IdeaId,
  { memberId, isVoted, at }: { memberId: MemberId; isVoted: boolean; at: Temporal.Instant },
): Promise<void> {
  const changed = isVoted
    ? await sql`
        insert into idea_votes (tenant_id, member_id, idea_id, voted_at) values (${tenantId}, ${memberId}, ${id}, ${at})
        on conflict (tenant_id, member_id, idea_id) do nothing returning idea_id`.execute(tx)
    : await sql`
        delete from idea_votes where tenant_id = ${tenantId} and member_id = ${memberId} and idea_id = ${id}
        returning idea_id`.execute(tx);
  if (changed.rows.length === 0) return;
  await sql`update ideas set votes_count = votes_count + ${isVoted ? 1 : -1} where id = ${id}`.execute(tx);
}

type OfOperator = Row & { brand: string; language: Language; email: string | null; business: string | null };

/** Ideas of all brands, the latest first; one more than the page. */
export async function listAll(
  { tx }: SystemScope,
  { state, after, limit }: { state: IdeaState | undefined; after: readonly [string, string] | null; limit: number },
): Promise<OperatorIdea[]> {
  const { rows } = await sql<OfOperator>`
    select i.id, i.title, i.body, i.state, i.answer, i.votes_count, i.created_at, i.brand, i.language,
      m.email, t.name as business
    from ideas i
      left join idea_authors a on a.idea_id = i.id
      left join members m on m.tenant_id = a.tenant_id and m.id = a.member_id
      left join tenants t on t.id = a.tenant_id
    where ${state ? sql`i.state = ${state}` : sql`true`} and ${isBeyond([sql`i.created_at`, sql`i.id`], after, 'desc')}
    order by i.created_at desc, i.id desc limit ${limit + 1}`.execute(tx);
  return rows.map(({ brand, language, email, business, ...row }) =>
    OperatorIdea.parse({
      ...toFields(row),
      brand,
      language,
      author: email === null ? null : { email, business: business ?? '' },
    }),
  );
}

/** @returns the title and the author's tenant; undefined: there is no such idea */
export async function updateAnswer(
  { tx }: SystemScope,
  id: IdeaId,
  { state, answer, at }: { state: IdeaState; answer: string | null; at: Temporal.Instant },
): Promise<{ title: string; tenantId: TenantId | null } | undefined> {
  const { rows } = await sql<{ title: string; tenant_id: string | null }>`
    update ideas i set state = ${state}, answer = ${answer}, answered_at = ${at} where i.id = ${id}
    returning i.title, (select a.tenant_id from idea_authors a where a.idea_id = i.id) as tenant_id`.execute(tx);
  const [row] = rows;
  return row && { title: row.title, tenantId: row.tenant_id === null ? null : TenantId.parse(row.tenant_id) };
}
