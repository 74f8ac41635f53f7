import { Link } from '@tanstack/react-router';
import classes from './DataCards.module.css';
import type { Column, DataListProps } from './list.ts';
import { RowMenu } from './RowMenu.tsx';
import { SelectRow } from './SelectRow.tsx';

/** The rows of a list as cards, for a phone. */
export function DataCards<Row>(props: DataListProps<Row>) {
  const { label, rows, rowKey, columns, rowMenu, rowName, linkTo, selection } = props;
  const main = columns.find(({ isMain }) => isMain) ?? columns[0];
  const others = columns.filter((column) => column !== main);
  const figures = others.filter(({ isNumeric }) => isNumeric);
  // One figure alone is a fact among the others.
  const firstFigure = figures.length > 1 ? others.findIndex(({ isNumeric }) => isNumeric) : -1;
  const before = firstFigure < 0 ? others : others.slice(0, firstFigure);
  const after = firstFigure < 0 ? [] : others.slice(firstFigure).filter(({ isNumeric }) => !isNumeric);
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map((row) => {
        const key = rowKey(row);
        return (
          <li key={key} className={classes.card}>
            <div className={classes.head}>
              {selection && <SelectRow rowKey={key} name={rowName?.(row)} selection={selection} />}
              <Title row={row} column={main} linkTo={linkTo} />
              {rowMenu && <RowMenu name={rowName?.(row)}>{rowMenu(row)}</RowMenu>}
            </div>
            <Facts row={row} columns={before} />
            {firstFigure >= 0 && (
              <dl className={classes.figures}>
                {figures.map(({ key: columnKey, title, cell }) => (
                  <div key={columnKey} className={classes.figure}>
                    <dt>{title}</dt>
                    <dd>{cell(row)}</dd>
                  </div>
                ))}
              </dl>
            )}
            <Facts row={row} columns={after} />
          </li>
        );
      })}
    </ul>
  );
}

function Facts<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  if (columns.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {columns.map((column) => (
        <Fact key={column.key} row={row} column={column} />
      ))}
    </dl>
  );
}

function Fact<Row>({ row, column: { title, cell } }: { row: Row; column: Column<Row> }) {
  const content = cell(row);
  if (content === null) return null;
  return (
    <div className={classes.fact}>
      <dt>{title}</dt>
      <dd>{content}</dd>
    </div>
  );
}

type TitleProps<Row> = { row: Row; column: Column<Row> | undefined; linkTo?: DataListProps<Row>['linkTo'] };

function Title<Row>({ row, column, linkTo }: TitleProps<Row>) {
  const content = column?.cell(row);
  if (!linkTo) return <div className={classes.title}>{content}</div>;
  return (
    <Link {...linkTo(row)} className={classes.title}>
      {content}
    </Link>
  );
}
