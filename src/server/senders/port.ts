import type { z } from 'zod';
import type { NoticeKind } from '#contract/onboarding/calls.ts';
import type { SenderId, SenderKind } from '#contract/senders/calls.ts';
import type { SenderWire } from '#contract/senders/wire.ts';
import type { FileId, TextContent } from '#contract/texts/calls.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { Allowed } from '#server/texts/replacing/replacing-rules.ts';
import type { SenderAfter, SenderPage } from './listing/page-reads.ts';
import type { OwnTexts } from './changes/place-rules.ts';
import type { OfferedImage, SenderExport } from './transfers/export-rules.ts';

/** A stored flow or mailing, as far as the kit reads it. */
export type SenderRow = {
  id: SenderId;
  title: string;
  status: string;
  mode: string;
  version: number;
  settings: { content: TextContent };
  isDeleted: boolean;
};

/** Changes one locked row. It refuses before it writes, so that one transaction can change many of which some refuse. */
// NOTE: declared as a method, whose parameter may be narrower: the kit passes a kind only rows of its own.
export type SenderChanger<Row extends SenderRow = SenderRow> = {
  change(scope: MemberScope, row: Row): Promise<void>;
}['change'];

/** One change of many senders, without their ids. */
export type SenderChange = { action: string };

/** A change that restores the earlier state of some rows. */
export type UndoneBy = { change: SenderChange; rows: readonly SenderRow[] };

export type SenderAction<Row extends SenderRow = SenderRow, Change = SenderChange> = {
  /** Reads once what the change of each row needs. */
  prepare(scope: TenantScope, change: Change): SenderChanger<Row> | Promise<SenderChanger<Row>>;
  /** @param rows as they were before; one that the change left as it was needs none */
  undo(rows: readonly Row[], change: Change): UndoneBy[];
};

/** Find and replace in the texts of one kind. */
type SenderTexts<Row extends SenderRow> = OwnTexts<Row['settings']> & {
  /** Lists those that may contain a text, and one more where there are more. */
  list(scope: TenantScope, page: SenderPage<{ text: string }>): Promise<(Row & { after: SenderAfter })[]>;
  /** The fields that are shown of one beside its texts. */
  describe(row: Row): object;
  /** Reads once what decides which texts are allowed in each. */
  loadAllowed(scope: TenantScope): Promise<{ in(row: Row): Allowed }>;
};

/** Offers of one kind to other cabinets. */
type SenderCopying<Row extends SenderRow, Exported extends SenderExport> = {
  /** The shape that an offer stores. */
  readonly exported: z.ZodType<Exported>;
  /** Deleted or not. */
  listById(scope: TenantScope, ids: readonly Row['id'][]): Promise<Row[]>;
  /** Leaves out everything that refers to its own cabinet. */
  exportOf(row: Row, image: OfferedImage | null): Exported;
  /** The fields that the receiver sees beside its message. */
  describe(exported: Exported): object;
  /** Adds it to the member's cabinet. @param imageId null: it has no image, or the image was lost */
  importFrom(scope: MemberScope, exported: Exported, imageId: FileId | null): Promise<SenderId>;
  /** To a receiver, and to the members of a cabinet whose offer was accepted. */
  readonly notices: Readonly<Record<'offered' | 'taken', NoticeKind>>;
  /** Deletes one that was given away. */
  remove(scope: ActionScope, row: Row): Promise<void>;
};

/** The part of the kit that differs by kind. A room declares it with {@link defineSender}. */
export type SenderKit<
  Row extends SenderRow = SenderRow,
  Change extends SenderChange = SenderChange,
  Exported extends SenderExport = SenderExport,
> = {
  readonly kind: SenderKind;
  readonly wire: SenderWire;
  readonly settings: z.ZodType<Row['settings']>;
  /** Locks a row, deleted or not. */
  findForUpdate(scope: TenantScope, id: Row['id']): Promise<Row | undefined>;
  /** The answer of calls that change one. @throws {Problem} `not_found` where a member may not read it */
  get(scope: TenantScope, id: Row['id']): Promise<unknown>;
  /** @throws {Problem} `changed_meanwhile` where another member saved after `baseVersion`, or why it may not be saved */
  checkChangeable(row: Row, baseVersion: number): void;
  /** Makes settings of an earlier version valid again. @throws {Problem} when that cannot be done */
  prepareOld(scope: MemberScope, row: Row, old: Row['settings']): Promise<Row['settings']>;
  /** Writes the next version of a locked row, and does what follows from it. @returns the version's number */
  save(scope: MemberScope, row: Row, next: Pick<Row, 'title' | 'settings'>): Promise<number>;
  /** Changes of many, by their names on the wire. */
  readonly actions: { readonly [Action in Change['action']]: SenderAction<Row, Extract<Change, { action: Action }>> };
  /** Counts what the answer to a change of many states beside its outcomes. */
  countBefore?(scope: TenantScope, ids: readonly Row['id'][]): Promise<object>;
  readonly texts: SenderTexts<Row>;
  readonly copying: SenderCopying<Row, Exported>;
};

/** The parts that find and replace needs. */
export type TextsKit = Pick<SenderKit, 'wire' | 'settings' | 'findForUpdate' | 'checkChangeable' | 'save' | 'texts'>;

/** Declares a kind of sender. Its rows are its own: the kit passes them back as it got them. */
export function defineSender<Row extends SenderRow, Change extends SenderChange, Exported extends SenderExport>(
  kit: SenderKit<Row, Change, Exported>,
): SenderKit {
  return kit;
}
