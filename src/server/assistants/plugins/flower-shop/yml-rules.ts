import type { XmlHandler } from '#server/platform/files/xml-reading.ts';
import type { CatalogueRow } from './catalogue-reader.ts';

const LONGEST_TEXT = 4_000;

/** Collects the offers of a YML file, with the titles of their categories, which stand before them. */
export function offerReader(): { handler: XmlHandler; take(): CatalogueRow[]; isYml(): boolean } {
  const categories = new Map<string, string>();
  let rows: CatalogueRow[] = [];
  let [count, isCatalogue, text, categoryId] = [0, false, '', ''];
  let offer: { id: string; isAvailable: boolean; fields: Map<string, string> } | null = null;
  const handler: XmlHandler = {
    open({ name, attributes }) {
      text = '';
      if (name === 'yml_catalog') isCatalogue = true;
      if (name === 'category' && !offer) categoryId = attributes['id'] ?? '';
      if (name === 'offer')
        offer = { id: attributes['id'] ?? '', isAvailable: attributes['available'] !== 'false', fields: new Map() };
    },
    text(piece) {
      if (text.length < LONGEST_TEXT) text += piece.slice(0, LONGEST_TEXT);
    },
    close(name) {
      if (name === 'category' && !offer) categories.set(categoryId, text.trim());
      if (offer && name === 'offer') {
        count += 1;
        rows.push(rowOf(offer, count, categories));
        offer = null;
      } else if (offer && !offer.fields.has(name)) offer.fields.set(name, text.trim());
      text = '';
    },
  };
  return {
    handler,
    isYml: () => isCatalogue,
    take() {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}

function rowOf(
  { id, isAvailable, fields }: { id: string; isAvailable: boolean; fields: ReadonlyMap<string, string> },
  line: number,
  categories: ReadonlyMap<string, string>,
): CatalogueRow {
  const field = (name: string) => fields.get(name) ?? '';
  const model = [field('typePrefix'), field('vendor'), field('model')].filter(Boolean).join(' ');
  return {
    kind: 'row',
    line,
    sku: id,
    title: field('name') || model,
    description: field('description').replaceAll(/<[^>]{0,200}>/g, ' '),
    category: categories.get(field('categoryId')) ?? '',
    price: field('price'),
    currency: field('currencyId'),
    available: isAvailable ? '' : 'false',
    picture: field('picture'),
  };
}
