import type { Text } from '#web/lib/format/i18n.ts';
import type { Resources, TextKey } from '#web/locales/resources.ts';
import type { SenderWire } from '#contract/senders/wire.ts';

/**
 * A room whose senders are listed, edited and changed on shared screens.
 *
 * Its files of texts have what these screens say of its senders, under the same keys.
 */
export type SenderRoom = 'flows' | 'mailings';

/** Rooms whose file of texts has the keys that flows and mailings share in some sections. */
type RoomWith<Section extends keyof Resources['flows'] & keyof Resources['mailings']> = {
  [Room in keyof Resources]: Resources[Room] extends { [Name in Section]: Shared<Name> } ? Room : never;
}[keyof Resources];

type Shared<Section extends keyof Resources['flows'] & keyof Resources['mailings']> = Record<
  keyof Resources['flows'][Section] & keyof Resources['mailings'][Section],
  unknown
>;

/** A room whose texts are searched and replaced on the shared page. */
export type TextsRoom = RoomWith<'texts'>;

/** Properties of a kind of sender that find and replace needs. */
export type TextsSender = Omit<Sender, 'room' | 'noun' | 'path'> & {
  room: TextsRoom;
  noun: SenderWire['problem'];
  path: string;
};

/** Properties of a kind of sender that shared screens need. */
export type Sender = {
  room: SenderRoom;
  /** Begins the codes of its refusals. */
  noun: 'flow' | 'distribution';
  /** The page of the list. */
  path: '/flows' | '/distributions';
  /** Maximum number of senders in one call. */
  max: number;
  /** Whether the status `none` means that a sender is still being written. */
  hasDrafts: boolean;
  /** Describes the parts that an incomplete sender lacks. */
  incompleteText: (missing: unknown, t: Text, places?: unknown) => string;
  /** Stands above senders that could not be changed. */
  refusedText?: TextKey;
};

/** Result for one sender of a change of many. */
export type Outcome = {
  id: string;
  title: string;
  isDone: boolean;
  /** Null: it was changed. */
  problem: { code: string; details: Record<string, unknown> } | null;
};
