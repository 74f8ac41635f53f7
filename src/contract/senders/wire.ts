import { z } from 'zod';
import type { ProblemCode } from '#contract/problems.ts';
import type { RoomName } from '#contract/rooms.ts';

type PrefixOf<Code extends string, End extends string> = Code extends `${infer Prefix}${End}` ? Prefix : never;

/** Names of one kind of sender in paths, bodies and refusals of the API. */
export type SenderWire = {
  /** Begins its paths, e.g. `/api/v1/flows`. */
  readonly path: string;
  /** The name of its id, e.g. `flowId`; of many ids, `flowIds`. */
  readonly id: string;
  /** The name of many, e.g. `flows`: it is the name of its room. */
  readonly many: RoomName;
  /** As in sentences of the description: `flow`. */
  readonly noun: string;
  /** Begins its refusals, e.g. `flow` of `flow.not_found`. */
  readonly problem: PrefixOf<ProblemCode, '.changed_meanwhile'> &
    PrefixOf<ProblemCode, '.version_not_found'> &
    PrefixOf<ProblemCode, '.text_not_found'> &
    PrefixOf<ProblemCode, '.text_refused'> &
    PrefixOf<ProblemCode, '.test_phone_missing'>;
  readonly Id: z.ZodType;
  /** Most in one call. */
  readonly max: number;
};

/** The id of one sender under its name. */
export type IdShape<Wire extends SenderWire> = { [Name in Wire['id']]: Wire['Id'] };

export function idShape<Wire extends SenderWire>({ id, Id }: Wire): IdShape<Wire> {
  return { [id]: Id } as IdShape<Wire>; // NOTE: the compiler widens a computed name
}

/** A path of the kind, typed by its letters: the compiler widens a template. */
export function pathOf<Wire extends SenderWire, const End extends string>(wire: Wire, end: End) {
  return `${wire.path}${end}` as `${Wire['path']}${End}`;
}

/** A path of one sender of the kind, with its id as parameter. */
export function pathOfOne<Wire extends SenderWire, const End extends string>(wire: Wire, end: End) {
  return `${wire.path}/:${wire.id}${end}` as `${Wire['path']}/:${Wire['id']}${End}`;
}

/** Ids of one call; a repeated one counts once. */
export const idsOf = <Wire extends SenderWire>({ Id, max }: Wire) =>
  z
    .array<Wire['Id']>(Id)
    .min(1, { error: 'required' })
    .max(max, { error: 'too_long' })
    .overwrite((ids) => [...new Set(ids)]);

/** Many senders of one call under their name, each with its id and `shape`. */
export function manyShape<Wire extends SenderWire, Shape extends z.ZodRawShape>(wire: Wire, shape: Shape) {
  const many = z
    .array(z.object({ ...idShape(wire), ...shape }))
    .min(1, { error: 'required' })
    .max(wire.max, { error: 'too_long' });
  return { [wire.many]: many } as { [Name in Wire['many']]: typeof many };
}
