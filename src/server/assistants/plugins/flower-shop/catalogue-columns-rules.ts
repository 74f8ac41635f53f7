/** A column of a catalogue. */
export const CATALOGUE_COLUMNS = [
  'sku',
  'title',
  'description',
  'category',
  'price',
  'currency',
  'available',
  'picture',
] as const;
export type CatalogueColumn = (typeof CATALOGUE_COLUMNS)[number];

/** Beginnings of the titles of columns in the four languages, folded. */
const TITLES: Readonly<Record<CatalogueColumn, RegExp>> = {
  sku: /^(?:sku|id|артикул|код|art(?:icle|igo)?\b|code|código|codigo|номер товара)/,
  title: /^(?:title|name|назван|наимен|товар|букет|назва|найменув|product|nome|produto|título|titulo)/,
  description: /^(?:desc|опис|состав|склад|composition|composição|composicao)/,
  category: /^(?:categ|катег|раздел|группа|розділ|група|section|seção|secao)/,
  price: /^(?:price|цена|стоимост|ціна|вартіст|preço|preco|valor|cost)/,
  currency: /^(?:currency|валют|moeda)/,
  available: /^(?:avail|в наличии|наличие|в наявності|наявн|остат|залишок|stock|in stock|dispon|estoque)/,
  picture: /^(?:picture|image|photo|img|фото|изображ|картин|зображ|imagem|foto|url)/,
};

/** The place of each column that a row names; null where it names no title or no price. */
export function columnsOf(cells: readonly string[]): ReadonlyMap<CatalogueColumn, number> | null {
  const folded = cells.map((cell) => cell.trim().toLowerCase().replaceAll('ё', 'е'));
  const found = new Map<CatalogueColumn, number>();
  for (const column of CATALOGUE_COLUMNS) {
    const at = folded.findIndex((cell, place) => TITLES[column].test(cell) && ![...found.values()].includes(place));
    if (at >= 0) found.set(column, at);
  }
  return found.has('title') && found.has('price') ? found : null;
}
