import type { Concept } from '#server/assistants/knowledge/search/synonym-rules.ts';

/** Restaurants and cafés. */
export const RESTAURANT: readonly Concept[] = [
  {
    ru: 'столик, стол, бронь стола, забронировать столик, места, посидеть',
    uk: 'столик, стіл, бронь столу, забронювати столик, місця, посидіти',
    en: 'table, book a table, seats, seating',
    pt: 'mesa, reservar mesa, lugares',
  },
  {
    ru: 'меню, блюда, еда, кухня, покушать, поесть, готовите',
    uk: 'меню, страви, їжа, кухня, поїсти, готуєте',
    en: 'menu, dishes, food, cuisine, eat, cook',
    pt: 'cardápio, pratos, comida, cozinha, comer',
  },
  {
    ru: 'бизнес-ланч, обед, комплексный обед, ланч',
    uk: 'бізнес-ланч, обід, комплексний обід, ланч',
    en: 'business lunch, lunch, set lunch',
    pt: 'almoço executivo, almoço, prato feito',
  },
  {
    ru: 'завтрак, завтраки, позавтракать, бранч',
    uk: 'сніданок, сніданки, поснідати, бранч',
    en: 'breakfast, brunch',
    pt: 'café da manhã, brunch',
  },
  {
    ru: 'вегетарианский, веган, веганский, постное, без мяса',
    uk: 'вегетаріанський, веган, веганський, пісне, без м’яса',
    en: 'vegetarian, vegan, meatless, plant based',
    pt: 'vegetariano, vegano, sem carne',
  },
  {
    ru: 'без глютена, безглютеновый, без лактозы, состав, аллергены',
    uk: 'без глютену, безглютеновий, без лактози, склад, алергени',
    en: 'gluten free, lactose free, ingredients, allergens',
    pt: 'sem glúten, sem lactose, ingredientes, alérgenos',
  },
  {
    ru: 'банкет, праздник, мероприятие, корпоратив, отметить, юбилей, торжество',
    uk: 'банкет, свято, захід, корпоратив, відзначити, ювілей, урочистість',
    en: 'banquet, party, event, celebrate, celebration, corporate event',
    pt: 'banquete, festa, evento, comemorar, confraternização',
  },
  {
    ru: 'веранда, терраса, на улице, летник',
    uk: 'веранда, тераса, на вулиці',
    en: 'terrace, veranda, outside, patio, outdoor',
    pt: 'varanda, terraço, área externa, ao ar livre',
  },
  {
    ru: 'алкоголь, вино, пиво, коктейли, барная карта, пробковый сбор, своё вино',
    uk: 'алкоголь, вино, пиво, коктейлі, барна карта, корковий збір',
    en: 'alcohol, wine, beer, cocktails, drinks, corkage',
    pt: 'álcool, vinho, cerveja, drinques, bebidas, rolha',
  },
  {
    ru: 'детское меню, детская комната, аниматор, детский стул',
    uk: 'дитяче меню, дитяча кімната, аніматор, дитячий стілець',
    en: 'kids menu, playroom, high chair, children menu',
    pt: 'menu infantil, espaço kids, cadeirinha',
  },
  {
    ru: 'живая музыка, музыка, концерт, диджей',
    uk: 'жива музика, музика, концерт, діджей',
    en: 'live music, music, concert, dj',
    pt: 'música ao vivo, música, show, dj',
  },
  {
    ru: 'кальян, курить, покурить, курящий зал',
    uk: 'кальян, курити, покурити',
    en: 'hookah, smoke, smoking, shisha',
    pt: 'narguilé, fumar, fumantes',
  },
  {
    ru: 'чаевые, сервисный сбор, обслуживание',
    uk: 'чайові, сервісний збір, обслуговування',
    en: 'tips, tip, service charge, gratuity',
    pt: 'gorjeta, taxa de serviço',
  },
  {
    ru: 'торт, десерт, сладкое, свой торт',
    uk: 'торт, десерт, солодке, свій торт',
    en: 'cake, dessert, sweets, own cake',
    pt: 'bolo, sobremesa, doce',
  },
];
