import type { JSONContent } from '@tiptap/core';
import type { ReactNode } from 'react';
import { wordIn } from '#web/lib/api/known.ts';
import { labelOf, variableIn, type VariableNames } from './variable-names.ts';
import { toPieces } from './message-document.ts';

type Known = { names: VariableNames; isOwn: (name: string) => boolean };

const TAGS = { bold: 'strong', italic: 'em', strike: 's' } as const;

/** A message as its editor draws it, line by line. */
export function DrawnText({ message, ...known }: Known & { message: string }) {
  return message.split('\n').map((line, index) => (
    <p key={index}>
      {line === '' && <br />}
      {toPieces(line).map((piece, place) => (
        <Piece key={place} piece={piece} {...known} />
      ))}
    </p>
  ));
}

function Piece({ piece, names, isOwn }: Known & { piece: JSONContent }) {
  const name = String(piece.attrs?.name ?? '');
  const isKnown = variableIn(name) !== undefined || isOwn(name);
  const chip = (
    <span data-variable={name} contentEditable={false} data-unknown={isKnown ? undefined : ''}>
      {labelOf(name, names)}
    </span>
  );
  return (piece.marks ?? []).reduceRight<ReactNode>(
    (inner, { type }) => {
      const Tag = wordIn(['bold', 'italic', 'strike'] as const, type);
      const Element = Tag ? TAGS[Tag] : 'span';
      return <Element>{inner}</Element>;
    },
    piece.type === 'variable' ? chip : piece.text,
  );
}
